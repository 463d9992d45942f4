import { type Generated, type Selectable, sql } from 'kysely';
import type { Database } from '../../../platform/transaction.ts';
import type {
  AmountParts,
  BillingDetails,
  Card,
  Debt,
  Money,
  NextTotal,
  ProviderAccount,
} from '../port/payment-provider.ts';
import type { ScheduledPrices } from '../port/schedule-calls.ts';
import { wholeAmount } from './wide-amount-store.ts';

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
  scheduled_price_ids: string[] | null;
  scheduled_at: Date | null;
  trial_ends_at: Date | null;
  next_amount: number | null;
  next_currency: string | null;
  next_parts: AmountParts | null;
  next_read_at: Date | null;
  price_ids: string[] | null;
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
  /** Next renewal as last read; undefined where it has to be read again. */
  readonly next: NextTotal | null | undefined;
  /** Prices that the provider charges; null where it charges none, or before the first reading. */
  readonly priceIds: readonly string[] | null;
  /** Amount per period for these prices; null where they are null. */
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
  'scheduled_price_ids',
  'scheduled_at',
  'trial_ends_at',
  'next_amount',
  'next_currency',
  'next_parts',
  'next_read_at',
  'price_ids',
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
    next: toNext(row),
    priceIds: row.price_ids,
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
  const { scheduled_price_ids: priceIds, scheduled_at: at } = row;
  return priceIds && at && { priceIds, at };
}

function toOwed(row: BillingAccountRow): BillingAccount['owed'] {
  const total = toMoney(row.owed_amount, row.owed_currency);
  const { failed_at: failedAt, retry_at: retryAt } = row;
  return total && failedAt && { total, failedAt, retryAt };
}

/** Version 0.1 stored no parts. */
function toNext(row: BillingAccountRow): NextTotal | null | undefined {
  const total = toMoney(row.next_amount, row.next_currency);
  if (row.next_read_at === null || (total && !row.next_parts)) {
    return undefined;
  }
  return total && row.next_parts && { total, parts: row.next_parts };
}

function toMoney(amount: number | null, currency: string | null): Money | null {
  return amount === null || currency === null ? null : { amount, currency };
}
