import { type CSSProperties, Fragment, type ReactElement } from 'react';
import type { CommonWords, MailBrand } from './template.ts';

const logoHeight = 28;

const styles = {
  logo: { verticalAlign: 'middle' },
  name: { marginLeft: '10px', verticalAlign: 'middle' },
} satisfies Record<string, CSSProperties>;

interface ProductNameProps {
  readonly productName: string;
  readonly logo: MailBrand['logo'];
}

export function ProductName({ productName, logo }: ProductNameProps): ReactElement {
  if (!logo) {
    return <>{productName}</>;
  }
  const size = { width: logo.width, height: logoHeight };
  const alt = logo.wordmark ? productName : '';
  return (
    <>
      <img className="on-light" src={logo.light} alt={alt} {...size} style={styles.logo} />
      <img
        className="on-dark"
        src={logo.dark}
        alt={alt}
        {...size}
        style={{ ...styles.logo, display: 'none' }}
      />
      {!logo.wordmark && <span style={styles.name}>{productName}</span>}
    </>
  );
}

/** For clients that know dark mode. */
export function brandStyles(brand: MailBrand | undefined): string {
  const { accent, logo } = brand ?? {};
  const rules = [
    accent
      ? `.clear { color: ${accent.dark.accent} !important; }
    .button { background-color: ${accent.dark.accent} !important; color: ${accent.dark.ink} !important; }`
      : '',
    logo
      ? '.on-light { display: none !important; } .on-dark { display: inline-block !important; }'
      : '',
  ].filter(Boolean);
  return rules.length > 0
    ? `@media (prefers-color-scheme: dark) {
    ${rules.join('\n    ')}
  }
`
    : '';
}

interface BrandFooterProps {
  readonly brand: MailBrand;
  readonly words: CommonWords;
}

/** Addresses of support and of the terms. */
export function BrandFooter({ brand, words }: BrandFooterProps): ReactElement {
  const { support, terms, privacy } = brand;
  const pages = [
    { name: words.terms, url: terms },
    { name: words.privacy, url: privacy },
  ].filter(({ url }) => url !== undefined);
  return (
    <>
      {support && <div>{words.questions(support)}</div>}
      {pages.length > 0 && (
        <div>
          {pages.map(({ name, url }, index) => (
            <Fragment key={name}>
              {index > 0 && ' · '}
              <a className="quiet" href={url} style={{ color: '#52525b' }}>
                {name}
              </a>
            </Fragment>
          ))}
        </div>
      )}
    </>
  );
}
