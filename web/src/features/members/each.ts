import type { SubscriptionUser } from '@hearth/contract';

interface Worked {
  readonly done: readonly SubscriptionUser[];
  readonly failure: { readonly reason: unknown } | undefined;
}

/** Works on each user in turn; a failure does not stop the others. */
export async function each(
  users: readonly SubscriptionUser[],
  work: (user: SubscriptionUser) => Promise<unknown>,
): Promise<Worked> {
  const done: SubscriptionUser[] = [];
  let failure: Worked['failure'];
  for (const user of users) {
    try {
      await work(user);
      done.push(user);
    } catch (reason) {
      failure ??= { reason };
    }
  }
  return { done, failure };
}

/** Undoes for all of them; another try is about those for whom it failed. */
export function undoEach(
  users: readonly SubscriptionUser[],
  undo: (user: SubscriptionUser) => Promise<unknown>,
): () => Promise<void> {
  let left = users;
  return async () => {
    const { done, failure } = await each(left, undo);
    left = left.filter((user) => !done.includes(user));
    if (failure) {
      throw failure.reason;
    }
  };
}
