import { type Language, minorDigits, moneyFormat, shownDigits } from '@hearth/contract';
import { inOneLine } from './in-one-line.ts';
import { keepMade } from './keep-made.ts';

/** Written out, since a browser takes some 20 ms to make its first `Intl.DateTimeFormat`. */
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

interface Day {
  readonly year: number;
  /** From 0. */
  readonly month: number;
  readonly day: number;
}

/** How a language that has a folder writes what English and Chinese write below. */
export interface OtherFormats {
  /** `20. Nov. 2026`, or `20. Nov.` if its year is known. */
  readonly day: (day: Day, isYearKnown: boolean) => string;
  readonly time: (date: Date) => string;
  /** `Nov. 26`. Takes a day at midnight in UTC. */
  readonly month: (date: Date) => string;
  /** Takes a day at midnight in UTC. */
  readonly weekday: (date: Date) => string;
  readonly money: (amount: number, currency: string, digits: number) => string;
  readonly count: (count: number) => string;
}

let others: OtherFormats | undefined;

/** From now on everything is written so; undefined for English and Chinese. */
export function writeAs(formats: OtherFormats | undefined): void {
  others = formats;
}

export const otherFormats = () => others;

/** A day from ISO 8601 or epoch seconds, in the reader's time zone if none is given. */
export function formatDate(
  instant: string | number,
  language: Language,
  timeZone?: string,
): string {
  const day = dayOf(typeof instant === 'number' ? instant * 1000 : instant, timeZone);
  if (others) {
    return inOneLine(others.day(day, false));
  }
  return language === 'zh'
    ? `${day.year}年${toDay(day, language)}`
    : inOneLine(`${toDay(day, language)}, ${day.year}`);
}

/** A day that is near, so that its year is known: `Nov 24`. */
export function formatDay(instant: string, language: Language, timeZone?: string): string {
  return toDay(dayOf(instant, timeZone), language);
}

function toDay(given: Day, language: Language): string {
  if (others) {
    return inOneLine(others.day(given, true));
  }
  const { month, day } = given;
  return language === 'zh' ? `${month + 1}月${day}日` : inOneLine(`${months[month]} ${day}`);
}

const partsIn = keepMade((timeZone: string) => {
  try {
    return new Intl.DateTimeFormat('en-US', {
      timeZone,
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
    });
  } catch {
    return undefined;
  }
});

/** The day in that time zone, or the device's if the browser does not know the zone. `Intl` is made for a given zone only. */
export function dayOf(instant: string | number, timeZone?: string): Day {
  const date = new Date(instant);
  if (timeZone === undefined) {
    return { year: date.getFullYear(), month: date.getMonth(), day: date.getDate() };
  }
  if (timeZone === 'UTC') {
    return { year: date.getUTCFullYear(), month: date.getUTCMonth(), day: date.getUTCDate() };
  }
  const parts = partsIn(timeZone)?.formatToParts(date);
  if (!parts) {
    return dayOf(instant);
  }
  const read = (type: string) => Number(parts.find((part) => part.type === type)?.value);
  return { year: read('year'), month: read('month') - 1, day: read('day') };
}

/** Signs before amounts with two decimals. Other currencies wait for `Intl`, which takes a browser some 30 ms at first. */
const signs: Readonly<Record<string, string>> = { usd: '$', eur: '€', gbp: '£' };

const moneyIn = keepMade((key: `${string} ${number}`) => {
  const [currency = '', digits] = key.split(' ');
  return moneyFormat(currency, Number(digits));
});

/** US style in English and Chinese. */
export function formatMoney(minorUnits: number, currency: string): string {
  if (others) {
    const amount = minorUnits / 10 ** minorDigits(currency);
    return others.money(amount, currency, shownDigits(minorUnits, currency));
  }
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

/** A whole number: `12,345`. */
export function formatCount(count: number): string {
  return others?.count(count) ?? groupDigits(String(count));
}

function groupDigits(whole: string): string {
  return whole.replace(/\B(?=(\d{3})+$)/g, ',');
}
