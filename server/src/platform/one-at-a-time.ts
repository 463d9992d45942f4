import type { Task } from './jobs.ts';

/**
 * Lets a process run one job of the task for each payload: a slow one holds one slot, however often
 * it is asked for. A job that comes meanwhile ends at once, and the one that runs begins again.
 */
export function oneAtATime(task: Task, keyOf: (payload: unknown) => string): Task {
  /** Of jobs that run, and whether they are asked for again. */
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
