import { minorDigits } from '@hearth/contract';
import type { HostedInvoice } from './hosted-invoice.ts';
import { hostedInvoiceStyles } from './hosted-invoice-styles.ts';
import { type InvoiceWords, invoiceWords, type PageLanguage } from './hosted-invoice-words.ts';

interface Page {
  /** Undefined where nobody knows the address. */
  readonly invoice: HostedInvoice | undefined;
  readonly language: PageLanguage;
  readonly productName: string;
  readonly seller: Seller;
  /** Name of the plan that has the price, in the reader's language; undefined where no plan has it any more. */
  readonly planName: (priceId: string) => string | undefined;
}

interface Seller {
  readonly name: string;
  /** Lines of the address. */
  readonly address: readonly string[];
}

interface Content extends Omit<Page, 'invoice' | 'language' | 'productName'> {
  readonly invoice: HostedInvoice;
  readonly words: InvoiceWords;
}

/** Renders the invoice as a page without scripts and other files, A4 when printed. */
export function renderHostedInvoice({ invoice, language, productName, ...rest }: Page): string {
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
<style>${hostedInvoiceStyles}</style>
</head>
<body>
<main>
<header>
<p class="product">${name}</p>
<h1>${title}</h1>
${invoice ? status(invoice, words) : ''}
</header>
${invoice ? content({ ...rest, invoice, words }) : ''}
</main>
</body>
</html>
`;
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
  const dates = [
    `<dt>${toHtml(words.date)}</dt><dd>${day(invoice.createdAt, words)}</dd>`,
    invoice.paidAt ? `<dt>${toHtml(words.paidOn)}</dt><dd>${day(invoice.paidAt, words)}</dd>` : '',
  ];
  const party = (name: string, lines: readonly string[]) =>
    `<dl><dt>${toHtml(name)}</dt><dd>${lines.map(toHtml).join('<br>')}</dd></dl>`;
  return `<dl>${dates.join('')}</dl>
${party(words.seller, [seller.name, ...seller.address])}
${party(words.billedTo, billedToLines(invoice, words))}`;
}

function billedToLines({ billedTo }: HostedInvoice, { tag }: InvoiceWords): string[] {
  const { email, details } = billedTo;
  if (!details) {
    return [email];
  }
  const { line1, line2, city, state, postalCode, country } = details.address;
  const town = [city, state, postalCode].filter(Boolean).join(', ');
  const land = new Intl.DisplayNames(tag, { type: 'region' }).of(country) ?? country;
  return [details.name, line1, line2, town, land, email, details.phone].filter(Boolean);
}

function table({ invoice, planName, words }: Content): string {
  const money = (amount: number) => toHtml(toMoney(amount, invoice.currency));
  const rows = invoice.lines.map(({ kind, plan, priceId, from, to, amount, frequency }) => {
    const span = `${day(new Date(from), words)} – ${day(new Date(to), words)}`;
    const period = words.periods[frequency ?? 'week'];
    const what = toHtml(words.lines[kind](planName(priceId) ?? plan, period));
    return `<tr><td>${what}</td><td class="period">${span}</td><td>${money(amount)}</td></tr>`;
  });
  const sums = sumsOf(invoice, words).map(
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

function sumsOf(invoice: HostedInvoice, words: InvoiceWords): [string, number][] {
  const { total, creditUsed, amountDue } = invoice;
  if (total < 0) {
    return [
      [words.total, total],
      [words.creditAdded, 0 - total],
    ];
  }
  const used: [string, number][] = creditUsed > 0 ? [[words.creditUsed, 0 - creditUsed]] : [];
  const undelivered = total - creditUsed - amountDue;
  const credited: [string, number][] =
    undelivered > 0 ? [[words.undelivered, 0 - undelivered]] : [];
  const last = invoice.status === 'paid' ? words.amountPaid : words.amountDue;
  return [[words.total, total], ...credited, ...used, [last, amountDue]];
}

function day(at: Date, { tag }: InvoiceWords): string {
  return at.toLocaleDateString(tag, {
    timeZone: 'UTC',
    year: 'numeric',
    month: 'short',
    day: 'numeric',
  });
}

/** Formats money as all screens do, in the currency's minor units: yen have none. */
function toMoney(amount: number, currency: string): string {
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency });
  return format.format(amount / 10 ** minorDigits(currency));
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
