import { unlessLate } from '../platform/unless-late.ts';

interface Patience {
  /** How long a result is good enough. */
  readonly keepMs?: number;
  /** How long a caller waits. */
  readonly longestMs?: number;
}

/**
 * Lets many callers share one reading of a database that may be slow. One runs at a time and serves for seconds;
 * undefined if it fails or takes too long.
 */
export function shareReading<Result>(
  read: () => Promise<Result>,
  { keepMs = 3_000, longestMs = 3_000 }: Patience = {},
): () => Promise<Result | undefined> {
  let last: { readonly atMs: number; readonly result: Result | undefined } | undefined;
  let running: Promise<Result | undefined> | undefined;

  async function readAgain(): Promise<Result | undefined> {
    const result = await read().catch(() => undefined);
    last = { atMs: performance.now(), result };
    running = undefined;
    return result;
  }

  return async () => {
    if (last && performance.now() - last.atMs < keepMs) {
      return last.result;
    }
    running ??= readAgain();
    return await unlessLate(running, longestMs);
  };
}
