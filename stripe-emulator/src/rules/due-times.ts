import { secondsPerDay, secondsPerHour } from './periods.ts';

/** An incomplete subscription and a pending update wait this long for their first payment. */
export const incompleteLifetimeSeconds = 23 * secondsPerHour;

/** A renewal's invoice stays a draft for an hour. */
export const renewalDraftSeconds = secondsPerHour;

const trialWarningSeconds = 3 * secondsPerDay;

/** The earliest of 23 hours from now, the end of the trial and the end of the period. */
export function pendingUpdateExpiry(
  now: number,
  trialEnd: number | null,
  periodEnd: number,
): number {
  const ends = [now + incompleteLifetimeSeconds, trialEnd ?? Number.POSITIVE_INFINITY, periodEnd];
  return Math.min(...ends.filter((end) => end > now));
}

/** `trial_will_end` comes three days before the end; immediately if the trial is shorter. */
export function trialWarningAt(trialStart: number, trialEnd: number): number {
  return Math.max(trialStart, trialEnd - trialWarningSeconds);
}

/** When the next attempt is made after this many failed ones; null: none is left. */
export function nextAttemptAt(
  failedAt: number,
  attempts: number,
  retryDays: readonly number[],
): number | null {
  const days = retryDays[attempts - 1];
  return days === undefined ? null : failedAt + days * secondsPerDay;
}
