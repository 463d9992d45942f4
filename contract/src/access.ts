import type { OperatorRight } from './operator/rights.ts';
import type { KeyAccess } from './server-api/key-scopes.ts';

/** Access that a call requires. The dialects enforce it before the operation runs. */
export type Access =
  | { readonly kind: 'anyone' }
  | { readonly kind: 'maybe-signed-in' }
  | { readonly kind: 'signed-in' }
  | { readonly kind: 'self' }
  | { readonly kind: 'operator'; readonly right: OperatorRight }
  | KeyAccess
  | SubscriptionAccess;

/** Access that depends on the subscription that the input names. */
export type SubscriptionAccess =
  | { readonly kind: 'member' }
  | { readonly kind: 'admin-level'; readonly evenUnpaid?: true }
  | { readonly kind: 'admin-level-or-self' }
  | { readonly kind: 'owner' }
  | { readonly kind: 'permissions'; readonly keys: readonly string[]; readonly all: boolean };

/** Anybody, without an ID token. */
export const anyone = { kind: 'anyone' } as const;

/** Anybody; an ID token that is given anyway is verified, and identifies the caller. */
export const maybeSignedIn = { kind: 'maybe-signed-in' } as const;

/** Any account with an active session. */
export const signedIn = { kind: 'signed-in' } as const;

/** The account that the path's `uid` names. */
export const self = { kind: 'self' } as const;

/** Operators whose role has the right, with a second factor in production and a sign-in of the last hour. */
export const operatorFor = <const Right extends OperatorRight>(right: Right) =>
  ({ kind: 'operator', right }) as const;

/** Operators with all rights: those that OPERATOR_EMAILS names, and administrators. */
export const operator = operatorFor('admin');

/** Holders of the configuration's default permission. */
export const member = { kind: 'member' } as const;

/** Holders of any permission that the configuration marks as admin-level. */
export const adminLevel = { kind: 'admin-level' } as const;

/** Like `adminLevel`, also while the subscription is closed until it is paid. */
export const adminLevelEvenUnpaid = { kind: 'admin-level', evenUnpaid: true } as const;

/** Admin level, or any member whose own id is the input's `userId`. */
export const adminLevelOrSelf = { kind: 'admin-level-or-self' } as const;

/** The account whose id equals the subscription's `owner_id`. */
export const owner = { kind: 'owner' } as const;

/** Holders of any of the named permissions; a key that the configuration lacks stops the start. */
export function anyPermission<const Keys extends readonly string[]>(...keys: Keys) {
  return { kind: 'permissions', keys, all: false } as const;
}

/** Holders of every named permission. */
export function allPermissions<const Keys extends readonly string[]>(...keys: Keys) {
  return { kind: 'permissions', keys, all: true } as const;
}
