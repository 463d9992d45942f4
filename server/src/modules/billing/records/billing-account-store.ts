import { type ColumnType, type Generated, type Selectable, sql } from 'kysely';
import type { Database, Transaction } from '../../../platform/transaction.ts';
import type {
  AmountParts,
  BillingDetails,
  Card,
  Debt,
  Money,
  NextTotal,
  ProviderAccount,
  ScheduledPrices,
} from '../port/payment-provider.ts';
import type { PriceItem } from '../port/price-item.ts';
import { toAmountColumns, wholeAmount } from './wide-amount-store.ts';

interface BillingAccountTable {
  subscription_id: string;
  customer_id: string | null;
  provider_account: string | null;
  provider_mode: ProviderAccount['mode'] | null;
  provider_subscription_id: string | null;
  next_provider_subscription_id: string | null;
  details: BillingDetails | null;
  card: KeptCard | null;
  period_start: Date | null;
  period_end: Date | null;
  ends_at: Date | null;
  scheduled_items: Items;
  scheduled_at: Date | null;
  free_until: Date | null;
  trial_ends_at: Date | null;
  next_amount: number | null;
  next_currency: string | null;
  next_parts: AmountParts | null;
  next_read_at: Date | null;
  items: Items;
  price_amount: number | null;
  price_currency: string | null;
  awaits_person: boolean;
  is_card_lost: boolean;
  tax_stopped: Generated<boolean>;
  bought_untaxed: Generated<boolean>;
  collection_paused: Generated<boolean>;
  owed_amount: number | null;
  owed_currency: string | null;
  failed_at: Date | null;
  retry_at: Date | null;
  payer_since: Date | null;
  reading: string;
  returns_read_at: Date | null;
}

/** The driver would write a list as an array of PostgreSQL. */
type Items = ColumnType<readonly PriceItem[] | null, string | null, string | null>;

export type KeptCard = Pick<Card, 'brand' | 'last4' | 'expMonth' | 'expYear'>;

const amounts = ['next_amount', 'price_amount', 'owed_amount'] as const;

type WideColumns = Record<`${(typeof amounts)[number]}_wide`, number | null>;

export const accounts = (db: Database) =>
  db.withTables<{ billing_accounts: BillingAccountTable & WideColumns }>();

export interface BillingAccount {
  readonly subscriptionId: string;
  readonly customerId: string | null;
  /** Account at the provider that the row belongs to; null before the first reading. */
  readonly provider: ProviderAccount | null;
  /** The one subscription at the provider; null where nothing was ever bought. */
  readonly providerSubscriptionId: string | null;
  /** Whether the first payment waits; until it is made, the project is on the free plan. */
  readonly isPending: boolean;
  readonly details: BillingDetails | null;
  readonly card: KeptCard | null;
  readonly periodEnd: Date | null;
  /** End that is set at the provider; null where none is. */
  readonly endsAt: Date | null;
  /** Plan change that takes effect when the period ends; null where none is scheduled. */
  readonly scheduled: ScheduledPrices | null;
  /** When the running trial ends; null outside a trial. */
  readonly trialEnd: Date | null;
  /** Until when renewals cost nothing because an operator gave that time; null if none was given. */
  readonly freeUntil: Date | null;
  /** Next renewal as last read; undefined where it has to be read again. */
  readonly next: NextTotal | null | undefined;
  /** Items that the provider charges; null if it charges none, or before the first reading. */
  readonly items: readonly PriceItem[] | null;
  /** Amount per period for these items; null where they are null. */
  readonly price: Money | null;
  /** Whether the bank asks the payer to confirm a payment. */
  readonly awaitsPerson: boolean;
  /** Null where nothing is owed, and before the sum is read. */
  readonly owed: (Omit<Debt, 'invoiceIds'> & { readonly failedAt: Date }) | null;
  /** Whether the default card is gone, until another one replaces it or the owner was notified. */
  readonly isCardLost: boolean;
  /** Whether renewals are charged without the tax that they should have. */
  readonly isTaxStopped: boolean;
  /** Whether they have no tax because it was bought before taxes were computed. */
  readonly isBoughtUntaxed: boolean;
  /** Whether the next renewal is not collected. */
  readonly isPaused: boolean;
  readonly reading: bigint;
  /** Start of the period that is paid or owed. */
  readonly periodStart: Date | null;
  /** When refunds and disputes were read last; null where they never were. */
  readonly returnsReadAt: Date | null;
}

