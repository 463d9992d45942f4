import type { Language } from '@hearth/contract';
import { formatAs } from './format.ts';

/** The month of a year that is near: `Sep ’26`; in the reader's time zone if none is given. */
export function formatMonth(instant: string, language: Language, timeZone?: string): string {
  const month = formatAs(instant, { shape: 'month', language, timeZone });
  // Without the mark it reads as a day.
  return language === 'en' ? month.replace(/(\d\d)$/, '’$1') : month;
}
