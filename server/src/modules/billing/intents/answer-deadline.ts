import { setTimeout as sleep } from 'node:timers/promises';
import { refuse, refuseIf } from '../../../platform/refusal.ts';

/** Longest time that a person waits for a request about money, however many calls it makes. */
export const longestAnswerMs = 18_000;

/** Deadline of one request. */
export interface AnswerDeadline {
  isOver(): boolean;
  /** Refuses to begin anything once the person has been answered. */
  requireTimeLeft(): void;
}

/**
 * Answers that the provider is unavailable when the time is over. Work that has begun goes on, and
 * the next request finds its outcome.
 */
export async function withAnswerDeadline<Result>(
  ms: number,
  work: (deadline: AnswerDeadline) => Promise<Result>,
): Promise<Result> {
  const timer = new AbortController();
  let isOver = false;
  const result = work({
    isOver: () => isOver,
    requireTimeLeft: () => refuseIf(isOver, 'billing/provider-unavailable'),
  });
  // After the deadline nobody hears of a failure; a job resumes the open intent.
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
