import type { Access, SubscriptionAccess } from '@hearth/contract';
import { refuse } from '../platform/refusal.ts';

/** Whether the call is made without proving anything. */
export function isOpen({ kind }: Access): boolean {
  return kind === 'anyone' || kind === 'maybe-signed-in';
}

export function isAboutSubscription(access: Access): access is SubscriptionAccess {
  return !isOpen(access) && !['signed-in', 'self', 'key'].includes(access.kind);
}

/** A subscription or account id that the declared access speaks of; entries without it are a bug. */
export function fieldOf(input: unknown, name: 'subscriptionId' | 'uid' | 'userId'): string {
  const value = (input as Record<string, unknown>)[name];
  return typeof value === 'string' ? value : refuse('server/internal');
}
