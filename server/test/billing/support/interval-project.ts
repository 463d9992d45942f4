import { randomUUID } from 'node:crypto';
import type { Frequency, HearthConfig } from '@hearth/contract';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { readPlans } from '../../harness/plan-prices.ts';
import type { TestApp } from '../../harness/test-app.ts';
import { callable, type Person } from '../../harness/wire-client.ts';
import { type SoldPrice, sumOfPurchase } from '../../payment-provider/own-sums.ts';
import { billingInfo, expectDone } from './payment-scenes.ts';
import { listAtStripe, readFromStripe, steerStripe } from './sandbox.ts';

/** A plan and how often it is charged. */
export type SoldName = 'free' | `${'pro' | 'enterprise'} ${Frequency}`;

/** In dollars. Enterprise is two prices at the provider. */
const amounts: Readonly<Record<string, Readonly<Record<Frequency, number>>>> = {
  pro: { week: 9.99, month: 39.95, year: 399.9 },
  enterprise: { week: 30.01, month: 119.99, year: 1_199.95 },
};

export function soldByInterval(): HearthConfig['plans'] {
  const sold = readPlans('hearth.json').filter(({ legacy }) => !legacy);
  return sold.map((plan) => {
    const perInterval = Object.entries(amounts[plan.id] ?? {}) as [Frequency, number][];
    const prices = plan.prices.flatMap((week) =>
      perInterval.map(([frequency, price]) => {
        const priceIds = week.priceIds.map((id) => id.replace(/week$/, frequency));
        return { ...week, frequency, price, priceIds };
      }),
    );
    return plan.free ? plan : { ...plan, prices };
  });
}

/** Minor units below which Stripe charges no card. */
export const least = 50;

export const withoutTerms = { discount: null, taxRate: 0 };

export interface State {
  /** Minor units that cards were charged. */
  readonly cash: number;
  readonly credit: number;
  readonly mode: string;
  /** End in the product's summary, null where nothing is charged, and at the provider. */
  readonly period: { readonly shown: string | null; readonly atProvider: string };
}

export interface Stage {
  readonly app: TestApp;
  /** The owner of all projects. */
  readonly present: () => Person;
}

export function nameOf(sold: SoldName) {
  const [planId = '', frequency] = sold.split(' ');
  return frequency ? { planId, frequency } : { planId };
}

export function priceOf({ config }: TestApp, sold: SoldName): SoldPrice {
  const { planId, frequency = 'week' } = nameOf(sold);
  const plan = config.product.plans.find(({ id }) => id === planId);
  const price = plan?.prices.find((one) => one.frequency === frequency) ?? expect.fail(sold);
  const { priceIds } = price;
  const amount = Math.round(price.price * 100);
  return { priceIds, frequency: price.frequency, currency: 'usd', amount };
}

/** A project that pays what the name says, with what its owner and the provider know of it. */
export async function begin({ app, present }: Stage, sold: SoldName) {
  const isFree = sold === 'free';
  const data = isFree ? { planId: 'free' } : { ...nameOf(sold), billingInfo: billingInfo() };
  // Two purchases of one plan by one person would count as one that is repeated.
  const headers = { 'idempotency-key': randomUUID() };
  const bought = await callable(app, 'createSubscription', { data, ...present(), headers });
  const subscriptionId = String(expectDone(bought).subscriptionId);
  const boughtAt = app.clock.now();
  const call = async (name: string, more: object = {}) =>
    expectDone(await callable(app, name, { data: { subscriptionId, ...more }, ...present() }));
  const find = async () => {
    const { rows } = await sql<{ customer: string; charged: string }>`
      select customer_id as customer, provider_subscription_id as charged
      from billing_accounts where subscription_id = ${subscriptionId}`.execute(app.db);
    return rows[0] ?? expect.fail('nothing is charged');
  };
  const purchase = isFree
    ? undefined
    : sumOfPurchase({ ...withoutTerms, price: priceOf(app, sold), boughtAt }, least);
  return {
    subscriptionId,
    call,
    paid: purchase?.sum.due ?? 0,
    account: purchase?.account,
    async makeClassic() {
      await steerStripe(app, 'classic_billing', { subscription: (await find()).charged });
    },
    async read(): Promise<State> {
      const { customer, charged } = await find();
      const charges = await listAtStripe(app, `/v1/charges?customer=${customer}`);
      const { balance } = await readFromStripe(app, `/v1/customers/${customer}`);
      const { items, billing_mode } = await readFromStripe(app, `/v1/subscriptions/${charged}`);
      const ends = items.data.map((item: { current_period_end: number }) =>
        new Date(item.current_period_end * 1_000).toISOString(),
      );
      const { next_invoice } = await call('getBillingSummary');
      const paid = charges.filter((charge) => charge.paid).map(({ amount }) => amount);
      return {
        cash: paid.reduce((sum, amount) => sum + amount, 0),
        credit: 0 - balance,
        mode: billing_mode.type,
        period: {
          shown: (next_invoice as { date: string } | null)?.date ?? null,
          atProvider: [...new Set(ends)].join(),
        },
      };
    },
  };
}
