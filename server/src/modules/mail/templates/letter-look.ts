import type { CSSProperties } from 'react';
import type { MailBrand } from './template.ts';

/** The product's own warm tones; those of screens are in web/src/index.css. */
const light = {
  page: '#faf9f7',
  card: '#ffffff',
  line: '#e6e2dd',
  ink: '#1c1917',
  quiet: '#57524d',
};
const dark = {
  page: '#131110',
  card: '#1b1917',
  line: '#312d2a',
  ink: '#f5f3f0',
  quiet: '#b5aea7',
};

const ember: NonNullable<MailBrand['accent']> = {
  light: { accent: '#b93e0c', ink: '#ffffff' },
  dark: { accent: '#fb9253', ink: '#23110a' },
};

const accentOf = (brand: MailBrand | undefined) => brand?.accent ?? ember;

/** English does without Chinese fonts, whose quotation marks are as wide as their letters. */
const latin =
  "ui-sans-serif, system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial";
const chinese = "'PingFang SC', 'Hiragino Sans GB', 'Microsoft YaHei', 'Noto Sans CJK SC'";

export const fontOf = (language: string): string =>
  language === 'zh' ? `${latin}, ${chinese}, sans-serif` : `${latin}, sans-serif`;

export const width = 560;

/** Inline styles, since mail clients support little else. */
export function stylesOf(brand: MailBrand | undefined) {
  const { accent, ink } = accentOf(brand).light;
  const cell: CSSProperties = {
    padding: '10px 0',
    borderTop: `1px solid ${light.line}`,
    fontSize: '15px',
    lineHeight: '22px',
    verticalAlign: 'top',
  };
  const sum: CSSProperties = { color: light.ink, fontWeight: 600 };
  const button: CSSProperties = { backgroundColor: accent, borderRadius: '8px' };
  const label: CSSProperties = {
    ...cell,
    paddingRight: '16px',
    color: light.quiet,
    fontWeight: 400,
    textAlign: 'left',
  };
  const value: CSSProperties = {
    ...cell,
    color: light.ink,
    fontVariantNumeric: 'tabular-nums',
    textAlign: 'right',
  };
  return {
    page: { margin: 0, padding: '24px 12px', backgroundColor: light.page },
    // A long name or address without spaces breaks, and the mail keeps its width.
    frame: {
      width: '100%',
      maxWidth: `${width}px`,
      margin: '0 auto',
      overflowWrap: 'anywhere',
    },
    brand: { padding: '0 0 16px', fontSize: '18px', fontWeight: 600, color: light.ink },
    card: {
      // The last part has a margin of its own below.
      padding: '32px 32px 16px',
      backgroundColor: light.card,
      border: `1px solid ${light.line}`,
      borderRadius: '12px',
    },
    heading: {
      margin: '0 0 16px',
      fontSize: '24px',
      lineHeight: '32px',
      fontWeight: 600,
      color: light.ink,
    },
    paragraph: { margin: '0 0 16px', fontSize: '16px', lineHeight: '26px', color: light.ink },
    list: { margin: '0 0 16px', padding: '0 0 0 24px' },
    item: { fontSize: '16px', lineHeight: '26px', color: light.ink },
    rows: { width: '100%', margin: '8px 0 24px', borderBottom: `1px solid ${light.line}` },
    label,
    value,
    sumLabel: { ...label, ...sum },
    sumValue: { ...value, ...sum },
    code: {
      margin: '0 0 16px',
      fontFamily: "ui-monospace, SFMono-Regular, Menlo, Consolas, 'Courier New', monospace",
      fontSize: '28px',
      lineHeight: '36px',
      fontWeight: 600,
      letterSpacing: '4px',
      color: light.ink,
    },
    buttonTable: { margin: '8px 0 20px' },
    // Outlook takes the padding of the cell, all others that of the link.
    buttonCell: { ...button, msoPaddingAlt: '12px 24px' } as CSSProperties,
    button: {
      ...button,
      display: 'inline-block',
      padding: '12px 24px',
      color: ink,
      fontSize: '16px',
      lineHeight: '24px',
      fontWeight: 600,
      textDecoration: 'none',
    },
    quiet: { margin: '0 0 20px', fontSize: '13px', lineHeight: '20px', color: light.quiet },
    clear: { color: accent, wordBreak: 'break-all' },
    footer: { padding: '16px 0 0', fontSize: '13px', lineHeight: '20px', color: light.quiet },
    footLink: { color: light.quiet },
  } satisfies Record<string, CSSProperties>;
}

/** Clients that know dark mode or narrow screens take these; the others keep the styles of the elements. */
export function sheetOf(brand: MailBrand | undefined): string {
  const { accent, ink } = accentOf(brand).dark;
  const logo = brand?.logo
    ? '.on-light { display: none !important; } .on-dark { display: inline-block !important; }'
    : '';
  return `
  :root { color-scheme: light dark; supported-color-schemes: light dark; }
  @media (max-width: 480px) {
    .card { padding: 24px 20px 8px !important; }
  }
  @media (prefers-color-scheme: dark) {
    .page { background-color: ${dark.page} !important; }
    .card { background-color: ${dark.card} !important; border-color: ${dark.line} !important; }
    .line { border-color: ${dark.line} !important; }
    .strong { color: ${dark.ink} !important; }
    .quiet { color: ${dark.quiet} !important; }
    .clear { color: ${accent} !important; }
    .button { background-color: ${accent} !important; color: ${ink} !important; }
    ${logo}
  }
`;
}
