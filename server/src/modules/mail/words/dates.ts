import type { Language } from '@hearth/contract';

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
  const format = new Intl.DateTimeFormat('en-US', {
    month: language === 'zh' ? 'numeric' : 'short',
    day: 'numeric',
    year: 'numeric',
    timeZone,
  });
  const at = new Date(instant);
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

const englishMonth = new Intl.DateTimeFormat('en-US', {
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});

/** `November 2026`. */
export function formatMonth(
  { month, year }: { readonly month: number; readonly year: number },
  language: Language,
): string {
  return language === 'zh' ? `${year}年${month}月` : englishMonth.format(Date.UTC(year, month - 1));
}
