import { ApiError } from './api-error.ts';

const passing: readonly string[] = [
  'network-request-failed',
  'deadline-exceeded',
  'unavailable',
  'internal',
];

/** Whether another try may go better; a refusal stays one however often it is asked. */
export function isPassing(error: unknown): boolean {
  return error instanceof ApiError && passing.includes(error.code);
}
