import type { Task } from './jobs/jobs.ts';

interface Line {
  readonly running: Promise<unknown>;
  /** Lets the job that waits behind the running one end, since a later one takes its place. */
  giveWay: () => void;
}

/**
 * Lets one job of the task run and the newest other one wait per payload, so a slow job holds at most two slots. After
 * a crash the queue repeats the newest.
 */
export function oneAtATime(task: Task, keyOf: (payload: unknown) => string): Task {
  const lines = new Map<string, Line>();

  async function isReplacedBefore(line: Line): Promise<boolean> {
    line.giveWay();
    const replaced = new Promise<true>((resolve) => {
      line.giveWay = () => resolve(true);
    });
    return await Promise.race([replaced, line.running.then(() => false)]);
  }

  return async (payload) => {
    const key = keyOf(payload);
    for (let line = lines.get(key); line; line = lines.get(key)) {
      if (await isReplacedBefore(line)) {
        return;
      }
    }
    const work = task(payload).finally(() => lines.delete(key));
    // Jobs that wait do not fail with it; its own job does.
    lines.set(key, { running: work.catch(() => undefined), giveWay: () => undefined });
    await work;
  };
}
