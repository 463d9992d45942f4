import type { TestApp } from '../../harness/test-app.ts';
import { type Person, signIn } from '../../harness/wire-client.ts';

/** A story waits by yielding the instant at which it goes on. */
export type Story<Result> = AsyncGenerator<number, Result, void>;

/**
 * Stories of one owner side by side on one clock that stands still, so that a year passes once for all. Answers what
 * comes of each, to be called by a test of its own: a story that fails does not end the others.
 */
export async function playTogether<Result>(
  app: TestApp,
  owner: Person,
  begin: ((owner: () => Person) => Story<Result>)[],
): Promise<(() => Result)[]> {
  let present = owner;
  const nowMs = () => app.clock.now().getTime();
  const results: (() => Result)[] = [];
  let waiting = begin.map((story, index) => ({ index, at: nowMs(), story: story(() => present) }));
  while (waiting.length > 0) {
    const at = Math.min(...waiting.map((one) => one.at));
    app.clock.advance(at - nowMs());
    // The provider's messages tell the product all: comparing all projects each hour would take most of the time.
    await app.app.sandbox?.settle();
    await app.app.runJobs();
    present = await signIn(app, present);
    const due = waiting.filter((one) => one.at === at);
    await inFours(due, async (one) => {
      try {
        const { done, value } = await one.story.next();
        if (done) {
          results[one.index] = () => value;
        } else {
          one.at = value;
        }
      } catch (error) {
        results[one.index] = () => {
          throw error;
        };
      }
    });
    waiting = waiting.filter(({ index }) => !(index in results));
  }
  return results;
}

/** Four at once keep two cores busy, and wait for each other no longer than a request may take. */
async function inFours<One>(all: readonly One[], work: (one: One) => Promise<void>): Promise<void> {
  const left = [...all];
  const takeNext = async () => {
    for (let one = left.shift(); one; one = left.shift()) {
      await work(one);
    }
  };
  await Promise.all([takeNext(), takeNext(), takeNext(), takeNext()]);
}
