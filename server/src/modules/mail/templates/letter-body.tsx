import type { Language } from '@hearth/contract';
import type { CSSProperties, ReactElement, ReactNode } from 'react';
import { BrandFooter, brandStyles, ProductName } from './letter-brand.tsx';
import type { MailBrand, TemplateSetting } from './template.ts';

interface LetterBodyProps {
  readonly setting: TemplateSetting;
  readonly name: string;
  readonly children: ReactNode;
}

/** English does without Chinese fonts, whose quotation marks are as wide as their letters. */
const fonts: Record<Language, string> = {
  en: "-apple-system, 'Segoe UI', Roboto, Arial, sans-serif",
  zh: "-apple-system, 'Segoe UI', Roboto, 'PingFang SC', 'Microsoft YaHei', 'Noto Sans CJK SC', Arial, sans-serif",
};

const styles = {
  page: { margin: 0, padding: '24px 12px', backgroundColor: '#f4f4f5' },
  // A long name or address without spaces breaks, and the mail keeps its width.
  table: { width: '100%', maxWidth: '560px', margin: '0 auto', overflowWrap: 'anywhere' },
  product: { padding: '0 0 16px', fontSize: '18px', fontWeight: 600, color: '#18181b' },
  card: { padding: '32px', backgroundColor: '#ffffff', borderRadius: '12px' },
  paragraph: { margin: '0 0 16px', fontSize: '16px', lineHeight: '26px', color: '#27272a' },
  list: { margin: '0 0 16px', padding: '0 0 0 24px' },
  item: { fontSize: '16px', lineHeight: '26px', color: '#27272a' },
  quiet: { margin: '0 0 4px', fontSize: '13px', lineHeight: '20px', color: '#52525b' },
  footer: { padding: '16px 0 0', fontSize: '13px', lineHeight: '20px', color: '#52525b' },
  buttonCell: { padding: '8px 0 24px' },
  button: {
    display: 'inline-block',
    padding: '12px 24px',
    borderRadius: '8px',
    backgroundColor: '#c2410c',
    color: '#ffffff',
    fontSize: '16px',
    fontWeight: 600,
    textDecoration: 'none',
  },
  clear: { color: '#c2410c', wordBreak: 'break-all' },
} satisfies Record<string, CSSProperties>;

/** Clients that know dark mode take these; the others keep the styles of the elements. */
const darkStyles = `
  :root { color-scheme: light dark; supported-color-schemes: light dark; }
  @media (prefers-color-scheme: dark) {
    .page { background-color: #18181b !important; }
    .card { background-color: #27272a !important; }
    .strong { color: #fafafa !important; }
    .quiet { color: #a1a1aa !important; }
    .clear { color: #fdba74 !important; }
  }
`;

/** Frame of all mails, with tables and inline styles, since mail clients support little else. */
export function LetterBody({ setting, name, children }: LetterBodyProps): ReactElement {
  const { language, words, productName, brand } = setting;
  return (
    <html lang={language}>
      <head>
        <meta httpEquiv="Content-Type" content="text/html; charset=utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>{productName}</title>
        <style>{darkStyles + brandStyles(brand)}</style>
      </head>
      <body className="page" style={{ ...styles.page, fontFamily: fonts[language] }}>
        <table role="presentation" cellPadding={0} cellSpacing={0} border={0} style={styles.table}>
          <tbody>
            <tr>
              <td className="strong" style={styles.product}>
                <ProductName productName={productName} logo={brand?.logo} />
              </td>
            </tr>
            <tr>
              <td className="card" style={styles.card}>
                <Paragraph>{words.greeting(name)}</Paragraph>
                {children}
              </td>
            </tr>
            <tr>
              <td className="quiet" style={styles.footer}>
                {words.footer(productName)}
                {brand && <BrandFooter brand={brand} words={words} />}
              </td>
            </tr>
          </tbody>
        </table>
      </body>
    </html>
  );
}

export function Paragraph({ children }: { readonly children: ReactNode }): ReactElement {
  return (
    <p className="strong" style={styles.paragraph}>
      {children}
    </p>
  );
}

export function List({ items }: { readonly items: readonly string[] }): ReactElement {
  return (
    <ul style={styles.list}>
      {items.map((item) => (
        <li key={item} className="strong" style={styles.item}>
          {item}
        </li>
      ))}
    </ul>
  );
}

interface ActionProps {
  readonly setting: TemplateSetting;
  readonly link: string;
  readonly button: string;
}

/** A button, and the same address in clear for those who cannot or would not press it. */
export function Action({ setting, link, button }: ActionProps): ReactElement {
  const { brand, words } = setting;
  return (
    <>
      <table role="presentation" cellPadding={0} cellSpacing={0} border={0} data-skip-in-text>
        <tbody>
          <tr>
            <td style={styles.buttonCell}>
              <a className={brand?.accent && 'button'} href={link} style={buttonStyle(brand)}>
                {button}
              </a>
            </td>
          </tr>
        </tbody>
      </table>
      <p className="quiet" style={styles.quiet} data-skip-in-text>
        {words.linkInClear}
      </p>
      <ClearLink setting={setting} link={link} />
    </>
  );
}

function buttonStyle(brand: MailBrand | undefined): CSSProperties {
  const shades = brand?.accent?.light;
  return shades
    ? { ...styles.button, backgroundColor: shades.accent, color: shades.ink }
    : styles.button;
}

/** An address that can be read, copied and pressed. */
export function ClearLink({ setting, link }: Omit<ActionProps, 'button'>): ReactElement {
  const { accent } = setting.brand ?? {};
  const color = accent?.light.accent ?? styles.clear.color;
  return (
    <p className="quiet" style={styles.paragraph}>
      <a className="clear" href={link} style={{ ...styles.clear, color }}>
        {link}
      </a>
    </p>
  );
}
