import type { Clock } from './clock.ts';
import type { Bucket } from './rate-limits.ts';

/** Counts in this process alone what is too cheap to be counted in the database. */
export interface LocalLimits {
  /** Takes one attempt; answers 0, or the seconds after which there is room again. */
  take(bucket: Bucket): number;
}

/** Far more than there are callers within the time that a bucket needs to fill. */
const mostKeys = 50_000;

export function createLocalLimits(clock: Clock): LocalLimits {
  const fullAt = new Map<string, number>();

  /** Forgets full buckets, and all of them if that is not enough. */
  function makeRoom(at: number): void {
    for (const [key, full] of fullAt) {
      if (full <= at) {
        fullAt.delete(key);
      }
    }
    if (fullAt.size >= mostKeys) {
      fullAt.clear();
    }
  }

  return {
    take({ key, burst, everyMs }) {
      const at = clock.now().getTime();
      const room = at + burst * everyMs;
      const full = fullAt.get(key) ?? 0;
      // Only a clock that was ahead can have filled it further.
      const next = (full > room ? at : Math.max(full, at)) + everyMs;
      if (next > room) {
        return Math.ceil((next - room) / 1_000);
      }
      if (fullAt.size >= mostKeys) {
        makeRoom(at);
      }
      fullAt.set(key, next);
      return 0;
    },
  };
}
