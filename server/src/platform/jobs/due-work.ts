import type { Clock } from '../clock.ts';

/** Does the work that its tables show as due at that time; repeating it is harmless. */
export type DueWork = (at: Date) => Promise<void>;

/** Runs all works at the clock's time; a failing one does not stop the others. */
export function createRunDue(works: readonly DueWork[], clock: Clock): () => Promise<void> {
  return async () => {
    const at = clock.now();
    const results = await Promise.allSettled(works.map((work) => work(at)));
    const errors = results.flatMap((result) =>
      result.status === 'rejected' ? [result.reason] : [],
    );
    if (errors.length > 1) {
      throw new AggregateError(errors, `Due work failed: ${errors.join('; ')}`);
    }
    if (errors.length === 1) {
      throw errors[0];
    }
  };
}
