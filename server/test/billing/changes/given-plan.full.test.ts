import type { RefusalCode, SubscriptionAct } from '@hearth/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { receivedMails } from '../../harness/mailbox.ts';
import { callAs, createOperator, operatedEnv } from '../../harness/operators.ts';
import { withTrial } from '../../harness/plan-prices.ts';
import { createTestApp, type TestApp } from '../../harness/test-app.ts';
import {
  callable,
  createVerifiedPerson,
  document,
  expectRefusal,
  type Person,
  signIn,
} from '../../harness/wire-client.ts';
import { findDrift } from '../../histories/compare-books.ts';
import {
  addCard,
  billingInfo,
  dayMs,
  expectDone,
  openIntent,
  passTime,
  readSubscription,
  settle,
} from '../support/payment-scenes.ts';
import { findCustomer, listAtStripe, sendToStripe } from '../support/sandbox.ts';
import { forgetCards } from '../support/trial-scene.ts';
import { createUnrulyProvider, reject } from '../support/unruly-provider.ts';

const downgrade = { cheaper: 'period-end', shorter: 'period-end' } as const;
const billing = { cancel: 'ask' as const, promotionCodes: true, downgrade };

describe('a plan free of charge that an operator gives to a project on Free', () => {
  let app: TestApp;
  let operator: Person;
  let owner: Person;
  let id: string;
  const { steps, wrap } = createUnrulyProvider();
  beforeAll(async () => {
    app = await createTestApp({
      logger: false,
      payments: wrap,
      env: operatedEnv,
      product: { ...withTrial(), billing },
    });
    operator = await createOperator(app);
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    owner = await createVerifiedPerson(app);
    operator = await signIn(app, operator);
    await forgetCards(app);
    id = String((await ask('createSubscription', { planId: 'free' })).subscriptionId);
  });

  const act = (name: SubscriptionAct, more: object = {}) =>
    callAs(app, operator, `POST /subscriptions/${id}/acts`, {
      act: name,
      reason: 'A friend of the house',
      seen: 0,
      ...more,
    });
  const give = (months = 3, more: object = {}) =>
    act('give-free-plan', { planId: 'pro', months, ...more });
  const call = (name: string, more: object = {}) =>
    callable(app, name, { ...owner, data: { ...(id && { subscriptionId: id }), ...more } });
  const ask = async (name: string, more: object = {}) => {
    if (name === 'createSubscription') {
      id = '';
    }
    const done = expectDone(await call(name, more));
    await settle(app);
    return done;
  };
  const pass = async (days: number) => {
    owner = await passTime(app, days * dayMs, owner);
    operator = await signIn(app, operator);
  };
  const summary = () => ask('getBillingSummary');
  const givenUntil = async () => String((await summary()).free_until);
  /** Sums that the cards paid, oldest first, as Stripe says. */
  const paidAtStripe = async () => {
    const customer = await findCustomer(app, id);
    const invoices = await listAtStripe(app, `/v1/invoices?customer=${customer?.id}&limit=100`);
    const inOrder = invoices.sort((one, other) => one.created - other.created);
    return inOrder.map(({ amount_paid: paid }) => Number(paid));
  };
  const chargedAtStripe = async () => (await paidAtStripe()).filter((sum) => sum > 0);
  const ledger = async () => {
    const { rows } = await sql<{ kind: string; amount: number }>`
      select kind, sum(amount)::int as amount from ledger where subscription_id = ${id}
      group by kind order by kind`.execute(app.db);
    return Object.fromEntries(rows.map(({ kind, amount }) => [kind, amount]));
  };
  const mailed = async () =>
    (await receivedMails(app, owner.email)).map(({ kind }) => kind).slice(1);
  const ofPlan = (planId: string) => ({ planId, frequency: 'month', currency: 'usd' });
  const change = async (planId: string, more: object = {}) => {
    const wanted = { ...(planId === 'free' ? { planId } : ofPlan(planId)), ...more };
    return await ask('changeSubscriptionPlan', wanted);
  };

  it('three months of Pro: no charge and no card, then Free by itself', async () => {
    const twice = await Promise.all([give(), give()]);
    expect(twice.map(({ statusCode }) => statusCode)).toContain(200);
    expect((await give()).json()).toEqual({ number: 1, state: 'done' });
    const now = await summary();
    expect(now).toMatchObject({
      plan_id: 'pro',
      next_invoice: null,
      needs_billing_info: false,
      scheduled: { plan_id: 'free', at: now.free_until },
    });
    expect(await findDrift(app, id)).toEqual([]);
    const { activities } = await ask('getActivity', { page: 1, pageSize: 1 });
    expect(activities).toMatchObject([
      {
        action: 'subscription.free-time-given',
        details: { plan_id: { from: 'free', to: 'pro' }, free_until: now.free_until },
      },
    ]);
    for (let month = 0; month < 4; month += 1) {
      await pass(31);
      expect(await readSubscription(app, id, owner)).toMatchObject({
        status: 'active',
        plan_id: month < 2 ? 'pro' : 'free',
      });
    }
    expect(await chargedAtStripe()).toEqual([]);
    expect(await ledger()).toEqual({ charge: 12_000, given: -12_000 });
    expect(await mailed()).toEqual(['free-time', 'plan-changed']);
    expect(await findDrift(app, id)).toEqual([]);
    const listed = await document(app, `GET /v1/subscriptions/${id}/invoices`, owner);
    expect(listed.json().invoices.map(({ status }: { status: string }) => status)).toEqual(
      Array(3).fill('paid'),
    );
  });

  it('the mail names the plan and the day, and the intent begins once for two operators', async () => {
    await give();
    await give(6, { seen: 0 });
    const mail = (await receivedMails(app, owner.email)).at(-1);
    expect(mail?.subject).toMatch(/ has Pro free of charge until /);
    const { rows } = await sql<{ kind: string }>`
      select kind from intents where subscription_id = ${id} and kind = 'give-free-plan'`.execute(
      app.db,
    );
    expect(rows).toHaveLength(1);
  });

  it('given to a project that has paid before: its subscription is used, and goes back to Free', async () => {
    await change('enterprise', { billingInfo: billingInfo() });
    await pass(20);
    await change('free');
    await pass(12);
    const before = await chargedAtStripe();
    expect((await give(2)).json()).toMatchObject({ state: 'done' });
    await settle(app);
    expect(await summary()).toMatchObject({ plan_id: 'pro', next_invoice: null });
    expect(await findDrift(app, id)).toEqual([]);
    await pass(31);
    await pass(31);
    await pass(3);
    expect(await summary()).toMatchObject({ plan_id: 'free' });
    expect(await chargedAtStripe()).toEqual(before);
    const customer = await findCustomer(app, id);
    const all = await listAtStripe(app, `/v1/subscriptions?status=all&customer=${customer?.id}`);
    expect(all).toHaveLength(1);
  });

  it('given again after its end: another time', async () => {
    await give(1);
    await pass(32);
    expect((await give(1, { seen: 1 })).json()).toEqual({ number: 2, state: 'done' });
    await pass(32);
    expect(await summary()).toMatchObject({ plan_id: 'free' });
    expect(await chargedAtStripe()).toEqual([]);
  });

  it('the owner chooses a dearer plan: a card is needed, it is charged now, and nothing is credited', async () => {
    await give();
    await pass(10);
    expectRefusal(
      await call('changeSubscriptionPlan', ofPlan('enterprise')),
      'billing/card-missing',
    );
    const shown = await ask('previewPlanChange', ofPlan('enterprise'));
    expect(shown).toMatchObject({ credit: { amount: 0 } });
    await change('enterprise', { preview: shown.token, billingInfo: billingInfo() });
    const due = (shown.due_now as { amount: number }).amount;
    expect(due).toBeGreaterThan(0);
    expect(await chargedAtStripe()).toEqual([due]);
    expect(await summary()).not.toHaveProperty('free_until');
    expect(await summary()).toMatchObject({ plan_id: 'enterprise', scheduled: null });
    await pass(31);
    expect(await chargedAtStripe()).toEqual([due, 12_000]);
    expect(await findDrift(app, id)).toEqual([]);
  });

  it('the owner chooses a cheaper plan: it does not wait, though downgrades do, and is charged now', async () => {
    expect((await act('give-free-plan', { planId: 'enterprise', months: 3 })).json()).toMatchObject(
      {
        state: 'done',
      },
    );
    await pass(1);
    expectRefusal(await call('changeSubscriptionPlan', ofPlan('pro')), 'billing/card-missing');
    await change('pro', { billingInfo: billingInfo() });
    expect(await summary()).toMatchObject({ plan_id: 'pro', scheduled: null });
    const [first = 0, ...others] = await chargedAtStripe();
    expect([first > 0, others]).toEqual([true, []]);
  });

  it('the owner keeps the plan: refused without a card, charged with one from the end on', async () => {
    await give(2);
    expectRefusal(await call('undoPlanChange'), 'billing/card-missing');
    expect(await givenUntil()).not.toBe('undefined');
    await addCard(app, { subscriptionId: id, idToken: owner.idToken });
    await settle(app);
    expectRefusal(await call('undoPlanChange'), 'billing/details-incomplete');
    await ask('updateBillingDetails', billingInfo().billingDetails);
    await ask('undoPlanChange');
    expect(await summary()).toMatchObject({ plan_id: 'pro', scheduled: null });
    await pass(31);
    expect(await chargedAtStripe()).toEqual([]);
    await pass(32);
    expect(await chargedAtStripe()).toEqual([4_000]);
    expect(await findDrift(app, id)).toEqual([]);
  });

  it('the owner cancels: now only, and nothing runs at Stripe any more', async () => {
    await give();
    expectRefusal(
      await call('cancelSubscription', { when: 'period-end' }),
      'subscription/only-now',
    );
    expectRefusal(await act('end-with-period', { seen: 1 }), 'subscription/only-now');
    await ask('cancelSubscription', { confirmationId: id });
    const customer = await findCustomer(app, id);
    expect(await listAtStripe(app, `/v1/subscriptions?customer=${customer?.id}`)).toEqual([]);
    await pass(120);
    expect(await chargedAtStripe()).toEqual([]);
  });

  it('the owner moves back to Free: refused where the return is scheduled already', async () => {
    await give();
    expectRefusal(await call('changeSubscriptionPlan', { planId: 'free' }), 'plan/scheduled');
  });

  it('an added card can be removed again, and nobody is asked for another', async () => {
    await give();
    const card = await addCard(app, { subscriptionId: id, idToken: owner.idToken });
    await settle(app);
    await ask('deletePaymentMethod', { paymentMethodId: card });
    expect(await mailed()).not.toContain('card-missing');
    await pass(93);
    expect(await summary()).toMatchObject({ plan_id: 'free' });
  });

  it('an operator ends it: Free at once, with nothing charged or credited', async () => {
    await give();
    await pass(40);
    const ended = await Promise.all([
      act('end-free-time', { seen: 1 }),
      act('end-free-time', { seen: 1 }),
    ]);
    expect(ended.map(({ statusCode }) => statusCode)).toContain(200);
    await settle(app);
    expect(await summary()).toMatchObject({ plan_id: 'free' });
    expect((await receivedMails(app, owner.email)).at(-1)?.subject).toMatch(/ is on Free again$/);
    const customer = await findCustomer(app, id);
    expect(customer?.balance).toBe(0);
    await pass(60);
    expect(await chargedAtStripe()).toEqual([]);
    expect(await findDrift(app, id)).toEqual([]);
    expectRefusal(await act('end-free-time', { seen: 2 }), 'operator/no-free-time');
  });

  it('Stripe refuses it half-way: nothing is left there that would renew, and the project is on Free', async () => {
    steps.set('startFreePlan', async (begin) => {
      await begin();
      const customer = await findCustomer(app, id);
      const schedules = `/v1/subscription_schedules?customer=${customer?.id}`;
      const [schedule] = await listAtStripe(app, schedules);
      await sendToStripe(app, `/v1/subscription_schedules/${schedule?.id}/release`);
      return await reject();
    });
    expect((await give()).json()).toMatchObject({ state: 'refused' });
    steps.clear();
    await settle(app);
    const customer = await findCustomer(app, id);
    expect(await listAtStripe(app, `/v1/subscriptions?customer=${customer?.id}`)).toEqual([]);
    expect(await summary()).toMatchObject({ plan_id: 'free' });
    await pass(93);
    expect(await chargedAtStripe()).toEqual([]);
    expect((await give(1, { seen: 1 })).json()).toEqual({ number: 2, state: 'done' });
  });

  it('the person still has a trial', async () => {
    await give(1);
    const { rows } = await sql`
      select from trials where subscription_id = ${id}`.execute(app.db);
    expect(rows).toEqual([]);
    await pass(32);
    const trial = { ...ofPlan('pro'), billingInfo: billingInfo(), trial: true };
    id = String((await ask('createSubscription', trial)).subscriptionId);
    expect(await readSubscription(app, id, owner)).toHaveProperty('trial_end');
  });

  it.each<[string, RefusalCode, object]>([
    ['a free plan', 'plan/no-such-price', { planId: 'free' }],
    ['an unknown plan', 'plan/unknown', { planId: 'nothing' }],
    ['no plan', 'operator/missing-detail', { planId: undefined }],
    ['no months', 'operator/missing-detail', { months: undefined }],
  ])('%s: %s', async (_, code, more) => {
    expectRefusal(await give(3, more), code);
  });

  it('a project that pays: operator/not-on-free; while another change is open: billing/under-way', async () => {
    await openIntent(app, id, owner);
    expectRefusal(await give(), 'billing/under-way');
    await sql`delete from intents where id like 'open-%'`.execute(app.db);
    await change('pro', { billingInfo: billingInfo() });
    expectRefusal(await give(), 'operator/not-on-free');
  });
});
