import type { Language } from '@hearth/contract';
import { formatDate } from './format.ts';

const times: Record<Language, Intl.DateTimeFormat> = {
  en: new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit' }),
  zh: new Intl.DateTimeFormat('zh-CN', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
};

const separators: Record<Language, string> = { en: ', ', zh: ' ' };

/** Day and time in the reader's time zone: 12 hours in English, 24 in Chinese. */
export function formatDateTime(instant: string, language: Language): string {
  return `${formatDate(instant, language)}${separators[language]}${formatTime(instant, language)}`;
}

/** Time of day in the reader's time zone. */
export function formatTime(instant: string, language: Language): string {
  // Newer browsers put a narrow no-break space before AM and PM.
  return times[language].format(new Date(instant)).replace('\u202f', ' ');
}
