import type { Language } from '@hearth/contract';
import type { OtherFormats } from './format.ts';
import { keepMade } from './keep-made.ts';

export const formatsIn = keepMade((language: Language): OtherFormats => {
  const day = { day: 'numeric', month: 'short', timeZone: 'UTC' } as const;
  const near = new Intl.DateTimeFormat(language, day);
  const far = new Intl.DateTimeFormat(language, { ...day, year: 'numeric' });
  const time = new Intl.DateTimeFormat(language, { hour: 'numeric', minute: '2-digit' });
  const weekday = new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' });
  const month = new Intl.DateTimeFormat(language, {
    month: 'short',
    year: '2-digit',
    timeZone: 'UTC',
  });
  const count = new Intl.NumberFormat(language);
  return {
    day: (given, isYearKnown) =>
      (isYearKnown ? near : far).format(Date.UTC(given.year, given.month, given.day)),
    time: (date) => time.format(date),
    month: (date) => month.format(date),
    weekday: (date) => weekday.format(date),
    money: (amount, currency, digits) =>
      new Intl.NumberFormat(language, {
        style: 'currency',
        currency,
        minimumFractionDigits: digits,
        maximumFractionDigits: digits,
      }).format(amount),
    count: (whole) => count.format(whole),
  };
});
