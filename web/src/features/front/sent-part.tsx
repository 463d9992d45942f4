import { type ComponentType, Suspense, useCallback } from 'react';
import { useLanguage } from '../../shared/i18n/use-language.ts';

/** Parts in the page as the server has sent it, by name. */
const sent = new Map<string | undefined, HTMLElement>(
  [...(globalThis.document?.querySelectorAll<HTMLElement>('[data-part]') ?? [])].map((part) => [
    part.dataset.part,
    part,
  ]),
);

interface SentPartProps {
  readonly name: string;
  readonly Part: ComponentType;
}

/** A part that the server has drawn is kept as it is; its code is loaded where it has not, or in another language. */
export function SentPart({ name, Part }: SentPartProps) {
  const language = useLanguage();
  const part = sent.get(name);
  const place = useCallback(
    (holder: HTMLElement | null) => {
      if (part) {
        holder?.replaceChildren(part);
      }
    },
    [part],
  );

  if (part?.lang === language) {
    return <div ref={place} className="contents" />;
  }
  return (
    <div data-part={name} lang={language}>
      <Suspense>
        <Part />
      </Suspense>
    </div>
  );
}
