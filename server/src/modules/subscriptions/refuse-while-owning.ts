import { refuseIf } from '../../platform/refusal.ts';
import type { Transaction } from '../../platform/transaction.ts';
import { listOwnedSubscriptions } from './subscription-store.ts';

/** Refuses, with the list, while the person owns a subscription that is not canceled. */
export async function refuseWhileOwning(tx: Transaction, uid: string): Promise<void> {
  const owned = await listOwnedSubscriptions(tx, uid);
  const living = owned.filter((subscription) => subscription.status !== 'canceled');
  const list = living.map(({ id, name }) => (name === null ? id : `${name} (${id})`)).join(', ');
  refuseIf(living.length > 0, 'auth/owns-active-subscription', list);
}
