import type { Access, SubscriptionAccess } from '@hearth/contract';
import type { Caller } from '../modules/identity/index.ts';
import { refuse, refuseUnless } from '../platform/refusal.ts';

/** Whether the call is made without proving anything. */
export function isOpen({ kind }: Access): boolean {
  return kind === 'anyone' || kind === 'maybe-signed-in';
}

export function isAboutSubscription(access: Access): access is SubscriptionAccess {
  return !isOpen(access) && !['signed-in', 'self', 'operator', 'key'].includes(access.kind);
}

/** Refuses a call about another account. */
export function requirePersonal({
  access,
  caller,
  input,
}: {
  readonly access: Access;
  readonly caller: Caller;
  readonly input: unknown;
}): void {
  refuseUnless(access.kind !== 'self' || fieldOf(input, 'uid') === caller.uid, 'access/denied');
}

/** A subscription or account id that the declared access speaks of. In the query of a route of the product it may be missing or doubled. */
export function fieldOf(input: unknown, name: 'subscriptionId' | 'uid' | 'userId'): string {
  const value = (input as Record<string, unknown>)[name];
  return typeof value === 'string'
    ? value
    : refuse('request/invalid', `${name}: must be given once.`);
}
