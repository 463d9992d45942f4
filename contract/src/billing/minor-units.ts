import type { Language } from '../fields.ts';
import type { Money } from './money.ts';

/**
 * Digits after the point of the amounts that Stripe takes; two for a currency in none of these lists. ICU, ISO 4217 and
 * browsers differ: https://docs.stripe.com/currencies#minor-units
 */
const withoutDecimals = 'bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'.split(' ');
/** The last digit has to be 0. */
const withThreeDecimals = 'bhd jod kwd omr tnd'.split(' ');
/** Taken in hundredths, of which only whole hundreds can be charged: the currencies have no smaller coins any more. */
const inWholeHundreds = ['isk', 'ugx'];

/** How many digits an amount in the currency has after the point: yen have none. */
export function minorDigits(currency: string): 0 | 2 | 3 {
  const code = currency.toLowerCase();
  if (withoutDecimals.includes(code)) {
    return 0;
  }
  return withThreeDecimals.includes(code) ? 3 : 2;
}

/** The smallest amount that can be charged, in minor units, of which all others are multiples. */
export function minorStep(currency: string): number {
  const code = currency.toLowerCase();
  if (inWholeHundreds.includes(code)) {
    return 100;
  }
  return withThreeDecimals.includes(code) ? 10 : 1;
}

interface Price {
  readonly price: number;
  readonly currency: string;
}

/** A price in minor units: cents, or whole units of a currency without smaller ones. */
export function toMinorUnits({ price, currency }: Price): Money {
  return { amount: Math.round(price * 10 ** minorDigits(currency)), currency };
}

/** Largest amount of a card payment at Stripe, in minor units. */
const mostMinorUnits = 999_999_999_999;

/** Whether Stripe can charge just this price: it has no digit too many, and is not too high. */
export function isChargeable({ price, currency }: Price): boolean {
  const { amount } = toMinorUnits({ price, currency });
  const isExact = amount / 10 ** minorDigits(currency) === price;
  return isExact && amount % minorStep(currency) === 0 && amount <= mostMinorUnits;
}

/** How many digits after the point a price may have. */
export function priceDigits(currency: string): number {
  return minorDigits(currency) - Math.log10(minorStep(currency));
}

interface MoneyStyle {
  readonly currency: string;
  /** Digits after the point. */
  readonly digits: number;
  readonly language?: Language;
  readonly currencyDisplay?: 'symbol' | 'code' | undefined;
}

/** Format of amounts, the same on server and browser: US style in English and Chinese, and without a language. */
export function moneyFormat({
  currency,
  digits,
  language = 'en',
  currencyDisplay = 'symbol',
}: MoneyStyle): Intl.NumberFormat {
  return new Intl.NumberFormat(language === 'zh' ? 'en' : language, {
    style: 'currency',
    currency,
    currencyDisplay,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
}

/** Digits after the point that an amount is written with; whole kronas have none, since there are no smaller coins. */
export function shownDigits(amount: number, currency: string): number {
  return amount % minorStep(currency) === 0 && minorStep(currency) === 100
    ? 0
    : minorDigits(currency);
}

/** `$1,234.50`, from minor units. */
export function formatMoney(
  { amount, currency }: Money,
  currencyDisplay?: 'symbol' | 'code',
): string {
  const format = moneyFormat({ currency, digits: shownDigits(amount, currency), currencyDisplay });
  return format.format(amount / 10 ** minorDigits(currency));
}
