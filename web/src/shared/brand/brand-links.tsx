import { useTranslation } from 'react-i18next';
import { useConfig } from '../config/index.ts';

interface BrandLinksProps {
  /** Addresses that are linked already. */
  readonly besides?: readonly string[];
}

/** Terms, privacy and help, if the operator names them. */
export function BrandLinks({ besides = [] }: BrandLinksProps) {
  const { t } = useTranslation();
  const { terms, privacy, support } = useConfig().brand ?? {};
  const links = {
    terms,
    privacy,
    support: support && `mailto:${support}`,
  };
  return (['terms', 'privacy', 'support'] as const).map((name) => {
    const url = links[name];
    return url && !besides.includes(url) ? (
      <FootLink key={name} url={url} text={t(`layout.${name}`)} />
    ) : null;
  });
}

/** The links beside the choice of a language. */
export function BrandFoot() {
  return (
    <span className="ml-4 flex flex-wrap items-center gap-x-4 text-small text-ink-2">
      <BrandLinks />
    </span>
  );
}

/** A quiet link at the foot of a page. */
export function FootLink({ url, text }: { readonly url: string; readonly text: string }) {
  return (
    <a href={url} rel="noopener" className="py-1 hover:text-ink hover:underline">
      {text}
    </a>
  );
}
