import type { Language } from '@hearth/contract';
import type { TFunction } from 'i18next';
import { ApiError, isPassing } from '../api-error.ts';
import { toText } from './to-text.ts';

/** Text of a refusal in the server's words. The server speaks English; in other languages our words come first. */
export function toServerText(error: unknown, t: TFunction, language: Language): string {
  if (!(error instanceof ApiError) || isPassing(error) || error.message === '') {
    return toText(error, t);
  }
  return language === 'en' || !error.refusal
    ? error.message
    : t(`errors.refusals.${error.refusal}`, { defaultValue: error.message });
}
