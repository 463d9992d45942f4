import { type Language, minorDigits } from '@hearth/contract';

const englishDate = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  year: 'numeric',
});

/** A day in the reader's time zone, from ISO 8601 or epoch seconds. */
export function formatDate(instant: string | number, language: Language): string {
  const date = new Date(typeof instant === 'number' ? instant * 1000 : instant);
  if (language === 'zh') {
    return `${date.getFullYear()}年${date.getMonth() + 1}月${date.getDate()}日`;
  }
  return englishDate.format(date);
}

const englishDay = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric' });

/** A day that is near, so that its year is known: `Nov 24`. */
export function formatDay(instant: string, language: Language): string {
  const date = new Date(instant);
  return language === 'zh'
    ? `${date.getMonth() + 1}月${date.getDate()}日`
    : englishDay.format(date);
}

/** US style in every language. */
export function formatMoney(minorUnits: number, currency: string): string {
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency });
  return format.format(minorUnits / 10 ** minorDigits(currency));
}
