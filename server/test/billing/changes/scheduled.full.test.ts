import { describe, expect, it } from 'vitest';
import { addMember } from '../../harness/factories.ts';
import { monthlyYearly } from '../../harness/plan-prices.ts';
import { createOwnTestApp } from '../../harness/test-app.ts';
import {
  callable,
  createPerson,
  document,
  expectRefusal,
  signIn,
} from '../../harness/wire-client.ts';
import { findDrift } from '../../histories/compare-books.ts';
import { kindsMailed, lastMail } from '../support/money-mails.ts';
import { atProvider, billingInfo, expectDone, settle } from '../support/payment-scenes.ts';
import { openDashboard } from '../support/sandbox-dashboard.ts';

const usd = (amount: number) => ({ amount, currency: 'usd' });
const toMonth = { planId: 'pro', frequency: 'month' };
const startsAt = new Date('2027-03-10T10:00:00Z');

type Downgrade = Readonly<Partial<Record<'cheaper' | 'shorter', 'now' | 'period-end'>>>;

/** The owner of a project that pays Enterprise or Pro by the year, since March 10, 2027. */
async function begin(planId = 'pro', downgrade: Downgrade = {}) {
  const billing = { cancel: 'ask' as const, promotionCodes: false, downgrade };
  const app = await createOwnTestApp({ product: { ...monthlyYearly(), billing }, startsAt });
  let ada = await createPerson(app);
  const price = { frequency: 'year', currency: 'usd' };
  const data = { planId, ...price, billingInfo: billingInfo() };
  const bought = await callable(app, 'createSubscription', { ...ada, data });
  const subscriptionId = String(expectDone(bought).subscriptionId);
  await settle(app);
  const ask = (name: string, more: object = {}) =>
    callable(app, name, { idToken: ada.idToken, data: { subscriptionId, ...more } });
  const call = async (name: string, more: object = {}) => expectDone(await ask(name, more));
  const { next_invoice } = await call('getBillingSummary');
  const { date: yearEnd } = next_invoice as { readonly date: string };
  return {
    yearEnd,
    scheduled: { plan_id: 'pro', frequency: 'month', at: yearEnd },
    app,
    subscriptionId,
    ask,
    call,
    owner: () => ada,
    async schedule(wanted: object = toMonth) {
      const { preview } = await call('previewPlanChange', wanted);
      return await call('changeSubscriptionPlan', { ...wanted, preview });
    },
    read: async (path = `/${subscriptionId}`) =>
      (await document(app, `GET /v1/subscriptions${path}`, ada)).json(),
    async activities() {
      const { activities } = await call('getActivity', { page: 1, pageSize: 50 });
      return activities as { action: string; details?: object; actor: { id: string } }[];
    },
    async passTo(instant: string) {
      app.clock.advance(Date.parse(instant) - app.clock.now().getTime());
      await settle(app);
      ada = await signIn(app, ada);
    },
  };
}

