import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PriceItem } from '../../../src/modules/billing/port/price-item.ts';
import { createCrowd, verdictOf } from '../../harness/crowd.ts';
import { monthlyYearly } from '../../harness/plan-prices.ts';
import { createTestApp, type TestApp } from '../../harness/test-app.ts';
import { type Answer, callable, type Person } from '../../harness/wire-client.ts';
import { findDrift } from '../../histories/compare-books.ts';
import { chosenFaults, faultsOf, newKey, recover } from '../support/crash-steps.ts';
import { kindsMailed } from '../support/money-mails.ts';
import {
  type Fault,
  openFaultyDatabase,
  withFault,
  wrapPayments,
} from '../support/payment-faults.ts';
import { atProvider, billingInfo } from '../support/payment-scenes.ts';

const toMonth = { planId: 'pro', frequency: 'month' };
const kinds = ['receipt', 'plan-change-scheduled', 'plan-change-undone'];

describe('after a failure between any two steps', () => {
  let app: TestApp;
  beforeAll(async () => {
    const seams = { payments: wrapPayments, open: openFaultyDatabase, answerDeadlineMs: 120_000 };
    app = await createTestApp({ ...seams, product: monthlyYearly(), logger: false });
  });
  afterAll(() => app.close());

  const send = (owner: Person, name: string, data: object, key = newKey()): Promise<Answer> =>
    callable(app, name, { ...owner, data, headers: { 'idempotency-key': key } });

  /** A year of Pro; with a change to a month at its end, where that is to be undone. */
  async function begin(name: string, owner: Person, fault?: Fault) {
    const year = { planId: 'pro', frequency: 'year', currency: 'usd', billingInfo: billingInfo() };
    const bought = await send(owner, 'createSubscription', year);
    const subscriptionId = String(bought.json().data?.subscriptionId);
    if (name === 'undoPlanChange') {
      const scheduled = { subscriptionId, ...toMonth };
      expect(verdictOf(await send(owner, 'changeSubscriptionPlan', scheduled))).toBe('ok');
    }
    const key = newKey();
    const data = { subscriptionId, ...(name === 'undoPlanChange' ? {} : toMonth) };
    const again = () => send(owner, name, data, key);
    return { owner, subscriptionId, again, first: await withFault(fault, again) };
  }

  async function scheduledOf(subscriptionId: string): Promise<unknown> {
    const { rows } = await sql<{ items: PriceItem[] | null; charged: string }>`
      select scheduled_items as items, provider_subscription_id as charged
      from billing_accounts where subscription_id = ${subscriptionId}`.execute(app.db);
    const [{ items, charged } = expect.fail()] = rows;
    const there = await app.app.sandbox?.provider.readSubscription(charged);
    expect(there?.scheduled?.items ?? null).toEqual(items);
    return items?.map(({ price }) => price) ?? null;
  }

  async function recordedOf(subscriptionId: string): Promise<string[]> {
    const { rows } = await sql<{ action: string }>`
      select action from audit_events where subject_id = ${subscriptionId}
        and action like 'subscription.plan-change%' order by id`.execute(app.db);
    return rows.map(({ action }) => action.replace('subscription.', ''));
  }

  describe.each([
    ['a scheduled change', 'changeSubscriptionPlan', ['price_pro_month_usd']],
    ['a scheduled change that is undone', 'undoPlanChange', null],
  ] as const)('%s', (_, name, scheduled) => {
    it.each(chosenFaults)(
      'that is $kind $moment ($place) ends as without, written and mailed once',
      async (fault) => {
        const [model = expect.fail()] = await createCrowd(app, 1);
        const each = await faultsOf(fault, async () => (await begin(name, model)).first);
        const owners = await createCrowd(app, each.length);
        const plays = await Promise.all(
          owners.map((owner, index) => begin(name, owner, each[index])),
        );
        expect(plays.filter(({ first }) => first.hasHappened).length).toBeGreaterThan(0);
        await recover(app);
        const recorded = name === 'undoPlanChange' ? 2 : 1;
        // Before the clock is moved again: a session lasts an hour.
        for (const { again } of plays) {
          const answer = await again();
          expect(verdictOf(answer), answer.body).toBe('ok');
          expect((await again()).body).toBe(answer.body);
        }
        await recover(app);
        for (const { owner, subscriptionId } of plays) {
          expect(await scheduledOf(subscriptionId)).toEqual(scheduled);
          expect(await recordedOf(subscriptionId)).toEqual(kinds.slice(1, 1 + recorded));
          expect(await kindsMailed(app, owner)).toEqual(kinds.slice(0, 1 + recorded));
          expect((await atProvider(app, subscriptionId)).invoices).toHaveLength(1);
        }
        expect(await findDrift(app)).toEqual([]);
      },
      600_000,
    );
  });
});
