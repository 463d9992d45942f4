import type { Registered, RegisteredKey } from '@hearth/contract';
import { enqueue } from '../platform/jobs/job-store.ts';
import type { Database } from '../platform/transaction.ts';

declare module '../platform/jobs/job-store.ts' {
  interface TaskPayloads {
    readonly [task: `app/${string}`]: unknown;
  }
}

type AppJob = Extract<RegisteredKey<'jobs'>, `app/${string}`>;

interface AppJobOptions {
  /** A waiting job with this key is replaced; the task's name by default. */
  readonly key?: string;
  readonly maxAttempts?: number;
  readonly delayMs?: number;
}

/** Adds a job; with a transaction, the job exists once that has committed. */
export async function enqueueJob<Name extends AppJob>(
  db: Database,
  task: Name,
  payload: Registered<'jobs', object>[Name & keyof Registered<'jobs', object>],
  options: AppJobOptions = {},
): Promise<void> {
  await enqueue(db, task, payload, options);
}
