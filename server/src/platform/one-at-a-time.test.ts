import { expect, it } from 'vitest';
import { oneAtATime } from './one-at-a-time.ts';

/** A task that ends when it is told to. */
function createHeldTask() {
  const begun: unknown[] = [];
  const ends: { done: () => void; fail: (error: Error) => void }[] = [];
  const task = async (payload: unknown) => {
    begun.push(payload);
    await new Promise<void>((done, fail) => ends.push({ done, fail }));
  };
  return { begun, ends, task: oneAtATime(task, JSON.stringify) };
}

const ada = { customerId: 'cus_ada' };
const grace = { customerId: 'cus_grace' };

it('runs one job at a time for each payload, and once more for all that started meanwhile', async () => {
  const { begun, ends, task } = createHeldTask();
  const first = task(ada);
  await Promise.all([task(ada), task(ada)]);
  const other = task(grace);
  expect(begun).toEqual([ada, grace]);

  ends[0]?.done();
  ends[1]?.done();
  await other;
  expect(begun).toEqual([ada, grace, ada]);
  ends[2]?.done();
  await first;
  expect(begun).toHaveLength(3);
});

it('passes a failure on to the job that ran, and runs again for the next one', async () => {
  const { begun, ends, task } = createHeldTask();
  const first = task(ada);
  ends[0]?.fail(new Error('away'));
  await expect(first).rejects.toThrow('away');

  const second = task(ada);
  ends[1]?.done();
  await second;
  expect(begun).toEqual([ada, ada]);
});
