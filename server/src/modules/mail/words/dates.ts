import { builtInLanguages, type Language } from '@hearth/contract';

/** Every other language has a folder, and is written by `Intl`. */
export const isBuiltIn = (language: Language): boolean =>
  builtInLanguages.some((one) => one === language);

/** Day in the project's time zone, which is named after it unless it is UTC. */
export function formatDate(instant: string, language: Language, timeZone = 'UTC'): string {
  return withZone(toDay(instant, language, timeZone), language, timeZone);
}

/** First and last day; the time zone is named once. */
export function formatPeriod(
  { from, to }: { readonly from: string; readonly to: string },
  language: Language,
  timeZone = 'UTC',
): string {
  const days = [from, to].map((instant) => toDay(instant, language, timeZone));
  return withZone(days.join(' – '), language, timeZone);
}

function toDay(instant: string, language: Language, timeZone: string): string {
  const at = new Date(instant);
  if (!isBuiltIn(language)) {
    return new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone }).format(at);
  }
  const format = new Intl.DateTimeFormat('en-US', {
    month: language === 'zh' ? 'numeric' : 'short',
    day: 'numeric',
    year: 'numeric',
    timeZone,
  });
  if (language === 'en') {
    return format.format(at);
  }
  const parts = Object.fromEntries(
    format.formatToParts(at).map(({ type, value }) => [type, value]),
  );
  return `${parts.year}年${parts.month}月${parts.day}日`;
}

function withZone(day: string, language: Language, timeZone: string): string {
  if (timeZone === 'UTC') {
    return day;
  }
  return language === 'zh' ? `${day}（${timeZone}）` : `${day} (${timeZone})`;
}

/** `November 2026`. */
export function formatMonth(
  { month, year }: { readonly month: number; readonly year: number },
  language: Language,
): string {
  if (language === 'zh') {
    return `${year}年${month}月`;
  }
  const format = { month: 'long', year: 'numeric', timeZone: 'UTC' } as const;
  return new Intl.DateTimeFormat(language === 'en' ? 'en-US' : language, format).format(
    Date.UTC(year, month - 1),
  );
}
