import { type BoundedQueue, type Bounds, createBoundedQueue } from './bounded-queue.ts';

export interface Shares {
  /** Runs the work in the share of its key; without a key at once. Refuses with `server/busy` when the wait would be too long. */
  run<Result>(key: string | undefined, work: () => Promise<Result>): Promise<Result>;
}

/** Gives each key some places of its own, so that slow work for one of them leaves room for all others. */
export function createShares(bounds: Bounds): Shares {
  const shares = new Map<string, { readonly queue: BoundedQueue; users: number }>();
  return {
    async run(key, work) {
      if (key === undefined) {
        return await work();
      }
      const share = shares.get(key) ?? { queue: createBoundedQueue(bounds), users: 0 };
      shares.set(key, share);
      share.users += 1;
      try {
        return await share.queue.run(work);
      } finally {
        share.users -= 1;
        if (share.users === 0) {
          shares.delete(key);
        }
      }
    },
  };
}
