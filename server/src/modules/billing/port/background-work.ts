import { AsyncLocalStorage } from 'node:async_hooks';

const background = new AsyncLocalStorage<true>();

/** Marks the work's calls to the provider as ones that nobody waits for. */
export function inBackground<Result>(work: () => Promise<Result>): Promise<Result> {
  return background.run(true, work);
}

export function isInBackground(): boolean {
  return background.getStore() === true;
}
