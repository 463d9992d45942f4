import { type Language, minorDigits, moneyFormat, shownDigits } from '@hearth/contract';
import { inOneLine } from './in-one-line.ts';
import { keepMade } from './keep-made.ts';

/** Language of the page, which sums and counts are written in. */
let written: Language = 'en';

/** From now on sums and counts are written so. */
export function writeIn(language: Language): void {
  written = language;
}

const shapes = {
  date: { year: 'numeric', month: 'short', day: 'numeric' },
  day: { month: 'short', day: 'numeric' },
  month: { year: '2-digit', month: 'short' },
  weekday: { weekday: 'long' },
  time: { hour: 'numeric', minute: '2-digit' },
  numbers: { year: 'numeric', month: 'numeric', day: 'numeric' },
} as const satisfies Readonly<Record<string, Intl.DateTimeFormatOptions>>;

type Shape = keyof typeof shapes;

const formatOf = keepMade((key: `${Language} ${Shape} ${string}`) => {
  const [language, shape, timeZone] = key.split(' ') as [Language, Shape, string];
  try {
    return new Intl.DateTimeFormat(language, {
      ...shapes[shape],
      timeZone: timeZone || undefined,
    });
  } catch {
    return new Intl.DateTimeFormat(language, shapes[shape]);
  }
});

interface Written {
  readonly shape: Shape;
  readonly language: Language;
  /** The device's if none is given, or if the browser does not know it. */
  readonly timeZone?: string | undefined;
}

/** An instant in that shape, from ISO 8601 or milliseconds. */
export function formatAs(
  instant: string | number,
  { shape, language, timeZone = '' }: Written,
): string {
  return inOneLine(formatOf(`${language} ${shape} ${timeZone}`).format(new Date(instant)));
}

/** A day from ISO 8601 or epoch seconds, in the reader's time zone if none is given. */
export function formatDate(
  instant: string | number,
  language: Language,
  timeZone?: string,
): string {
  const at = typeof instant === 'number' ? instant * 1000 : instant;
  return formatAs(at, { shape: 'date', language, timeZone });
}

/** A day that is near, so that its year is known: `Nov 24`. */
export function formatDay(instant: string, language: Language, timeZone?: string): string {
  return formatAs(instant, { shape: 'day', language, timeZone });
}

interface Day {
  readonly year: number;
  /** From 0. */
  readonly month: number;
  readonly day: number;
}

/** The day in that time zone, or the device's if the browser does not know the zone. */
export function dayOf(instant: string | number, timeZone = ''): Day {
  const parts = formatOf(`en numbers ${timeZone}`).formatToParts(new Date(instant));
  const read = (type: string) => Number(parts.find((part) => part.type === type)?.value);
  return { year: read('year'), month: read('month') - 1, day: read('day') };
}

const moneyIn = keepMade((key: `${Language} ${string} ${number}`) => {
  const [language, currency = '', digits] = key.split(' ') as [Language, string, string];
  return moneyFormat({ language, currency, digits: Number(digits) });
});

/** US style in English and Chinese. */
export function formatMoney(minorUnits: number, currency: string): string {
  const format = moneyIn(`${written} ${currency} ${shownDigits(minorUnits, currency)}`);
  return format.format(minorUnits / 10 ** minorDigits(currency));
}

const countIn = keepMade((language: Language) => new Intl.NumberFormat(language));

/** A whole number: `12,345`. */
export function formatCount(count: number): string {
  return countIn(written).format(count);
}
