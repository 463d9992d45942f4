import { setImmediate as turn } from 'node:timers/promises';
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

/** Whether the job has ended by now. */
async function isOver(job: Promise<void>): Promise<boolean> {
  let over = false;
  const note = () => {
    over = true;
  };
  job.then(note, note);
  await turn();
  return over;
}

const ada = { customerId: 'cus_ada' };
const grace = { customerId: 'cus_grace' };

it('runs one job at a time for each payload, and once more for all that started meanwhile', async () => {
  const { begun, ends, task } = createHeldTask();
  const first = task(ada);
  const second = task(ada);
  const third = task(ada);
  const other = task(grace);
  expect(begun).toEqual([ada, grace]);

  ends[0]?.done();
  ends[1]?.done();
  await Promise.all([first, second, other]);
  await turn();
  expect(begun).toEqual([ada, grace, ada]);
  ends[2]?.done();
  await third;
  expect(begun).toHaveLength(3);
});

it('holds the newest job until it has run itself: after a crash the queue knows of no other', async () => {
  const { ends, task } = createHeldTask();
  const first = task(ada);
  const second = task(ada);
  expect(await isOver(second)).toBe(false);
  const third = task(ada);
  expect(await isOver(second)).toBe(true);

  ends[0]?.done();
  await first;
  expect(await isOver(third)).toBe(false);
  ends[1]?.done();
  await third;
});

it('passes a failure on to the job that ran, and runs again for the next one', async () => {
  const { begun, ends, task } = createHeldTask();
  const first = task(ada);
  const second = task(ada);
  ends[0]?.fail(new Error('away'));
  await expect(first).rejects.toThrow('away');

  await turn();
  ends[1]?.done();
  await second;
  expect(begun).toEqual([ada, ada]);
});
