import type { Language } from '@hearth/contract';
import { dayOf, formatDay, otherFormats } from './format.ts';
import { inOneLine } from './in-one-line.ts';

/** The month of a year that is near: `Sep ’26`; in the reader's time zone if none is given. */
export function formatMonth(instant: string, language: Language, timeZone?: string): string {
  const { year, month } = dayOf(instant, timeZone);
  const others = otherFormats();
  if (others) {
    return inOneLine(others.month(new Date(Date.UTC(year, month))));
  }
  const short = String(year % 100).padStart(2, '0');
  if (language === 'zh') {
    return `${short}年${month + 1}月`;
  }
  const [name] = formatDay(instant, language, timeZone).split(/\s/);
  return `${name} ’${short}`;
}
