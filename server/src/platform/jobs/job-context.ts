import type { JobHelpers } from 'graphile-worker';
import { withLogFields } from '../logger.ts';

export interface RunningJob {
  readonly id: string;
  readonly task: string;
  /** 1 for the first. */
  readonly attempt: number;
}

/** Wraps each job, to measure it. */
export type AroundJob = (job: RunningJob, run: () => Promise<void>) => Promise<void>;

type Task = (payload: unknown) => Promise<void>;
type WorkerTask = (payload: unknown, helpers: Pick<JobHelpers, 'job'>) => Promise<void>;

/** Tasks whose lines in the log name their job. */
export function withJobContext(
  tasks: Readonly<Record<string, Task>>,
  around: AroundJob,
): Record<string, WorkerTask> {
  const named = Object.entries(tasks).map(([name, task]) => [name, inContext(task, around)]);
  return Object.fromEntries(named);
}

function inContext(task: Task, around: AroundJob): WorkerTask {
  return (payload, { job }) => {
    const running = { id: String(job.id), task: job.task_identifier, attempt: job.attempts };
    const fields = { job: running.id, task: running.task };
    return withLogFields(fields, () => around(running, () => task(payload)));
  };
}
