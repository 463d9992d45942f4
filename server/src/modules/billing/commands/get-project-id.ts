import type { Database } from '../../../platform/transaction.ts';
import { findSubscription } from '../../subscriptions/index.ts';
import { findSubscriptionOfCustomer } from '../records/billing-account-store.ts';
import { findIntent } from '../records/intent-history-store.ts';
import { CommandRefused } from './report.ts';

/** Finds a project by its id, or by the id of one of its intents or of its customer. */
export async function getProjectId(
  name: string,
  { db }: { readonly db: Database },
): Promise<string> {
  const found =
    (await findSubscription(db, name))?.id ??
    (await findIntent(db, name))?.subscriptionId ??
    (await findSubscriptionOfCustomer(db, name));
  if (found === undefined) {
    throw new CommandRefused('There is no project, intent or customer with this id.');
  }
  return found;
}
