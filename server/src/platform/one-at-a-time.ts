import type { Task } from './jobs.ts';

/**
 * Lets a process run one job of the task for each payload, so that a slow one holds one slot however
 * often it is enqueued. A job that starts meanwhile ends immediately, and the running one runs again.
 */
export function oneAtATime(task: Task, keyOf: (payload: unknown) => string): Task {
  /** Running jobs, and whether each has to run again. */
  const running = new Map<string, boolean>();
  return async (payload) => {
    const key = keyOf(payload);
    if (running.has(key)) {
      running.set(key, true);
      return;
    }
    try {
      do {
        running.set(key, false);
        await task(payload);
      } while (running.get(key));
    } finally {
      running.delete(key);
    }
  };
}
