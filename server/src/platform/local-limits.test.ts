import { expect, it } from 'vitest';
import { createLocalLimits } from './local-limits.ts';

const bucket = { key: 'read ada', burst: 3, everyMs: 2_000 };

function begin() {
  let at = 1_000_000;
  const limits = createLocalLimits({ now: () => new Date(at) });
  const pass = (ms: number) => {
    at += ms;
  };
  return { take: (key = bucket.key) => limits.take({ ...bucket, key }), pass };
}

it('takes the burst, then one each interval, and says when', () => {
  const { take, pass } = begin();
  expect([take(), take(), take(), take()]).toEqual([0, 0, 0, 2]);
  pass(1_000);
  expect(take()).toBe(1);
  pass(1_000);
  expect([take(), take()]).toEqual([0, 2]);
  expect(take('read bob')).toBe(0);
});

it('after a clock that was ahead: open again', () => {
  const { take, pass } = begin();
  pass(20 * 86_400_000);
  take();
  pass(-20 * 86_400_000);
  expect([take(), take(), take(), take()]).toEqual([0, 0, 0, 2]);
});

it('forgets full buckets if there are very many', () => {
  const { take, pass } = begin();
  for (let index = 0; index < 60_000; index += 1) {
    take(`read ${index}`);
  }
  pass(10_000);
  expect(take()).toBe(0);
});
