import type { HearthConfig, RefusalCode, SubscriptionAccess } from '@hearth/contract';
import { refuse, refuseUnless } from '../../platform/refusal.ts';
import type { Caller } from '../identity/index.ts';
import { adminLevelKeys, defaultPermission } from './permission.ts';
import type { PermissionMap, Subscription } from './subscription.ts';

/** A subscription as the caller stands to it. */
export interface SubscriptionView {
  readonly subscription: Subscription;
  /** Permission keys that the caller holds. */
  readonly held: readonly string[];
  /** Everybody's permissions, where the operation asked for them and the caller may see them. */
  readonly holders?: PermissionMap | undefined;
}

interface Judgement {
  readonly view: SubscriptionView | undefined;
  readonly caller: Caller;
  readonly access: SubscriptionAccess;
  readonly permissions: HearthConfig['permissions'];
}

/** Refuses unless the caller may. A foreign and an unknown subscription get the same answer. */
export function requireAccess({ view, caller, access, permissions }: Judgement): SubscriptionView {
  refuseUnless(view && isVisibleTo(view, caller.uid, permissions), 'access/denied');
  const missing = missingRole(view, { caller, access, permissions });
  if (missing !== undefined) {
    refuse(missing);
  }
  return view;
}

/** Members see a subscription; an incomplete one is its owner's alone. */
export function isVisibleTo(
  { subscription, held }: SubscriptionView,
  uid: string,
  permissions: HearthConfig['permissions'],
): boolean {
  const isOpen = subscription.status !== 'incomplete' || subscription.ownerId === uid;
  return isOpen && held.includes(defaultPermission(permissions));
}

/** What the caller is told who lacks the role; undefined for one who holds it. */
function missingRole(
  { subscription, held }: SubscriptionView,
  { caller, access, permissions }: Omit<Judgement, 'view'>,
): RefusalCode | undefined {
  const holds = (key: string) => held.includes(key);
  switch (access.kind) {
    case 'member':
      return undefined;
    case 'admin-level':
      return adminLevelKeys(permissions).some(holds) ? undefined : 'access/denied';
    case 'owner':
      return subscription.ownerId === caller.uid ? undefined : 'access/owner-only';
    case 'permissions': {
      const enough = access.all ? access.keys.every(holds) : access.keys.some(holds);
      return enough ? undefined : 'access/denied';
    }
  }
}
