import type { Frequency, HearthConfig } from '@hearth/contract';
import { sql } from 'kysely';
import type { Database } from '../../../platform/transaction.ts';
import type { Money } from '../port/payment-provider.ts';
import type { PriceItem } from '../port/price-item.ts';
import { type ComingPlan, toComingPlan } from '../port/rules/coming-plan.ts';
import { priceAmount, pricedPlanOf, priceOfItems } from '../port/rules/plan.ts';
import {
  accountColumns,
  type BillingAccount,
  type BillingAccountRow,
  toAccount,
} from './billing-account-store.ts';
import { wholeAmount } from './wide-amount-store.ts';

export interface Charged
  extends Pick<
    BillingAccount,
    | 'subscriptionId'
    | 'price'
    | 'endsAt'
    | 'trialEnd'
    | 'periodEnd'
    | 'card'
    | 'awaitsPerson'
    | 'owed'
  > {
  /** Total of the next renewal as last read; null where it has to be read again. */
  readonly nextTotal: Money | null;
  readonly isNextNone: boolean;
  /** Null where nothing is charged, and where the configuration does not have the price. */
  readonly frequency: Frequency | null;
  /** Plan change that is scheduled; null also where the configuration does not have its prices. */
  readonly scheduled: ComingPlan | null;
}

/** Lists what is charged and owed for the projects. As on their pages, no card is shown while a transfer is open. */
export async function listCharged(
  db: Database,
  subscriptionIds: readonly string[],
  settings: Pick<HearthConfig, 'plans'>,
): Promise<Charged[]> {
  const { rows } = await sql<
    BillingAccountRow & { is_transferred: boolean }
  >`/* plan once: charged */
    select ${accountColumns}, exists (
      select from intents where intents.subscription_id = b.subscription_id
        and intents.kind = 'forget-payer' and intents.status = 'open') as is_transferred
    from billing_accounts b where b.subscription_id = any(${subscriptionIds}::text[])`.execute(db);
  return rows.map(({ is_transferred, ...row }) => {
    const { next, card, scheduled, isPaused, ...account } = toAccount(row);
    const coming = isPlain(scheduled?.items) ? pricedPlanOf(settings, scheduled?.items) : undefined;
    return {
      ...account,
      card: is_transferred ? null : card,
      scheduled: toComingPlan(scheduled, settings),
      isNextNone: next === null || isPaused,
      nextTotal: next?.total ?? (coming ? priceAmount(coming.price) : null),
      frequency: priceOfItems(settings, account.items)?.frequency ?? null,
    };
  });
}

/** Whether the items cost what the configuration says. */
const isPlain = (items: readonly PriceItem[] = []) =>
  items.every(({ role, quantity }) => role === 'plan' && quantity === 1);

/** Lists prices at the provider that projects pay and the configuration does not have, with how many projects pay each. */
export async function listUnknownPrices(
  db: Database,
  settings: Pick<HearthConfig, 'plans'>,
): Promise<{ readonly items: readonly PriceItem[]; readonly projects: number }[]> {
  const { rows } = await sql<{ items: readonly PriceItem[]; projects: number }>`
    select b.items, count(*)::int as projects
    from billing_accounts b join subscriptions s on s.id = b.subscription_id
    where b.items is not null and s.status <> 'canceled'
    group by b.items order by b.items`.execute(db);
  return rows.filter(({ items }) => priceOfItems(settings, items) === undefined);
}

/** Running projects whose renewals are charged without tax, by the reason. */
export interface UntaxedCounts {
  /** The provider does not know which taxes apply at the address. */
  readonly placeUnknown: number;
  /** They were bought before taxes were computed. */
  readonly boughtBefore: number;
}

export async function countUntaxed(db: Database): Promise<UntaxedCounts> {
  const { rows } = await sql<UntaxedCounts>`
    select count(*) filter (where b.tax_stopped)::int as "placeUnknown",
      count(*) filter (where b.bought_untaxed)::int as "boughtBefore"
    from billing_accounts b join subscriptions s on s.id = b.subscription_id
    where (b.tax_stopped or b.bought_untaxed) and s.status <> 'canceled'`.execute(db);
  return rows[0] ?? { placeUnknown: 0, boughtBefore: 0 };
}

export interface UntaxedProject {
  readonly subscriptionId: string;
  readonly planId: string;
  readonly price: Money;
  readonly periodEnd: Date | null;
}

/** Lists the running projects that were bought before taxes were computed, those that renew first before the others. */
export async function listBoughtUntaxed(db: Database): Promise<UntaxedProject[]> {
  const { rows } = await sql<Omit<UntaxedProject, 'price'> & Money>`
    select b.subscription_id as "subscriptionId", s.plan_id as "planId", b.period_end as "periodEnd",
      ${wholeAmount('b', 'price_amount')} as amount, b.price_currency as currency
    from billing_accounts b join subscriptions s on s.id = b.subscription_id
    where b.bought_untaxed and s.status <> 'canceled' and b.price_amount is not null
    order by b.period_end, b.subscription_id`.execute(db);
  return rows.map(({ amount, currency, ...row }) => ({ ...row, price: { amount, currency } }));
}
