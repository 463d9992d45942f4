import type Stripe from 'stripe';
import { formatAmount } from '../rules/money.ts';
import type { Catalogue, CustomerState, Stored } from '../state.ts';
import { type PaperLanguage, type PaperWords, paperWords } from './words.ts';

/** Content of a paper, drawn as a page or as a PDF. */
export interface Paper {
  title: string;
  status: string;
  language: PaperLanguage;
  facts: { label: string; lines: string[] }[];
  columns: [description: string, quantity: string, amount: string];
  rows: { description: string; detail: string; quantity: string; amount: string }[];
  sums: { label: string; amount: string; isTotal?: boolean }[];
  /** With it, the page takes a payment. */
  clientSecret: string | undefined;
}

type Invoice = Stored<Stripe.Invoice>;

interface PaperSource {
  state: CustomerState;
  catalogue: Catalogue;
}

/** A finalized invoice. */
export function toInvoicePaper(
  found: PaperSource,
  invoice: Invoice,
  language: PaperLanguage,
): Paper {
  const words = paperWords[language];
  const money = (amount: number) => formatAmount(amount, invoice.currency);
  const day = (time: number) => `${toDay(time, language)} (UTC)`;
  const { period } = words;
  return {
    title: `${words.invoice} ${invoice.number}`,
    status: words.statuses[invoice.status ?? 'open'] ?? '',
    language,
    facts: [
      { label: words.date, lines: [toDate(invoice.effective_at ?? invoice.created, language)] },
      ...(invoice.due_date
        ? [{ label: words.due, lines: [toDate(invoice.due_date, language)] }]
        : []),
      { label: words.from, lines: toSeller(found.catalogue) },
      { label: words.to, lines: toBuyer(invoice, words) },
      ...(invoice.custom_fields ?? []).map(({ name, value }) => ({ label: name, lines: [value] })),
    ],
    columns: [words.description, words.quantity, words.amount],
    rows: invoice.lines.data.map((line) => ({
      description: line.description ?? '',
      detail: period(day(line.period.start), day(line.period.end)),
      quantity: String(line.quantity ?? 1),
      amount: money(line.amount),
    })),
    sums: toSums(invoice, found.catalogue, words, money),
    clientSecret: invoice.status === 'open' ? secretOf(found.state, invoice) : undefined,
  };
}

function toSums(
  invoice: Invoice,
  { taxRates }: Catalogue,
  words: PaperWords,
  money: (amount: number) => string,
): Paper['sums'] {
  const discount = (invoice.total_discount_amounts ?? []).reduce((sum, one) => sum + one.amount, 0);
  const used = invoice.amount_due - invoice.total;
  const credited =
    invoice.pre_payment_credit_notes_amount + invoice.post_payment_credit_notes_amount;
  const taxes = (invoice.total_taxes ?? []).map(({ amount, tax_behavior: behavior, ...tax }) => {
    if (tax.taxability_reason === 'reverse_charge') {
      return { label: words.reverseCharge, amount: money(amount) };
    }
    const rate = taxRates[tax.tax_rate_details?.tax_rate ?? ''];
    const name = rate ? `${rate.display_name} ${rate.percentage}%` : words.tax;
    return {
      label: behavior === 'inclusive' ? `${name} ${words.included}` : name,
      amount: money(amount),
    };
  });
  const optional = (label: string, amount: number) =>
    amount === 0 ? [] : [{ label, amount: money(amount) }];
  return [
    { label: words.subtotal, amount: money(invoice.subtotal) },
    ...optional(words.discount, -discount),
    ...taxes,
    { label: words.total, amount: money(invoice.total), isTotal: true },
    ...optional(words.balance, used),
    ...optional(words.credited, -credited),
    invoice.status === 'paid'
      ? { label: words.paid, amount: money(invoice.amount_paid), isTotal: true }
      : { label: words.amountDue, amount: money(invoice.amount_remaining), isTotal: true },
  ];
}

function toSeller({ account }: Catalogue): string[] {
  const { business_profile: profile, email } = account;
  return [profile?.name ?? account.id, ...toLines(profile?.support_address), email ?? ''].filter(
    (line) => line !== '',
  );
}

function toBuyer(invoice: Invoice, words: PaperWords): string[] {
  const ids = (invoice.customer_tax_ids ?? []).map(({ value }) => `${words.taxId} ${value}`);
  return [
    invoice.customer_name ?? '',
    ...toLines(invoice.customer_address),
    invoice.customer_email ?? '',
    ...ids,
  ].filter((line) => line !== '');
}

function toLines(address: Partial<Stripe.Address> | null | undefined): string[] {
  const { line1, line2, city, state, postal_code: code, country } = address ?? {};
  const place = [city, state, code].filter(Boolean).join(' ');
  return [line1, line2, place, country].filter((line): line is string => Boolean(line));
}

function secretOf(state: CustomerState, { id }: Invoice): string | undefined {
  const payment = Object.values(state.invoicePayments).find(
    (one) => one.invoice === id && one.status === 'open',
  );
  const intent = state.paymentIntents[payment?.payment.payment_intent ?? ''];
  return intent?.client_secret ?? undefined;
}

export function toReceiptPaper(
  { catalogue }: PaperSource,
  charge: Stored<Stripe.Charge>,
  language: PaperLanguage,
): Paper {
  const words = paperWords[language];
  const money = (amount: number) => formatAmount(amount, charge.currency);
  const card = charge.payment_method_details?.card;
  const isRefunded = charge.amount_refunded > 0;
  return {
    title: words.receipt,
    status: words.statuses.paid ?? '',
    language,
    facts: [
      { label: words.date, lines: [toDate(charge.created, language)] },
      { label: words.from, lines: toSeller(catalogue) },
      { label: words.method, lines: card ? [`${card.brand} •••• ${card.last4}`] : [] },
    ],
    columns: [words.description, words.quantity, words.amount],
    rows: [
      {
        description: charge.description ?? words.payment,
        detail: '',
        quantity: '1',
        amount: money(charge.amount),
      },
    ],
    sums: [
      { label: words.paid, amount: money(charge.amount), isTotal: true },
      ...(isRefunded ? [{ label: words.refunded, amount: money(-charge.amount_refunded) }] : []),
    ],
    clientSecret: undefined,
  };
}

export function toCreditNotePaper(
  { catalogue }: PaperSource,
  note: Stored<Stripe.CreditNote>,
  language: PaperLanguage,
): Paper {
  const words = paperWords[language];
  const money = (amount: number) => formatAmount(amount, note.currency);
  return {
    title: `${words.creditNote} ${note.number}`,
    status: '',
    language,
    facts: [
      { label: words.date, lines: [toDate(note.created, language)] },
      { label: words.from, lines: toSeller(catalogue) },
    ],
    columns: [words.description, words.quantity, words.amount],
    rows: note.lines.data.map((line) => ({
      description: line.description ?? '',
      detail: '',
      quantity: String(line.quantity ?? 1),
      amount: money(line.amount),
    })),
    sums: [{ label: words.total, amount: money(note.total), isTotal: true }],
    clientSecret: undefined,
  };
}

const toDay = (time: number, language: PaperLanguage) =>
  new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' }).format(time * 1000);

/** Names the time zone, since mails and screens of the seller may count days in another one. */
const toDate = (time: number, language: PaperLanguage) => `${toDay(time, language)} (UTC)`;
