import type { InvoiceWords } from './hosted-invoice-words.ts';

interface Picture {
  readonly path: string;
  readonly content: Uint8Array;
  readonly contentType: string;
}

/** The operator's look on invoices, and where they lead for help. Colors are `#rrggbb`. */
export interface InvoiceBrand {
  readonly logo?: {
    readonly light: Picture;
    readonly dark: Picture;
    /** The picture holds the product's name. */
    readonly wordmark: boolean;
    /** Width in px at a height of 28 px. */
    readonly width: number;
  };
  readonly accent?: Readonly<Record<'light' | 'dark', { readonly accent: string }>>;
  readonly support?: string | undefined;
  readonly terms?: string | undefined;
  readonly privacy?: string | undefined;
}

export const logoHeight = 28;

/** Rules beside those of all invoices. */
export function brandStyles({ accent, logo }: InvoiceBrand): string {
  const colours = accent
    ? `:root { --accent: ${accent.light.accent}; }
@media screen and (prefers-color-scheme: dark) { :root { --accent: ${accent.dark.accent}; } }
main { border-top: 4px solid var(--accent); }
a { color: var(--accent); }
`
    : '';
  const picture = logo ? '.product img { display: block; margin-bottom: .5rem; }\n' : '';
  return colours + picture;
}

/** Lines below an invoice: where to ask, and on which terms. */
export function brandLines(
  { support, terms, privacy }: InvoiceBrand,
  words: InvoiceWords,
): { readonly text: string; readonly url: string }[] {
  return [
    { text: support && words.questions(support), url: support && `mailto:${support}` },
    { text: words.terms, url: terms },
    { text: words.privacy, url: privacy },
  ].flatMap(({ text, url }) => (text && url ? [{ text, url }] : []));
}
