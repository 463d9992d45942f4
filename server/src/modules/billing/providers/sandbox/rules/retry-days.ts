/** Days after a failed renewal on which it is tried again; after the last one it is unpaid. */
const retryDays = [3, 5, 7];
const dayMs = 24 * 3_600_000;

/** Next retry of a renewal after the given number of retries; null once it is given up. */
export function nextAttemptAt(createdAt: Date, retries: number): Date | null {
  const days = retryDays[retries];
  return days === undefined ? null : new Date(createdAt.getTime() + days * dayMs);
}

export function lastAttemptAt(createdAt: Date): Date {
  return new Date(createdAt.getTime() + Math.max(...retryDays) * dayMs);
}
