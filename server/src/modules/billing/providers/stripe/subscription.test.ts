import { expect, it } from 'vitest';
import { isPausedAt } from './subscription.ts';

it.each([
  { pause: null, isPaused: false },
  { pause: { behavior: 'void', resumes_at: null }, isPaused: true },
  { pause: { behavior: 'void', resumes_at: 101 }, isPaused: true },
  { pause: { behavior: 'void', resumes_at: 100 }, isPaused: false },
] as const)(
  'promises no renewal at 100 while paused by $pause: $isPaused',
  ({ pause, isPaused }) => {
    expect(isPausedAt({ pause_collection: pause }, 100)).toBe(isPaused);
  },
);
