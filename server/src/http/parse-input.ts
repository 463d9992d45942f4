import type * as z from 'zod/mini';
import { refuse, refuseIf } from '../platform/refusal.ts';

/** The input as the contract promises it; refuses with the place and kind of the first fault. */
export function parseInput(schema: z.ZodMiniType, input: unknown): unknown {
  // PostgreSQL cannot store it, and no text of ours needs it.
  refuseIf(holdsNullCharacter(input), 'request/invalid', 'Text must not contain U+0000.');
  const parsed = schema.safeParse(input);
  if (parsed.success) {
    return parsed.data;
  }
  const issue = parsed.error.issues[0];
  const place = issue?.path.join('.');
  return refuse('request/invalid', place ? `${place}: ${issue?.message}` : issue?.message);
}

/** Looks without recursion: a body may be nested deeper than the stack. */
function holdsNullCharacter(input: unknown): boolean {
  const waiting = [input];
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (typeof value === 'string' && value.includes('\0')) {
      return true;
    }
    if (value !== null && typeof value === 'object') {
      for (const [key, inner] of Object.entries(value)) {
        waiting.push(key, inner);
      }
    }
  }
  return false;
}
