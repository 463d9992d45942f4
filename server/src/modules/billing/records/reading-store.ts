import { sql } from 'kysely';
import type { Database, Transaction } from '../../../platform/transaction.ts';
import type {
  Debt,
  NextTotal,
  ProviderAccount,
  ScheduledPrices,
} from '../port/payment-provider.ts';
import {
  accounts,
  type BillingAccount,
  type ChargedPrice,
  type KeptCard,
  toAccount,
  toPriceColumns,
  wholeAmounts,
} from './billing-account-store.ts';
import { toAmountColumns } from './wide-amount-store.ts';

/** Numbers a reading, and answers the account before the provider is read. */
export async function beginReading(
  db: Database,
  subscriptionId: string,
): Promise<{ readonly account: BillingAccount; readonly reading: bigint } | undefined> {
  const row = await accounts(db)
    .selectFrom('billing_accounts')
    .selectAll()
    .select(wholeAmounts)
    .select(sql<string>`nextval('billing_readings')`.as('number'))
    .where('subscription_id', '=', subscriptionId)
    .executeTakeFirst();
  return row && { account: toAccount(row), reading: BigInt(row.number) };
}

export interface Reading {
  readonly reading: bigint;
  readonly card: KeptCard | null;
  readonly periodStart: Date | null;
  readonly periodEnd: Date | null;
  readonly endsAt: Date | null;
  readonly scheduled: ScheduledPrices | null;
  readonly trialEnd: Date | null;
  readonly freeUntil: Date | null;
  readonly price: ChargedPrice;
  readonly awaitsPerson: boolean;
  readonly isTaxStopped: boolean;
  readonly isPaused: boolean;
  readonly isBoughtUntaxed: boolean;
  /** Undefined where it was not read. */
  readonly owed: Debt | null | undefined;
  readonly at: Date;
  /** Account at the provider that was read. */
  readonly provider: ProviderAccount;
  /** Undefined where refunds and disputes were not read. */
  readonly returnsReadAt: Date | undefined;
}

/** Stores a reading; false where a later one is stored. */
export async function writeReading(
  tx: Transaction,
  subscriptionId: string,
  read: Reading,
): Promise<boolean> {
  const { reading, card, periodStart, periodEnd, endsAt } = read;
  const { price, awaitsPerson, provider, returnsReadAt } = read;
  const row = await accounts(tx)
    .updateTable('billing_accounts')
    .set({
      card,
      period_start: periodStart,
      period_end: periodEnd,
      ends_at: endsAt,
      scheduled_items: read.scheduled && JSON.stringify(read.scheduled.items),
      scheduled_at: read.scheduled?.at ?? null,
      trial_ends_at: read.trialEnd,
      free_until: read.freeUntil,
      ...(returnsReadAt && { returns_read_at: returnsReadAt }),
      // The next total is read again when a person opens its page.
      next_read_at: null,
      ...toPriceColumns(price),
      awaits_person: awaitsPerson,
      tax_stopped: read.isTaxStopped,
      collection_paused: read.isPaused,
      bought_untaxed: read.isBoughtUntaxed,
      ...(read.owed !== undefined && toOwedColumns(read.owed, read.at)),
      reading: String(reading),
      // A key that may not read the account does not erase the one that was read before.
      ...(provider.id !== null && { provider_account: provider.id }),
      provider_mode: provider.mode,
    })
    .where('subscription_id', '=', subscriptionId)
    .where('reading', '<', String(reading))
    .returning('subscription_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** A retry that is over by now has failed too, since the money is still owed. */
function toOwedColumns(owed: Debt | null, at: Date) {
  const failedAt = sql<Date>`case
    when owed_amount is null then ${at}
    when retry_at <= ${at} and retry_at is distinct from ${owed?.retryAt ?? null} then retry_at
    else failed_at end`;
  return {
    ...toAmountColumns('owed_amount', owed?.total.amount ?? null),
    owed_currency: owed?.total.currency ?? null,
    failed_at: owed && failedAt,
    retry_at: owed?.retryAt ?? null,
  };
}

interface NextReading {
  readonly next: NextTotal | null;
  readonly at: Date;
  /** Reading that was stored when the provider was asked. */
  readonly reading: bigint;
}

/** Stores the total of the next renewal, unless the subscription was read again meanwhile. */
export async function writeNextTotal(
  db: Database,
  subscriptionId: string,
  { next, at, reading }: NextReading,
): Promise<void> {
  await accounts(db)
    .updateTable('billing_accounts')
    .set({
      ...toAmountColumns('next_amount', next?.total.amount ?? null),
      next_currency: next?.total.currency ?? null,
      next_parts: next?.parts ?? null,
      next_read_at: at,
    })
    .where('subscription_id', '=', subscriptionId)
    .where('reading', '=', String(reading))
    .execute();
}

/** Numbers a reading; taken before the provider is asked. */
export async function nextReading(db: Database): Promise<bigint> {
  const { rows } = await sql<{ reading: string }>`
    select nextval('billing_readings') as reading`.execute(db);
  return BigInt(rows[0]?.reading ?? 0);
}

/** Outdates every reading that has begun by now; answers the new number. */
export async function outdateReadings(tx: Transaction, subscriptionId: string): Promise<bigint> {
  const { rows } = await sql<{ reading: string }>`
    update billing_accounts set reading = nextval('billing_readings')
    where subscription_id = ${subscriptionId} returning reading`.execute(tx);
  return BigInt(rows[0]?.reading ?? 0);
}
