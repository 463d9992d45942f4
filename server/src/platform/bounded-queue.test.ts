import { describe, expect, it } from 'vitest';
import { createBoundedQueue } from './bounded-queue.ts';
import { Refusal } from './refusal.ts';

/** Work that ends when told to. */
function manual() {
  let finish: () => void = () => {};
  const promise = new Promise<void>((resolve) => {
    finish = resolve;
  });
  return { promise, finish };
}

describe('a bounded queue', () => {
  it('never runs more works in parallel than it has places, and runs all in order', async () => {
    const queue = createBoundedQueue({ places: 2, longestWaitMs: 1_000_000, expectedMs: 1 });
    let running = 0;
    let most = 0;
    const order: number[] = [];
    const work = (index: number) => async () => {
      running += 1;
      most = Math.max(most, running);
      order.push(index);
      await new Promise((resolve) => setTimeout(resolve, 2));
      running -= 1;
    };
    await Promise.all(Array.from({ length: 20 }, (_, index) => queue.run(work(index))));
    expect(most).toBe(2);
    expect(order).toEqual(Array.from({ length: 20 }, (_, index) => index));
  });

  it('refuses work that would wait too long, and takes the next one once there is room', async () => {
    const queue = createBoundedQueue({ places: 1, longestWaitMs: 25, expectedMs: 10 });
    const first = manual();
    const running = queue.run(() => first.promise);
    const waiting = [queue.run(async () => {}), queue.run(async () => {})];
    const refused = await queue.run(async () => {}).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(Refusal);
    expect(refused).toMatchObject({ code: 'server/busy' });
    first.finish();
    await Promise.all([running, ...waiting]);
    expect(await queue.run(async () => 'done')).toBe('done');
  });

  it('gives the place back when the work fails', async () => {
    const queue = createBoundedQueue({ places: 1, longestWaitMs: 25, expectedMs: 10 });
    const failing = queue.run(() => Promise.reject(new Error('broken')));
    await expect(failing).rejects.toThrow('broken');
    expect(await queue.run(async () => 'next')).toBe('next');
  });
});
