import { setTimeout as sleep } from 'node:timers/promises';

/** Waits for the result, but not longer than that; undefined when it is late. */
export async function unlessLate<Result>(
  work: Promise<Result>,
  longestMs: number,
): Promise<Result | undefined> {
  const timer = new AbortController();
  const tooLate = sleep(longestMs, undefined, timer).catch(() => undefined);
  try {
    return await Promise.race([work, tooLate]);
  } finally {
    timer.abort();
  }
}
