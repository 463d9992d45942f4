const minuteMs = 60_000;

/** A token is renewed this long before it expires. */
const earlyMs = 5 * minuteMs;

/** A token counts as expired this long before it does, so that it lives through the call. */
const graceMs = 30_000;

const firstRetryMs = 30_000;
const longestRetryMs = 16 * minuteMs;

/** A very short life is refreshed at half of it rather than at once, over and over. */
export function untilRefreshMs(lifeMs: number): number {
  return Math.max(lifeMs - earlyMs, lifeMs / 2);
}

export function isExpired(expiresAt: number, now: number): boolean {
  return now >= expiresAt - graceMs;
}

export function retryDelayMs(failures: number): number {
  return Math.min(firstRetryMs * 2 ** (failures - 1), longestRetryMs);
}
