import { formatMoney } from '@hearth/contract';
import type { HostedInvoice } from './hosted-invoice.ts';
import { brandLines, brandStyles, type InvoiceBrand, logoHeight } from './hosted-invoice-brand.ts';
import {
  type PlanName,
  type Seller,
  toBilledToLines,
  toDay,
  toShownLines,
  toSums,
} from './hosted-invoice-content.ts';
import { hostedInvoiceStyles } from './hosted-invoice-styles.ts';
import { type InvoiceWords, invoiceWords, type PageLanguage } from './hosted-invoice-words.ts';

interface Page {
  /** Undefined where nobody knows the address. */
  readonly invoice: HostedInvoice | undefined;
  readonly language: PageLanguage;
  readonly productName: string;
  readonly brand?: InvoiceBrand;
  readonly seller: Seller;
  readonly planName: PlanName;
}

interface Content extends Omit<Page, 'invoice' | 'language' | 'productName' | 'brand'> {
  readonly invoice: HostedInvoice;
  readonly words: InvoiceWords;
}

/** Renders the invoice as a page without scripts and other files, A4 when printed. */
export function renderHostedInvoice({ invoice, language, productName, ...more }: Page): string {
  const { brand = {}, ...rest } = more;
  const words = invoiceWords[language];
  const name = toHtml(productName);
  const title = invoice ? toHtml(`${words.invoice} ${invoice.number}`) : toHtml(words.missing);
  return `<!doctype html>
<html lang="${words.tag}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="referrer" content="no-referrer">
<title>${title} · ${name}</title>
<style>${hostedInvoiceStyles}${brandStyles(brand)}</style>
</head>
<body>
<main>
<header>
<p class="product">${logo(brand, name)}</p>
<h1>${title}</h1>
${invoice ? status(invoice, words) : ''}
</header>
${invoice ? content({ ...rest, invoice, words }) : ''}${foot(brand, words)}
</main>
</body>
</html>
`;
}

/** Paper is white, whichever theme the screen has. */
function logo({ logo: picture }: InvoiceBrand, name: string): string {
  if (!picture) {
    return name;
  }
  const { light, dark, width, wordmark } = picture;
  const alt = wordmark ? name : '';
  const source = `<source media="screen and (prefers-color-scheme: dark)" srcset="${dark.path}">`;
  const image = `<img src="${light.path}" alt="${alt}" width="${width}" height="${logoHeight}">`;
  return `<picture>${source}${image}</picture>${wordmark ? '' : name}`;
}

function foot(brand: InvoiceBrand, words: InvoiceWords): string {
  const links = brandLines(brand, words).map(
    ({ text, url }) => `<a href="${toHtml(url)}">${toHtml(text)}</a>`,
  );
  return links.length > 0 ? `\n<p class="note">${links.join(' · ')}</p>` : '';
}

function status(invoice: HostedInvoice, words: InvoiceWords): string {
  return `<p class="status ${invoice.status}">${toHtml(words.statuses[invoice.status])}</p>`;
}

function content(page: Content): string {
  return `<div class="facts">
${facts(page)}
</div>
${table(page)}
<p class="note">${toHtml(page.words.sandbox)}</p>`;
}

function facts({ invoice, seller, words }: Content): string {
  const { timeZone } = invoice;
  const dates = [
    `<dt>${toHtml(words.date)}</dt><dd>${toDay(invoice.createdAt, words, timeZone)}</dd>`,
    invoice.paidAt
      ? `<dt>${toHtml(words.paidOn)}</dt><dd>${toDay(invoice.paidAt, words, timeZone)}</dd>`
      : '',
    `<dt>${toHtml(words.timeZone)}</dt><dd>${toHtml(timeZone)}</dd>`,
  ];
  const party = (name: string, lines: readonly string[]) =>
    `<dl><dt>${toHtml(name)}</dt><dd>${lines.map(toHtml).join('<br>')}</dd></dl>`;
  return `<dl>${dates.join('')}</dl>
${party(words.seller, [seller.name, ...seller.address])}
${party(words.billedTo, toBilledToLines(invoice, words))}`;
}

function table({ invoice, planName, words }: Content): string {
  const money = (amount: number) => toHtml(formatMoney({ amount, currency: invoice.currency }));
  const rows = toShownLines(invoice, { words, planName }).map(
    ({ text, span, amount }) =>
      `<tr><td>${toHtml(text)}</td><td class="period">${span}</td><td>${money(amount)}</td></tr>`,
  );
  const sums = toSums(invoice, words).map(
    ([name, amount]) =>
      `<tr><th scope="row" colspan="2">${toHtml(name)}</th><td>${money(amount)}</td></tr>`,
  );
  const heads = [words.description, words.period, words.amount];
  return `<table>
<thead><tr>${heads.map((head) => `<th scope="col">${toHtml(head)}</th>`).join('')}</tr></thead>
<tbody>
${rows.join('\n')}
</tbody>
<tfoot>
${sums.join('\n')}
</tfoot>
</table>`;
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function toHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (letter) => entities[letter] ?? letter);
}
