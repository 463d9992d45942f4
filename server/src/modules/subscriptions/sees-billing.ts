import type { HearthConfig } from '@hearth/contract';
import { refuseUnless } from '../../platform/refusal.ts';
import type { SubscriptionView } from './access.ts';
import { adminLevelKeys } from './permission.ts';

/** Parts of billing that the configuration may keep from plain members. */
export type BillingPart = 'summary' | 'invoices';

type Reader = Pick<SubscriptionView, 'held'>;
type Settings = Pick<HearthConfig, 'permissions' | 'policy'>;

/** Whether the reader may see the part: admin-level holders always, other members as the configuration says. */
export function seesBilling({ held }: Reader, part: BillingPart, settings: Settings): boolean {
  const shown = settings.policy.membersSeeBilling;
  const isAdmin = adminLevelKeys(settings.permissions).some((key) => held.includes(key));
  return isAdmin || shown === 'all' || shown === part;
}

export function requireSeesBilling(view: Reader, part: BillingPart, settings: Settings): void {
  refuseUnless(seesBilling(view, part, settings), 'access/denied');
}