describe('a change from a year to a month', () => {
  it('is shown and made for the end of the year, and charges nothing now', async () => {
    const { call, read, schedule, app, subscriptionId, ...rest } = await begin();
    const { scheduled, yearEnd } = rest;
    expect(await call('previewPlanChange', toMonth)).toMatchObject({
      when: 'period-end',
      at: yearEnd,
      due_now: usd(0),
      credit: usd(0),
      next: usd(4_000),
      next_at: yearEnd,
    });
    expect(await schedule()).toEqual({ when: 'period-end', at: yearEnd });
    expect(await read()).toMatchObject({ plan_id: 'pro', frequency: 'year', scheduled });
    const { subscriptions } = await read('');
    const next_charge = { date: yearEnd, total: usd(4_000) };
    expect(subscriptions).toMatchObject([{ scheduled, next_charge }]);
    expect(await call('getBillingSummary')).toMatchObject({
      price: usd(40_000),
      frequency: 'year',
      scheduled,
      next_invoice: { date: yearEnd, total: usd(4_000) },
    });
    const { invoices, credit } = await atProvider(app, subscriptionId);
    expect(invoices).toHaveLength(1);
    expect(credit).toBe(0);
    await settle(app);
    expect(await findDrift(app)).toEqual([]);
  });

  it('half of the year was refunded: is scheduled, and a change that credits the rest is refused', async () => {
    const { app, call, ask, schedule, subscriptionId, yearEnd } = await begin();
    await openDashboard(app, subscriptionId).refund(20_000);
    await settle(app);
    expect(await schedule()).toEqual({ when: 'period-end', at: yearEnd });
    await settle(app);
    await call('undoPlanChange');
    expectRefusal(
      await ask('previewPlanChange', { planId: 'enterprise' }),
      'billing/payment-returned',
    );
  });

  it('is written in the activity and mailed: scheduled, undone, and when it takes effect', async () => {
    const { activities, call, owner, app, passTo, schedule, yearEnd } = await begin();
    await schedule();
    const plan_id = { from: 'pro', to: 'pro' };
    const frequency = { from: 'year', to: 'month' };
    expect((await activities())[0]).toMatchObject({
      action: 'subscription.plan-change-scheduled',
      details: { plan_id, frequency, takes_effect_at: yearEnd },
      actor: { id: owner().uid },
    });
    await settle(app);
    expect((await lastMail(app, owner())).text).toContain('on Mar 10, 2028');
    expect((await lastMail(app, owner())).text).toContain('The first charge is $40.00');

    await call('undoPlanChange');
    expect((await activities())[0]).toMatchObject({
      action: 'subscription.plan-change-undone',
      details: { takes_effect_at: yearEnd },
    });
    await settle(app);
    expect((await lastMail(app, owner())).text).toContain('You kept the current plan');

    await schedule();
    await passTo('2028-03-10T10:05:00Z');
    const kinds = await kindsMailed(app, owner());
    expect(kinds.slice(-2).sort()).toEqual(['plan-changed', 'receipt']);
    expect(await activities()).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          action: 'subscription.plan-changed',
          details: { plan_id, frequency },
          actor: { id: '', name: '' },
        }),
      ]),
    );
  });

  it('takes effect on its day, and then each month is charged', async () => {
    const { app, call, passTo, read, schedule, subscriptionId, scheduled } = await begin();
    await schedule();
    await passTo('2028-03-10T09:55:00Z');
    expect(await read()).toMatchObject({ frequency: 'year', scheduled });
    await passTo('2028-03-10T10:05:00Z');
    expect(await read()).toMatchObject({ plan_id: 'pro', frequency: 'month', status: 'active' });
    expect(await read()).not.toHaveProperty('scheduled');
    expect(await call('getBillingSummary')).toMatchObject({
      scheduled: null,
      price: usd(4_000),
      next_invoice: { date: scheduled.at.replace('-03-', '-04-'), total: usd(4_000) },
    });
    await passTo('2028-04-10T10:05:00Z');
    const { invoices } = await atProvider(app, subscriptionId);
    expect(invoices.map(({ due }) => due)).toEqual([40_000, 4_000, 4_000]);
  });

  it('that is undone: the year is renewed', async () => {
    const { app, call, passTo, read, schedule, subscriptionId } = await begin();
    await schedule();
    expect(await call('undoPlanChange')).toEqual({});
    expect(await read()).not.toHaveProperty('scheduled');
    expect(await call('getBillingSummary')).toMatchObject({
      scheduled: null,
      next_invoice: { total: usd(40_000) },
    });
    await passTo('2028-03-10T10:05:00Z');
    const { invoices } = await atProvider(app, subscriptionId);
    expect(invoices.map(({ due }) => due)).toEqual([40_000, 40_000]);
  });

  it('shown before a renewal: is refused after it', async () => {
    const { ask, call, passTo } = await begin();
    await passTo('2028-03-10T09:58:00Z');
    const { preview } = await call('previewPlanChange', toMonth);
    await passTo('2028-03-10T10:03:00Z');
    const late = await ask('changeSubscriptionPlan', { ...toMonth, preview });
    expectRefusal(late, 'billing/preview-outdated');
  });

  it('is not announced as the renewal of a year', async () => {
    const { app, owner, passTo, schedule } = await begin();
    await schedule();
    await passTo('2028-03-01T10:00:00Z');
    expect(await kindsMailed(app, owner())).not.toContain('renewal-ahead');
    const other = await begin();
    await other.passTo('2028-03-01T10:00:00Z');
    expect(await kindsMailed(other.app, other.owner())).toContain('renewal-ahead');
  });
});

interface Case extends Downgrade {
  readonly to: string;
  readonly from: string;
  readonly plan: string;
  readonly frequency?: 'month' | 'year';
  readonly when: 'now' | 'period-end';
}

