import { sql } from 'kysely';
import { expect, it } from 'vitest';
import {
  KeyRefused,
  ProviderUnavailable,
} from '../../../src/modules/billing/port/payment-provider.ts';
import { createEventLog } from '../../harness/logged-events.ts';
import { createOwnTestApp } from '../../harness/test-app.ts';
import { callable, createPerson, expectRefusal } from '../../harness/wire-client.ts';
import {
  atProvider,
  billingInfo,
  createPaidSubscription,
  expectDone,
  listChargeable,
  passTime,
  readSubscription,
  settle,
} from '../support/payment-scenes.ts';
import { createUnrulyProvider, type Step } from '../support/unruly-provider.ts';

const minuteMs = 60_000;
const billing = {
  cancel: 'ask',
  promotionCodes: false,
  downgrade: { cheaper: 'period-end' },
} as const;
const refuseKey = () => Promise.reject(new KeyRefused('Stripe refuses the secret key.'));

it('a purchase and a plan change that a refused key answered are given up, and never charged later', async () => {
  const { steps, wrap } = createUnrulyProvider();
  const log = createEventLog();
  const app = await createOwnTestApp({ payments: wrap, logger: log.logger });
  const ada = await createPerson(app);
  const { idToken } = ada;
  const subscriptionId = await createPaidSubscription(app, ada);
  const paid = (await atProvider(app, subscriptionId)).invoices.length;
  const buyer = await createPerson(app);
  const buy = () =>
    callable(app, 'createSubscription', {
      data: { planId: 'pro', billingInfo: billingInfo() },
      idToken: buyer.idToken,
    });
  const change = () =>
    callable(app, 'changeSubscriptionPlan', {
      data: { subscriptionId, planId: 'enterprise' },
      idToken,
    });

  steps.set('startSubscription', refuseKey);
  steps.set('changePrices', refuseKey);
  expectRefusal(await buy(), 'billing/provider-unavailable');
  expectRefusal(await change(), 'billing/provider-unavailable');
  expect(log.events('payment key refused')).toHaveLength(1);

  steps.clear();
  app.clock.advance(3 * minuteMs);
  await settle(app);
  app.clock.advance(3 * minuteMs);
  await settle(app);
  expect(await listChargeable(app, buyer)).toEqual([]);
  expect((await atProvider(app, subscriptionId)).invoices).toHaveLength(paid);

  expectDone(await buy());
  expectDone(await change());
});

it.each<[string, string, object, Step, object]>([
  [
    'an upgrade',
    'changeSubscriptionPlan',
    { planId: 'enterprise' },
    'changePrices',
    { plan_id: 'enterprise' },
  ],
  [
    'a change that waits for the end of the period',
    'changeSubscriptionPlan',
    { planId: 'free' },
    'scheduleChange',
    { plan_id: 'pro' },
  ],
  [
    'a scheduled end',
    'cancelSubscription',
    { when: 'period-end' },
    'endAtPeriodEnd',
    { plan_id: 'pro' },
  ],
])(
  '%s that was made before the key was refused ends as done',
  async (_, name, more, step, shown) => {
    const { steps, wrap } = createUnrulyProvider();
    const app = await createOwnTestApp({ payments: wrap, product: { billing } });
    let ada = await createPerson(app);
    const subscriptionId = await createPaidSubscription(app, ada);
    steps.set(step, async (act) => {
      await act();
      throw new ProviderUnavailable('The answer was lost.');
    });
    const data = { subscriptionId, ...more };
    expectRefusal(await callable(app, name, { ...ada, data }), 'billing/provider-unavailable');

    steps.set(step, refuseKey);
    ada = await passTime(app, 3 * minuteMs, ada);
    steps.clear();
    ada = await passTime(app, 3 * minuteMs, ada);
    const { rows } = await sql<{ status: string }>`
    select status from intents order by number desc limit 1`.execute(app.db);
    expect(rows).toEqual([{ status: 'done' }]);
    expect(await readSubscription(app, subscriptionId, ada)).toMatchObject(shown);
  },
);
