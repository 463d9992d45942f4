import { sum } from '../rules/proration.ts';
import type { LineTax } from '../rules/tax-rules.ts';
import type { HostedInvoice } from './hosted-invoice.ts';
import type { InvoiceWords } from './hosted-invoice-words.ts';

export interface Seller {
  readonly name: string;
  /** Lines of the address. */
  readonly address: readonly string[];
}

/** Name of the plan that has the price, in the reader's language; undefined where no plan has it any more. */
export type PlanName = (priceId: string) => string | undefined;

export interface ShownLine {
  readonly text: string;
  readonly span: string;
  /** Minor units. */
  readonly amount: number;
}

/** Lines of the invoice in the reader's language. */
export function toShownLines(
  { lines, timeZone }: HostedInvoice,
  { words, planName }: { readonly words: InvoiceWords; readonly planName: PlanName },
): ShownLine[] {
  return lines.map(({ kind, plan, priceId, from, to, amount, frequency }) => ({
    text: words.lines[kind](planName(priceId) ?? plan, words.periods[frequency ?? 'week']),
    span: [from, to].map((at) => toDay(new Date(at), words, timeZone)).join(' – '),
    amount,
  }));
}

/** Sums below the lines, with minor units. */
export function toSums(invoice: HostedInvoice, words: InvoiceWords): [string, number][] {
  const { discount, total, creditUsed, amountDue, refunded } = invoice;
  const taxes = toTaxSums(invoice, words);
  const off: [string, number][] = [
    ...(taxes.length > 0 ? [toSubtotal(invoice, words)] : []),
    ...(discount > 0 ? [[words.discount, 0 - discount] satisfies [string, number]] : []),
    ...taxes,
  ];
  if (total < 0) {
    return [...off, [words.total, total], [words.creditAdded, 0 - total]];
  }
  const used: [string, number][] = creditUsed > 0 ? [[words.creditUsed, 0 - creditUsed]] : [];
  const undelivered = total - creditUsed - amountDue;
  const credited: [string, number][] =
    undelivered > 0 ? [[words.undelivered, 0 - undelivered]] : [];
  const last = invoice.status === 'paid' ? words.amountPaid : words.amountDue;
  const back: [string, number][] = refunded > 0 ? [[words.refunded, 0 - refunded]] : [];
  return [...off, [words.total, total], ...credited, ...used, [last, amountDue], ...back];
}

function toSubtotal({ lines }: HostedInvoice, { subtotal }: InvoiceWords): [string, number] {
  return [subtotal, sum(lines)];
}

/** One row for each tax and rate. A place where none is collected has none. */
function toTaxSums({ lines }: HostedInvoice, words: InvoiceWords): [string, number][] {
  const rows = new Map<string, number>();
  for (const { tax } of lines) {
    const name = tax && tax.reason !== 'not_collecting' ? toTaxName(tax, words) : undefined;
    if (tax && name !== undefined) {
      rows.set(name, (rows.get(name) ?? 0) + tax.amount);
    }
  }
  return [...rows];
}

function toTaxName({ name, percent, reason, behavior }: LineTax, words: InvoiceWords): string {
  const rate = `${words.taxes[name]} ${percent}%`;
  if (reason === 'reverse_charge') {
    return words.reverseCharge;
  }
  return behavior === 'inclusive' ? words.taxIncluded(rate) : rate;
}

export function toBilledToLines({ billedTo }: HostedInvoice, words: InvoiceWords): string[] {
  const { tag } = words;
  const { email, details, taxId } = billedTo;
  if (!details) {
    return [email];
  }
  const { line1, line2, city, state, postalCode, country } = details.address;
  const town = [city, state, postalCode].filter(Boolean).join(', ');
  const land = new Intl.DisplayNames(tag, { type: 'region' }).of(country) ?? country;
  const { company, name, phone, purchaseOrder } = details;
  return [
    company ?? '',
    name,
    line1,
    line2,
    town,
    land,
    email,
    phone,
    taxId ? `${words.taxId}${taxId}` : '',
    purchaseOrder ? `${words.purchaseOrder}${purchaseOrder}` : '',
  ].filter(Boolean);
}

export function toDay(at: Date, { tag }: InvoiceWords, timeZone: string): string {
  return at.toLocaleDateString(tag, {
    timeZone,
    year: 'numeric',
    month: 'short',
    day: 'numeric',
  });
}
