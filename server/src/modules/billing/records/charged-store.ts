import type { Database } from '../../../platform/transaction.ts';
import { accounts, type BillingAccount, toMoney } from './billing-account-store.ts';

/** Price and set end of the projects' subscriptions. */
export async function listCharged(
  db: Database,
  subscriptionIds: readonly string[],
): Promise<Pick<BillingAccount, 'subscriptionId' | 'price' | 'endsAt'>[]> {
  const rows = await accounts(db)
    .selectFrom('billing_accounts')
    .select(['subscription_id', 'price_amount', 'price_currency', 'ends_at'])
    .where('subscription_id', 'in', subscriptionIds)
    .execute();
  return rows.map((row) => ({
    subscriptionId: row.subscription_id,
    price: toMoney(row.price_amount, row.price_currency),
    endsAt: row.ends_at,
  }));
}
