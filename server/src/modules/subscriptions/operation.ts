import { operationsOf, type Services } from '../identity/index.ts';
import type { SubscriptionView } from './access.ts';
import type { Entitlements } from './entitlements.ts';
import type { SubscriptionHooks } from './hooks.ts';

/** Further services of operations about subscriptions. */
export interface SubscriptionServices extends Services {
  readonly subscriptionHooks: SubscriptionHooks;
  readonly entitlements: Entitlements;
}

export const { read, change } = operationsOf<SubscriptionServices, SubscriptionView>();

/** The operation runs with the account of its input's `userId` locked, if there is one. */
export function lockingUser<Subject extends object>(
  operation: Subject,
): Subject & { readonly lockingUser: true } {
  return { ...operation, lockingUser: true };
}

/** The operation's `view` also says who holds which permission, if the caller may see it. */
export function withHolders<Subject extends object>(
  operation: Subject,
): Subject & { readonly withHolders: true } {
  return { ...operation, withHolders: true };
}
