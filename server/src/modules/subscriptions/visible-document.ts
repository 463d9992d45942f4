import type { HearthConfig, Subscription } from '@hearth/contract';
import { refuse } from '../../platform/refusal.ts';
import type { Database } from '../../platform/transaction.ts';
import type { SubscriptionView } from './access.ts';
import { listPermissionHolders } from './membership-store.ts';
import { adminLevelKeys } from './permission.ts';
import { toSubscriptionDocument } from './subscription.ts';

interface Reader {
  readonly uid: string;
  readonly permissions: HearthConfig['permissions'];
}

/** Documents as the reader may see them: everybody's permissions for admin-level holders, else their own. */
export async function toVisibleDocuments(
  db: Database,
  views: readonly SubscriptionView[],
  { uid, permissions }: Reader,
): Promise<Subscription[]> {
  const adminKeys = adminLevelKeys(permissions);
  const isAdminOf = ({ held }: SubscriptionView) => held.some((key) => adminKeys.includes(key));
  const administered = views.filter(isAdminOf).map(({ subscription }) => subscription.id);
  const holders =
    administered.length > 0 ? await listPermissionHolders(db, administered) : undefined;
  return views.map(({ subscription, held }) =>
    toSubscriptionDocument(
      subscription,
      holders?.get(subscription.id) ?? Object.fromEntries(held.map((key) => [key, [uid]])),
    ),
  );
}

export async function toVisibleDocument(
  db: Database,
  view: SubscriptionView,
  reader: Reader,
): Promise<Subscription> {
  const [document] = await toVisibleDocuments(db, [view], reader);
  return document ?? refuse('access/denied');
}
