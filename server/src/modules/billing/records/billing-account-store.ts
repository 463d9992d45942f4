import { sql } from 'kysely';
import type { Database, Transaction } from '../../../platform/transaction.ts';
import type { BillingDetails, ProviderAccount } from '../port/payment-provider.ts';
import {
  accounts,
  type BillingAccount,
  type KeptCard,
  toAccount,
  wholeAmounts,
} from './billing-account-row-store.ts';
import { toAmountColumns } from './wide-amount-store.ts';

export async function findBillingAccount(
  db: Database,
  subscriptionId: string,
): Promise<BillingAccount | undefined> {
  const row = await accounts(db)
    .selectFrom('billing_accounts')
    .selectAll()
    .select(wholeAmounts)
    .where('subscription_id', '=', subscriptionId)
    .executeTakeFirst();
  return row && toAccount(row);
}

export async function findSubscriptionOfCustomer(
  db: Database,
  customerId: string,
): Promise<string | undefined> {
  const row = await accounts(db)
    .selectFrom('billing_accounts')
    .select('subscription_id')
    .where('customer_id', '=', customerId)
    .executeTakeFirst();
  return row?.subscription_id;
}

/** Prices and the amount that the provider charges per period. */
export type ChargedPrice = Pick<BillingAccount, 'priceIds' | 'price'>;

export function toPriceColumns({ priceIds, price }: ChargedPrice) {
  return {
    price_ids: priceIds && [...priceIds],
    ...toAmountColumns('price_amount', price?.amount ?? null),
    price_currency: price?.currency ?? null,
  };
}

/** Another project whose row names the customer or the subscription. */
export async function findOtherProject(
  db: Database,
  link: {
    readonly subscriptionId: string;
    readonly customerId: string;
    readonly chargedId?: string | undefined;
  },
): Promise<string | undefined> {
  const { rows } = await sql<{ subscription_id: string }>`
    select subscription_id from billing_accounts
    where subscription_id <> ${link.subscriptionId} and (customer_id = ${link.customerId}
      or ${link.chargedId ?? null}::text in
        (provider_subscription_id, next_provider_subscription_id))
    limit 1`.execute(db);
  return rows[0]?.subscription_id;
}

export interface AccountChange {
  readonly details?: BillingDetails | null;
  readonly card?: KeptCard | null;
  /** Null once the provider has no subscription any more. */
  readonly charged?: { readonly id: string; readonly isPending: boolean } | null;
  readonly price?: ChargedPrice;
  readonly isCardLost?: boolean;
  readonly isTaxStopped?: boolean;
  readonly isBoughtUntaxed?: boolean;
  /** When the previous payer was removed at the provider. */
  readonly payerSince?: Date;
}

/** Overwrites the given fields, and creates the row where there is none. */
export async function writeBillingAccount(
  tx: Database,
  subscriptionId: string,
  change: AccountChange,
): Promise<void> {
  const { details, card, charged, price, isCardLost, payerSince } = change;
  const row = {
    ...(details !== undefined && { details }),
    ...(card !== undefined && { card }),
    ...(charged !== undefined && {
      provider_subscription_id: charged && !charged.isPending ? charged.id : null,
      next_provider_subscription_id: charged?.isPending ? charged.id : null,
    }),
    ...(price !== undefined && toPriceColumns(price)),
    ...(isCardLost !== undefined && { is_card_lost: isCardLost }),
    ...toTaxColumns(change),
    ...(payerSince !== undefined && { payer_since: payerSince }),
  };
  await accounts(tx)
    .insertInto('billing_accounts')
    .values({
      subscription_id: subscriptionId,
      reading: '0',
      awaits_person: false,
      is_card_lost: false,
      ...row,
    })
    .onConflict((conflict) =>
      conflict.column('subscription_id').doUpdateSet({ subscription_id: subscriptionId, ...row }),
    )
    .execute();
}

function toTaxColumns({ isTaxStopped, isBoughtUntaxed }: AccountChange) {
  return {
    ...(isTaxStopped !== undefined && { tax_stopped: isTaxStopped }),
    ...(isBoughtUntaxed !== undefined && { bought_untaxed: isBoughtUntaxed }),
  };
}

interface CustomerChange {
  readonly subscriptionId: string;
  /** Customer that the row is expected to have. */
  readonly before: string | null;
  readonly customerId: string;
  /** Account at the provider that the customer belongs to. */
  readonly provider: ProviderAccount;
}

/** Gives the subscription its customer, unless another process was faster; answers its present customer. */
export async function claimCustomer(
  tx: Transaction,
  { subscriptionId, before, customerId, provider }: CustomerChange,
): Promise<string> {
  const { rows } = await sql<{ customer_id: string }>`
    insert into billing_accounts as account
      (subscription_id, customer_id, provider_account, provider_mode)
    values (${subscriptionId}, ${customerId}, ${provider.id}, ${provider.mode})
    on conflict (subscription_id) do update set customer_id = excluded.customer_id,
      provider_account = excluded.provider_account, provider_mode = excluded.provider_mode
    where account.customer_id is not distinct from ${before}
    returning customer_id`.execute(tx);
  const now = rows[0]?.customer_id ?? (await findBillingAccount(tx, subscriptionId))?.customerId;
  return now ?? customerId;
}
