import { type Language, minorDigits, moneyFormat, shownDigits } from '@hearth/contract';
import { keepMade } from './keep-made.ts';

/** Written out, since a browser takes some 20 ms to make its first `Intl.DateTimeFormat`. */
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** A day in the reader's time zone, from ISO 8601 or epoch seconds. */
export function formatDate(instant: string | number, language: Language): string {
  const date = new Date(typeof instant === 'number' ? instant * 1000 : instant);
  const year = date.getFullYear();
  return language === 'zh'
    ? `${year}年${toDay(date, language)}`
    : `${toDay(date, language)}, ${year}`;
}

/** A day that is near, so that its year is known: `Nov 24`. */
export function formatDay(instant: string, language: Language): string {
  return toDay(new Date(instant), language);
}

function toDay(date: Date, language: Language): string {
  const month = date.getMonth();
  const day = date.getDate();
  return language === 'zh' ? `${month + 1}月${day}日` : `${months[month]} ${day}`;
}

/** Signs before amounts with two decimals. Other currencies wait for `Intl`, which takes a browser some 30 ms at first. */
const signs: Readonly<Record<string, string>> = { usd: '$', eur: '€', gbp: '£' };

const moneyIn = keepMade((key: `${string} ${number}`) => {
  const [currency = '', digits] = key.split(' ');
  return moneyFormat(currency, Number(digits));
});

/** US style in every language. */
export function formatMoney(minorUnits: number, currency: string): string {
  const sign = signs[currency];
  if (sign === undefined) {
    const format = moneyIn(`${currency} ${shownDigits(minorUnits, currency)}`);
    return format.format(minorUnits / 10 ** minorDigits(currency));
  }
  const [whole = '', rest] = Math.abs(minorUnits / 100)
    .toFixed(2)
    .split('.');
  return `${minorUnits < 0 ? '-' : ''}${sign}${groupDigits(whole)}.${rest}`;
}

/** A whole number, the same in every language: `12,345`. */
export function formatCount(count: number): string {
  return groupDigits(String(count));
}

function groupDigits(whole: string): string {
  return whole.replace(/\B(?=(\d{3})+$)/g, ',');
}
