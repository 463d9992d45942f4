import { expect, it } from 'vitest';
import { KeyRefused } from '../../../src/modules/billing/port/payment-provider.ts';
import { createEventLog } from '../../harness/logged-events.ts';
import { createOwnTestApp } from '../../harness/test-app.ts';
import { callable, createPerson, expectRefusal } from '../../harness/wire-client.ts';
import {
  atProvider,
  billingInfo,
  createPaidSubscription,
  expectDone,
  listChargeable,
  settle,
} from '../support/payment-scenes.ts';
import { createUnrulyProvider } from '../support/unruly-provider.ts';

const minuteMs = 60_000;
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
