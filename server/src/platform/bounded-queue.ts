import { refuseIf } from './refusal.ts';

export interface BoundedQueue {
  /** Runs the work when a place is free; refuses with `server/busy` when the wait would be too long. */
  run<Result>(work: () => Promise<Result>): Promise<Result>;
}

export interface Bounds {
  /** Number of works that run in parallel. */
  readonly places: number;
  /** Longest acceptable wait before the start. */
  readonly longestWaitMs: number;
  /** First guess of how long one takes, until it is measured. */
  readonly expectedMs: number;
}

/** Keeps slow work from piling up: work that would wait too long is refused immediately. */
export function createBoundedQueue({ places, longestWaitMs, expectedMs }: Bounds): BoundedQueue {
  const waiting: (() => void)[] = [];
  let running = 0;
  let averageMs = expectedMs;

  async function takePlace(): Promise<void> {
    if (running < places) {
      running += 1;
      return;
    }
    refuseIf(((waiting.length + 1) * averageMs) / places > longestWaitMs, 'server/busy');
    await new Promise<void>((resolve) => waiting.push(resolve));
  }

  function leavePlace(): void {
    const next = waiting.shift();
    // The place goes straight to the next one, so that nobody slips in between.
    if (next) {
      next();
    } else {
      running -= 1;
    }
  }

  return {
    async run(work) {
      await takePlace();
      const startedAt = performance.now();
      try {
        return await work();
      } finally {
        averageMs += (performance.now() - startedAt - averageMs) / 8;
        leavePlace();
      }
    },
  };
}
