import type { Frequency, HearthConfig } from '@hearth/contract';
import { sql } from 'kysely';
import type { Database } from '../../../platform/transaction.ts';
import type { Money } from '../port/payment-provider.ts';
import { priceOfIds } from '../port/plan.ts';
import { accounts, type BillingAccount, toAccount } from './billing-account-store.ts';

export interface Charged
  extends Pick<
    BillingAccount,
    'subscriptionId' | 'price' | 'endsAt' | 'periodEnd' | 'card' | 'awaitsPerson' | 'owed'
  > {
  /** Total of the next renewal as last read; null where it has to be read again. */
  readonly nextTotal: Money | null;
  /** Null where nothing is charged, and where the configuration does not have the price. */
  readonly frequency: Frequency | null;
}

/** Lists what is charged and owed for the projects. As on their pages, no card is shown while a transfer is open. */
export async function listCharged(
  db: Database,
  subscriptionIds: readonly string[],
  settings: Pick<HearthConfig, 'plans'>,
): Promise<Charged[]> {
  const rows = await accounts(db)
    .selectFrom('billing_accounts')
    .selectAll()
    .select(
      sql<boolean>`exists (
        select from intents where intents.subscription_id = billing_accounts.subscription_id
          and intents.kind = 'forget-payer' and intents.status = 'open')`.as('is_transferred'),
    )
    .where('subscription_id', 'in', subscriptionIds)
    .execute();
  return rows.map(({ is_transferred, ...row }) => {
    const { next, card, ...account } = toAccount(row);
    return {
      ...account,
      card: is_transferred ? null : card,
      nextTotal: next?.total ?? null,
      frequency: priceOfIds(settings, account.priceIds ?? [])?.frequency ?? null,
    };
  });
}
