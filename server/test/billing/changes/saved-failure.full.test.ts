import { expect, it } from 'vitest';
import { SavedFailure } from '../../../src/modules/billing/port/payment-provider.ts';
import { createOwnTestApp } from '../../harness/test-app.ts';
import { callable, createPerson, expectRefusal } from '../../harness/wire-client.ts';
import {
  atProvider,
  billingInfo,
  createPaidSubscription,
  listChargeable,
  settle,
} from '../support/payment-scenes.ts';
import { createUnrulyProvider } from '../support/unruly-provider.ts';

const minuteMs = 60_000;

/** Answers each first key with a failure, and repeats that for the key, as Stripe does; acts before it fails, or not at all. */
function failForFirstKey(hasActed: boolean) {
  const failed = new Set<string>();
  const seen: string[] = [];
  const step = async (act: () => Promise<unknown>, input: Readonly<Record<string, unknown>>) => {
    const key = String(input.key);
    seen.push(key);
    if (failed.size === 0 || failed.has(key)) {
      const isFirst = failed.size === 0;
      failed.add(key);
      if (isFirst && hasActed) {
        await act();
      }
      throw new SavedFailure('Stripe repeats a failure for the key.');
    }
    return await act();
  };
  return { step, seen };
}

it.each([
  ['before it acted', false],
  ['after it acted', true],
])(
  'a failure that the provider repeats for its key, %s: a minute later the work is done, once',
  async (_, hasActed) => {
    const { steps, wrap } = createUnrulyProvider();
    const app = await createOwnTestApp({ payments: wrap });
    const ada = await createPerson(app);
    const { idToken } = ada;
    const subscriptionId = await createPaidSubscription(app, ada);
    const buyer = await createPerson(app);
    const purchase = failForFirstKey(hasActed);
    const change = failForFirstKey(hasActed);
    steps.set('startSubscription', purchase.step);
    steps.set('changePrices', change.step);
    const buy = { data: { planId: 'pro', billingInfo: billingInfo() }, idToken: buyer.idToken };
    const up = { data: { subscriptionId, planId: 'enterprise' }, idToken };

    expectRefusal(await callable(app, 'createSubscription', buy), 'billing/provider-unavailable');
    expectRefusal(
      await callable(app, 'changeSubscriptionPlan', up),
      'billing/provider-unavailable',
    );
    await settle(app);
    expect(new Set(purchase.seen).size, 'keys within the first minute').toBe(1);

    for (let turn = 0; turn < 3; turn += 1) {
      app.clock.advance(minuteMs);
      await settle(app);
    }
    expect(await listChargeable(app, buyer)).toHaveLength(1);
    const { invoices } = await atProvider(app, subscriptionId);
    expect(invoices.filter(({ status }) => status === 'paid')).toHaveLength(2);
    expectRefusal(await callable(app, 'changeSubscriptionPlan', up), 'plan/same');
  },
);
