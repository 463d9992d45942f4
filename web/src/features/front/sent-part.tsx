import { type ReactNode, Suspense, useCallback } from 'react';
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
  /** Choice of the visitor that the part depends on. */
  readonly shown?: string;
  readonly children: ReactNode;
}

/** A part that the server has drawn is kept as it is, until another language or choice needs its code. */
export function SentPart({ name, shown = '', children }: SentPartProps) {
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

  // The key keeps React from drawing into this element later, beside what it does not know.
  const asSent = part?.lang === language && <div key="sent" ref={place} className="contents" />;
  if (asSent && part.dataset.shown === shown) {
    return asSent;
  }
  return (
    <div data-part={name} data-shown={shown} lang={language}>
      {/* With what was sent until the code is there, so that nothing below it moves. */}
      <Suspense fallback={asSent}>{children}</Suspense>
    </div>
  );
}