export type BillingAccountRow = Pick<Selectable<BillingAccountTable>, (typeof columns)[number]>;

const columns = [
  'subscription_id',
  'customer_id',
  'provider_account',
  'provider_mode',
  'provider_subscription_id',
  'next_provider_subscription_id',
  'details',
  'card',
  'period_start',
  'period_end',
  'ends_at',
  'scheduled_items',
  'scheduled_at',
  'trial_ends_at',
  'free_until',
  'next_amount',
  'next_currency',
  'next_parts',
  'next_read_at',
  'items',
  'price_amount',
  'price_currency',
  'awaits_person',
  'is_card_lost',
  'tax_stopped',
  'bought_untaxed',
  'collection_paused',
  'owed_amount',
  'owed_currency',
  'failed_at',
  'retry_at',
  'payer_since',
  'reading',
  'returns_read_at',
] as const satisfies readonly (keyof BillingAccountTable)[];

/** In a select after all columns, so that they take the place of those of their names. */
export const wholeAmounts = amounts.map((name) =>
  wholeAmount<number | null>('billing_accounts', name).as(name),
);

/** Columns of BillingAccountRow of table `b`. A newer process may add more to the table while this one runs. */
export const accountColumns = sql`${sql.raw(columns.map((column) => `b.${column}`).join(', '))},
  ${sql.join(amounts.map((name) => wholeAmount('b', name).as(name)))}`;

export function toAccount(row: BillingAccountRow): BillingAccount {
  return {
    subscriptionId: row.subscription_id,
    customerId: row.customer_id,
    provider: row.provider_mode && { id: row.provider_account, mode: row.provider_mode },
    providerSubscriptionId: row.provider_subscription_id ?? row.next_provider_subscription_id,
    isPending: row.provider_subscription_id === null && row.next_provider_subscription_id !== null,
    details: row.details,
    card: row.card,
    periodStart: row.period_start,
    periodEnd: row.period_end,
    endsAt: row.ends_at,
    scheduled: toScheduled(row),
    trialEnd: row.trial_ends_at,
    freeUntil: row.free_until,
    next: toNext(row),
    items: row.items,
    price: toMoney(row.price_amount, row.price_currency),
    awaitsPerson: row.awaits_person,
    owed: toOwed(row),
    isCardLost: row.is_card_lost,
    isTaxStopped: row.tax_stopped,
    isBoughtUntaxed: row.bought_untaxed,
    isPaused: row.collection_paused,
    reading: BigInt(row.reading),
    returnsReadAt: row.returns_read_at,
  };
}

function toScheduled(row: BillingAccountRow): ScheduledPrices | null {
  const { scheduled_items: items, scheduled_at: at } = row;
  return items && at && { items, at };
}

function toOwed(row: BillingAccountRow): BillingAccount['owed'] {
  const total = toMoney(row.owed_amount, row.owed_currency);
  const { failed_at: failedAt, retry_at: retryAt } = row;
  return total && failedAt && { total, failedAt, retryAt };
}

function toNext(row: BillingAccountRow): NextTotal | null | undefined {
  const total = toMoney(row.next_amount, row.next_currency);
  if (row.next_read_at === null) {
    return undefined;
  }
  return total && row.next_parts && { total, parts: row.next_parts };
}

function toMoney(amount: number | null, currency: string | null): Money | null {
  return amount === null || currency === null ? null : { amount, currency };
}

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

/** Items and the amount that the provider charges per period. */
export type ChargedPrice = Pick<BillingAccount, 'items' | 'price'>;

export function toPriceColumns({ items, price }: ChargedPrice) {
  return {
    items: items && JSON.stringify(items),
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
