import type { Clock } from './clock.ts';

/** Does whatever stands in its tables as due at that time; doing it again does no harm. */
export type DueWork = (at: Date) => Promise<void>;

/** One sweep over all of them, at the clock's time; the failure of one does not keep the others. */
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