describe('when a plan change takes effect', () => {
  const year = { frequency: 'year' } as const;
  const month = { frequency: 'month' } as const;

  const later = 'period-end';

  it.each<Case>([
    { to: 'a cheaper plan, by itself', from: 'enterprise', plan: 'pro', ...year, when: 'now' },
    { to: 'Free, by itself', from: 'pro', plan: 'free', when: 'now' },
    { to: 'a dearer plan', from: 'pro', plan: 'enterprise', ...year, cheaper: later, when: 'now' },
    { to: 'a shorter period, by itself', from: 'pro', plan: 'pro', ...month, when: later },
    { to: 'a shorter period', from: 'pro', plan: 'pro', ...month, shorter: 'now', when: 'now' },
    { to: 'a dearer month', from: 'pro', plan: 'enterprise', ...month, when: later },
    { to: 'a cheaper plan', from: 'enterprise', plan: 'pro', ...year, cheaper: later, when: later },
    { to: 'Free', from: 'pro', plan: 'free', cheaper: later, when: later },
    {
      to: 'a shorter period that is cheaper',
      from: 'enterprise',
      plan: 'pro',
      ...month,
      ...{ cheaper: later, shorter: 'now' },
      when: later,
    },
  ])('$to: $when, as the configuration says', async (wanted) => {
    const { from, plan: planId, frequency, when } = wanted;
    const { cheaper = 'now', shorter = 'period-end' } = wanted;
    const { call } = await begin(from, { cheaper, shorter });
    const data = { planId, ...(frequency && { frequency }) };
    expect(await call('previewPlanChange', data)).toMatchObject({ when });
  });
});

describe('a scheduled change', () => {
  it('to Free: nothing more is charged, and the project goes on as a free one', async () => {
    const scene = await begin('pro', { cheaper: 'period-end' });
    const { app, call, passTo, read, schedule, subscriptionId, yearEnd } = scene;
    await schedule({ planId: 'free' });
    const free = { plan_id: 'free', frequency: null, at: yearEnd };
    expect(await call('getBillingSummary')).toMatchObject({ scheduled: free, next_invoice: null });
    expect((await read('')).subscriptions).toMatchObject([{ scheduled: free, next_charge: null }]);
    await passTo('2028-03-10T10:05:00Z');
    expect(await read()).toMatchObject({ plan_id: 'free', status: 'active' });
    const { credit, invoices } = await atProvider(app, subscriptionId);
    expect(credit).toBe(0);
    expect(invoices.filter(({ due }) => due > 0)).toHaveLength(1);
  });

  it('is dropped by an end, by a cancellation now and by a change that takes effect now', async () => {
    for (const [name, data] of [
      ['cancelSubscription', { when: 'period-end' }],
      ['changeSubscriptionPlan', { planId: 'enterprise', frequency: 'year' }],
      ['changeSubscriptionPlan', { planId: 'free' }],
    ] as const) {
      const { app, call, read, schedule } = await begin();
      await schedule();
      await call(name, data);
      expect(await read(), name).not.toHaveProperty('scheduled');
      await settle(app);
      expect(await findDrift(app)).toEqual([]);
    }
    const { call, read, schedule, subscriptionId } = await begin();
    await schedule();
    await call('cancelSubscription', { confirmationId: subscriptionId });
    expect(await read()).toMatchObject({ status: 'canceled' });
    expect(await read()).not.toHaveProperty('scheduled');
  });

  it('gives way to another one', async () => {
    const { read, schedule, scheduled } = await begin('enterprise');
    await schedule({ planId: 'enterprise', frequency: 'month' });
    await schedule(toMonth);
    expect(await read()).toMatchObject({ scheduled });
  });

  it('keeps the seats of the coming plan free: nobody is invited above them until it is undone', async () => {
    const { app, ask, call, schedule, subscriptionId } = await begin('enterprise');
    const seats = monthlyYearly().plans.find(({ id }) => id === 'pro')?.seats ?? 0;
    for (let count = 2; count <= seats; count += 1) {
      await addMember(app, { subscriptionId, uid: (await createPerson(app)).uid });
    }
    await schedule();
    const invite = { email: 'grace@x.example', permissions: ['access'] };
    const refused = await ask('createInvite', invite);
    expectRefusal(refused, 'seats/full-after-change');
    await call('undoPlanChange');
    await call('createInvite', invite);
    expectRefusal(await ask('previewPlanChange', toMonth), 'seats/too-many-in-use');
  });

  it('is dropped once by two requests at the same time', async () => {
    const { activities, ask, schedule } = await begin();
    await schedule();
    const answers = await Promise.all([ask('undoPlanChange'), ask('undoPlanChange')]);
    for (const answer of answers) {
      expectDone(answer);
    }
    const undone = (await activities()).filter(({ action }) => action.endsWith('undone'));
    expect(undone).toHaveLength(1);
  });
});

it('weekly plans, as configured by themselves, change at once', async () => {
  const app = await createOwnTestApp({});
  const ada = await createPerson(app);
  const data = { planId: 'enterprise', billingInfo: billingInfo() };
  const bought = expectDone(await callable(app, 'createSubscription', { ...ada, data }));
  const { subscriptionId } = bought;
  const change = { subscriptionId, planId: 'pro' };
  const answer = await callable(app, 'changeSubscriptionPlan', { ...ada, data: change });
  expect(expectDone(answer)).toEqual({});
});
