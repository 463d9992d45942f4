import {
  closeEdges,
  type Frequency,
  formatMoney,
  type Language,
  type Money,
  markEdges,
  minorDigits,
  shownDigits,
} from '@hearth/contract';
import { formatDate, formatMonth, formatPeriod, isBuiltIn } from './dates.ts';
import type { phrasesEn } from './en-phrases.ts';

/** Fields of a card that may be mailed. */
export interface MailedCard {
  readonly brand: string;
  readonly last4: string;
}

/** Texts that several mails share, with what is filled in between double braces. */
export type Phrases = { readonly [Key in PhraseKey]: string };

export type PhraseKey = keyof typeof phrasesEn;

/** Values of a text by the name of their place; null if a value is not known. */
export type Values = Readonly<Record<string, string | null | undefined>>;

/** Project of a mail, whose name may be empty. */
interface Project {
  readonly subscriptionName: string;
  readonly productName: string;
}

/** Writes values and shared texts in one language. */
export interface Speech {
  readonly language: Language;
  readonly phrase: (key: PhraseKey, values?: Values) => string;
  readonly greet: (name: string) => string;
  readonly money: (money: Money) => string;
  readonly date: (instant: string, timeZone?: string) => string;
  readonly period: (from: string, to: string, timeZone?: string) => string;
  readonly month: (month: { readonly month: number; readonly year: number }) => string;
  readonly card: (card: MailedCard) => string;
  /** `Pro, billed monthly`. */
  readonly billed: (plan: string, frequency: Frequency | null) => string;
  readonly project: (project: Project) => string;
}

export function speak({
  language,
  phrases,
}: {
  readonly language: Language;
  readonly phrases: Phrases;
}): Speech {
  const phrase = (key: PhraseKey, values: Values = {}) =>
    fillIn(phrases[key], values, language) ?? '';
  return {
    language,
    phrase,
    greet: (name) => (name === '' ? phrase('greetingUnnamed') : phrase('greeting', { name })),
    money: (money) => (isBuiltIn(language) ? formatMoney(money) : moneyIn(money, language)),
    date: (instant, timeZone) => formatDate(instant, language, timeZone),
    period: (from, to, timeZone) => formatPeriod({ from, to }, language, timeZone),
    month: (month) => formatMonth(month, language),
    card: ({ brand, last4 }) =>
      phrase(brand === 'unionpay' ? 'unionPayCard' : 'card', {
        brand: brandNames[brand] ?? brand,
        last4,
      }),
    billed: (plan, frequency) => (frequency ? phrase(billedKeys[frequency], { plan }) : plan),
    project: ({ subscriptionName, productName }) =>
      subscriptionName === ''
        ? phrase('projectUnnamed', { product: productName })
        : phrase('project', { name: subscriptionName, product: productName }),
  };
}

/** `1.234,50 €` in German. */
function moneyIn({ amount, currency }: Money, language: Language): string {
  const digits = shownDigits(amount, currency);
  const format = new Intl.NumberFormat(language, {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return format.format(amount / 10 ** minorDigits(currency));
}

/** The text with its values; undefined if one of them is not known. */
export function fillIn(text: string, values: Values, language: Language): string | undefined {
  const isChinese = language === 'zh';
  let isKnown = true;
  const filled = text.replace(/\{\{(\w+)\}\}/g, (_place, name: string) => {
    const value = values[name];
    isKnown &&= typeof value === 'string' && value !== '';
    return isChinese ? markEdges(value ?? '') : (value ?? '');
  });
  if (!isKnown) {
    return undefined;
  }
  return isChinese ? closeEdges(filled) : filled;
}

const billedKeys = { week: 'billedWeekly', month: 'billedMonthly', year: 'billedYearly' } as const;

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
