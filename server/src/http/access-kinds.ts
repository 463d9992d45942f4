import type { Access, SubscriptionAccess } from '@hearth/contract';

/** Whether the call is made without proving anything. */
export function isOpen({ kind }: Access): boolean {
  return kind === 'anyone' || kind === 'maybe-signed-in';
}

export function isAboutSubscription(access: Access): access is SubscriptionAccess {
  return !isOpen(access) && !['signed-in', 'self', 'key'].includes(access.kind);
}
