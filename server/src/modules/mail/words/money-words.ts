import type { Frequency, Language } from '@hearth/contract';
import type { BillingContent, MailedCard } from '../billing-content.ts';

const englishDate = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  timeZone: 'UTC',
});

/** Day in UTC, because the reader's time zone is unknown. */
export function formatDate(instant: string, language: Language): string {
  const date = new Date(instant);
  return language === 'zh'
    ? `${date.getUTCFullYear()}年${date.getUTCMonth() + 1}月${date.getUTCDate()}日`
    : englishDate.format(date);
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

type PlanChanged = Extract<BillingContent, { kind: 'plan-changed' }>;

/** How often a project is charged now, where it was charged at another interval before. */
export function findNewRhythm(frequency: PlanChanged['frequency']): Frequency | undefined {
  const { from = null, to = null } = frequency ?? {};
  return from !== null && to !== null && from !== to ? to : undefined;
}
