import type { TFunction } from 'i18next';
import { ApiError, isRefused } from './api-error.ts';

/** The change was asked for, and may still be made and charged. */
const unsettled = [
  'billing/provider-unavailable',
  'billing/under-way',
  'billing/payment-processing',
] as const;

const unanswered: readonly string[] = ['network-request-failed', 'deadline-exceeded'];

/** The request may have arrived or not. Its form sends it again with the same key, so that it counts once. */
export function isUnanswered(error: unknown): boolean {
  return error instanceof ApiError && unanswered.includes(error.code);
}

/** Title above what a change was answered: it must not say "failed" while the change may still be made. */
export function toFailureTitle(error: unknown, failed: string, t: TFunction): string {
  const isOpen = isUnanswered(error) || unsettled.some((code) => isRefused(error, code));
  return isOpen ? t('shell.unconfirmed') : failed;
}
