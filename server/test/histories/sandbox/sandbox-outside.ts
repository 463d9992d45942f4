import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { createSandboxProvider, priceAmount } from '../../../src/modules/billing/index.ts';
import { ChangeRefused } from '../../../src/modules/billing/port/change-refused.ts';
import {
  ProviderFailure,
  ProviderRefusal,
} from '../../../src/modules/billing/port/payment-provider.ts';
import type { SandboxProvider } from '../../../src/modules/billing/providers/sandbox/index.ts';
import type { TestApp } from '../../harness/test-app.ts';
import type { OutsideAction } from '../outside-actions.ts';
import { count, notePriced, type Planted } from '../planted.ts';
import { weeklyPrice } from '../sold-plans.ts';
import { giveBack } from './sandbox-returns.ts';

interface Outside {
  readonly app: TestApp;
  readonly planted: Planted;
}

interface Place extends Outside {
  readonly dashboard: SandboxProvider;
  readonly running: Running;
}

interface Running {
  readonly id: string;
  readonly customerId: string;
}

/**
 * Does by hand what the sandbox's dashboard and its provider can do. Coupons, quantities and pauses are unknown to the
 * sandbox. True where something was done.
 */
export async function actInSandbox(
  outside: Outside,
  action: OutsideAction,
  projectId: string,
): Promise<boolean> {
  const { db, clock, config } = outside.app;
  const { rows } = await sql<Running>`
    select id, customer_id as "customerId" from sandbox.subscriptions
    where reference = ${projectId} and status <> 'canceled'`.execute(db);
  const [running] = rows;
  if (!running) {
    return false;
  }
  const { publicUrl, secretKey, product } = config;
  const plans = product.plans.flatMap(({ id, prices }) =>
    prices.map((price) => ({
      name: id,
      priceIds: price.priceIds,
      frequency: price.frequency,
      total: priceAmount(price),
      ...(price.tax && { tax: price.tax }),
    })),
  );
  const dashboard = createSandboxProvider({ db, clock, plans, publicUrl, secretKey });
  notePriced(outside.planted, action, projectId);
  try {
    const isDone = await act({ ...outside, dashboard, running }, action);
    if (isDone) {
      count(outside.planted, action.what);
    }
    return isDone;
  } catch (error) {
    if (isRefused(error)) {
      return false;
    }
    throw error;
  }
}

const isRefused = (error: unknown) =>
  [ChangeRefused, ProviderFailure, ProviderRefusal].some((kind) => error instanceof kind);

async function act(place: Place, action: OutsideAction): Promise<boolean> {
  const { app, planted, dashboard, running } = place;
  const key = `outside-${randomUUID()}`;
  switch (action.what) {
    case 'price':
      return await changePrice(place, { key, planId: action.to });
    case 'cancel':
      await dashboard.endSubscription({ key, id: running.id });
      return true;
    case 'detach card': {
      const cards = await dashboard.listCards(running.customerId);
      const card = cards.find(({ isDefault }) => isDefault);
      await (card && dashboard.detachCard({ key, cardId: card.id }));
      return card !== undefined;
    }
    case 'balance':
      await sql`
        update sandbox.customers set credit = greatest(0, credit - ${action.cents})
        where id = ${running.customerId}`.execute(app.db);
      return true;
    case 'cancel at end':
      return await setEnd(place, { key, isOn: action.isOn });
    case 'refund':
    case 'dispute':
    case 'credit note':
      return await giveBack({ app, planted, dashboard, customerId: running.customerId }, action);
    default:
      return false;
  }
}

/** Refused as at Stripe while a change is scheduled. */
async function setEnd(
  { app, dashboard, running: { id } }: Place,
  { key, isOn }: { readonly key: string; readonly isOn: boolean },
): Promise<boolean> {
  const { rows } = await sql<{ isEnding: boolean }>`
    select cancel_at_period_end as "isEnding" from sandbox.subscriptions
    where id = ${id} and scheduled_price_ids is null and status = 'active'`.execute(app.db);
  const [running] = rows;
  if (!running || running.isEnding === isOn) {
    return false;
  }
  await (isOn ? dashboard.endAtPeriodEnd({ key, id }) : dashboard.keepGoing({ key, id }));
  return true;
}

/** No intent of ours asked for the charge. */
async function changePrice(
  { app, planted, dashboard, running }: Place,
  { key, planId }: { readonly key: string; readonly planId: string },
): Promise<boolean> {
  const plan = app.config.product.plans.find(({ id }) => id === planId);
  if (!plan) {
    return false;
  }
  const before = await listInvoices(app, running);
  const change = { providerSubscriptionId: running.id, priceIds: weeklyPrice(plan).priceIds };
  const charge = await dashboard.changePrices({ ...change, key, at: app.clock.now() });
  for (const id of await listInvoices(app, running)) {
    if (!before.includes(id)) {
      planted.invoices.add(id);
    }
  }
  return charge.outcome === 'paid';
}

/** Lists invoices of 0 too, which the provider does not. */
async function listInvoices({ db }: TestApp, { customerId }: Running): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from sandbox.invoices where customer_id = ${customerId}`.execute(db);
  return rows.map(({ id }) => id);
}
