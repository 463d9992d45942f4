import { setTimeout as sleep } from 'node:timers/promises';
import { refuse, refuseIf } from '../../../platform/refusal.ts';

/** How long a person waits for a request about money, whatever the provider is asked in it and however often. */
export const longestAnswerMs = 18_000;

/** That of one request. */
export interface Patience {
  isOver(): boolean;
  /** Refuses to begin anything for somebody who has been answered. */
  requireSome(): void;
}

/**
 * Answers in time that the provider is unavailable. What the work has begun by then goes on: asking
 * again finds its outcome.
 */
export async function withPatience<Result>(
  ms: number,
  work: (patience: Patience) => Promise<Result>,
): Promise<Result> {
  const timer = new AbortController();
  let isOver = false;
  const result = work({
    isOver: () => isOver,
    requireSome: () => refuseIf(isOver, 'billing/provider-unavailable'),
  });
  // Whoever stopped waiting does not hear of a failure; a job goes on with what is left open then.
  result.catch(() => undefined);
  const end = sleep(ms, undefined, { signal: timer.signal }).then(() => {
    isOver = true;
    return refuse('billing/provider-unavailable');
  });
  try {
    return await Promise.race([result, end]);
  } finally {
    timer.abort();
  }
}
