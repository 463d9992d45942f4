import { AsyncLocalStorage } from 'node:async_hooks';

const background = new AsyncLocalStorage<true>();

/** Marks the provider's calls of this work as those that nobody waits for. */
export function inBackground<Result>(work: () => Promise<Result>): Promise<Result> {
  return background.run(true, work);
}

export function isInBackground(): boolean {
  return background.getStore() === true;
}
