import { expect, it } from 'vitest';
import { pauseAfter } from './retry-schedule.ts';

it('waits longer after each failure, and gives up after the tenth', () => {
  const pauses = Array.from({ length: 9 }, (_, place) => pauseAfter(place + 1, 0.5));
  expect(pauses).toEqual(
    [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400].map((s) => s * 1_000),
  );
  expect(pauseAfter(10)).toBeUndefined();
});

it('is a fifth shorter or longer by chance', () => {
  expect([pauseAfter(1, 0), pauseAfter(1, 1)]).toEqual([4_000, 6_000]);
});
