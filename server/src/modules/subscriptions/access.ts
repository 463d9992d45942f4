import type { HearthConfig, RefusalCode, SubscriptionAccess } from '@hearth/contract';
import { refuse, refuseIf, refuseUnless } from '../../platform/refusal.ts';
import type { Caller } from '../identity/index.ts';
import { adminLevelKeys, defaultPermission } from './permission.ts';
import type { PermissionMap, Subscription } from './subscription.ts';

/** A subscription from the caller's point of view. */
export interface SubscriptionView {
  readonly subscription: Subscription;
  /** Permission keys that the caller holds. */
  readonly held: readonly string[];
  /** When the caller last made a request in it. */
  readonly lastSeenAt?: Date | undefined;
  /** Everybody's permissions, if the operation asked for them and the caller may see them. */
  readonly holders?: PermissionMap | undefined;
  /** Set if the operation answers a document. */
  readonly ownerName?: string | undefined;
}

interface AccessQuestion {
  readonly view: SubscriptionView | undefined;
  readonly caller: Caller;
  readonly access: SubscriptionAccess;
  readonly settings: Pick<HearthConfig, 'permissions' | 'policy'>;
  /** User that the call names, if any. */
  readonly subjectUid?: string | undefined;
}

/** Refuses unless the caller may. A foreign and an unknown subscription get the same answer. */
export function requireAccess(question: AccessQuestion): SubscriptionView {
  const { view, caller, access, settings, subjectUid } = question;
  refuseUnless(view && isVisibleTo(view, caller.uid, settings.permissions), 'access/denied');
  const missing = missingRole(view, question);
  if (missing !== undefined) {
    refuse(missing);
  }
  const { subscription, held } = view;
  const isOwner = subscription.ownerId === caller.uid;
  const standing = { isOwner, held, requiresSecondFactor: subscription.requiresSecondFactor };
  const isLeaving = access.kind === 'admin-level-or-self' && subjectUid === caller.uid;
  const isMissing = caller.secondFactor === null && needsSecondFactor(standing, settings);
  refuseIf(isMissing && !isLeaving, 'access/second-factor-required');
  refuseIf(view.subscription.status === 'unpaid' && isWork(question), 'subscription/unpaid');
  return view;
}

interface Standing {
  readonly isOwner: boolean;
  /** Permission keys. */
  readonly held: readonly string[];
  readonly requiresSecondFactor: boolean;
}

/** Whether the subscription opens to this member with a second factor only. */
export function needsSecondFactor(
  { isOwner, held, requiresSecondFactor }: Standing,
  { permissions, policy: { secondFactor } }: Pick<HearthConfig, 'permissions' | 'policy'>,
): boolean {
  // Nobody could add one.
  if (secondFactor === 'off') {
    return false;
  }
  const isAdmin = isOwner || adminLevelKeys(permissions).some((key) => held.includes(key));
  return (
    requiresSecondFactor || secondFactor === 'everyone' || (secondFactor === 'admins' && isAdmin)
  );
}

/** Whether an unpaid subscription refuses the call. It allows only reading, leaving and paying. */
function isWork({ access, subjectUid, caller }: AccessQuestion): boolean {
  switch (access.kind) {
    case 'member':
    case 'owner':
      return false;
    case 'admin-level-or-self':
      return subjectUid !== caller.uid;
    case 'admin-level':
      return access.evenUnpaid !== true;
    case 'permissions':
      return true;
  }
}

/** Members see a subscription; an incomplete one is its owner's alone. */
function isVisibleTo(
  { subscription, held }: SubscriptionView,
  uid: string,
  permissions: HearthConfig['permissions'],
): boolean {
  const isOpen = subscription.status !== 'incomplete' || subscription.ownerId === uid;
  return isOpen && held.includes(defaultPermission(permissions));
}

/** Refusal for a caller without the role; undefined for one who has it, and for the owner, whatever they hold. */
function missingRole(
  { subscription, held }: SubscriptionView,
  { caller, access, settings: { permissions }, subjectUid }: Omit<AccessQuestion, 'view'>,
): RefusalCode | undefined {
  if (subscription.ownerId === caller.uid) {
    return undefined;
  }
  const isAdmin = adminLevelKeys(permissions).some((key) => held.includes(key));
  switch (access.kind) {
    case 'member':
      return undefined;
    case 'admin-level':
      return isAdmin ? undefined : 'access/denied';
    case 'admin-level-or-self':
      return isAdmin || subjectUid === caller.uid ? undefined : 'access/denied';
    case 'owner':
      return 'access/owner-only';
    case 'permissions':
      return holdsEnough(held, access) ? undefined : 'access/denied';
  }
}

type Named = Extract<SubscriptionAccess, { kind: 'permissions' }>;

function holdsEnough(held: readonly string[], { keys, all }: Named): boolean {
  const holds = (key: string) => held.includes(key);
  return all ? keys.every(holds) : keys.some(holds);
}
