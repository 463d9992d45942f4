import type { Frequency, Language } from '@hearth/contract';
import type { MailedCard } from '../kinds/billing.ts';
import type { ContentOf } from '../kinds/index.ts';

/** Day in the project's time zone, which is named after it unless it is UTC. */
export function formatDate(instant: string, language: Language, timeZone = 'UTC'): string {
  const format = new Intl.DateTimeFormat('en-US', {
    month: language === 'zh' ? 'numeric' : 'short',
    day: 'numeric',
    year: 'numeric',
    timeZone,
  });
  const at = new Date(instant);
  if (language === 'en') {
    return `${format.format(at)}${timeZone === 'UTC' ? '' : ` (${timeZone})`}`;
  }
  const parts = Object.fromEntries(
    format.formatToParts(at).map(({ type, value }) => [type, value]),
  );
  const day = `${parts.year}年${parts.month}月${parts.day}日`;
  return timeZone === 'UTC' ? day : `${day}（${timeZone}）`;
}

const englishMonth = new Intl.DateTimeFormat('en-US', {
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});

/** `November 2026`. */
export function formatMonth(
  { month, year }: { readonly month: number; readonly year: number },
  language: Language,
): string {
  return language === 'zh' ? `${year}年${month}月` : englishMonth.format(Date.UTC(year, month - 1));
}

const brandNames: Readonly<Record<string, string>> = {
  amex: 'American Express',
  diners: 'Diners Club',
  discover: 'Discover',
  eftpos_au: 'Eftpos Australia',
  jcb: 'JCB',
  mastercard: 'Mastercard',
  unionpay: 'UnionPay',
  visa: 'Visa',
};

/** Brand as it is written; an unknown one keeps the provider's name. */
export function brandName({ brand }: MailedCard): string {
  return brandNames[brand] ?? brand;
}

/** How often a project is charged now, if it was charged at another interval before. */
export function findNewRhythm(
  frequency: ContentOf<'plan-changed'>['frequency'],
): Frequency | undefined {
  const { from, to } = frequency;
  return from !== null && to !== null && from !== to ? to : undefined;
}

/** Whether the prices include the tax: it adds nothing to them. */
export function isTaxIncluded({
  subtotal,
  discount,
  tax,
  total,
}: Pick<ContentOf<'receipt'>, 'subtotal' | 'discount' | 'tax' | 'total'>): boolean {
  return (
    Boolean(subtotal && tax) && (subtotal?.amount ?? 0) - (discount?.amount ?? 0) === total.amount
  );
}
