import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PaymentOpen } from '../../../src/modules/billing/port/change-refused.ts';
import {
  beforeEnd,
  dayMs,
  enterprise,
  eventTypes,
  incompleteMs,
  invoiceStatuses,
  newKey,
  nextTotal,
  payWith,
  pro,
  read,
  subscribe,
  usd,
  weekMs,
} from '../contract/steps.ts';
import { openSandboxRig, type SandboxRig } from './rig.ts';

let rig: SandboxRig;
beforeAll(async () => {
  rig = await openSandboxRig();
});
afterAll(() => rig.close());

const asking = 'pm_card_authenticationRequired';

describe('a plan change that waits for its person', () => {
  async function waitingChange(leftMs: number) {
    const subscribed = await subscribe(rig, pro, asking);
    const { subscription } = subscribed;
    await rig.advance(weekMs - leftMs);
    const at = beforeEnd(subscription, leftMs);
    const change = { providerSubscriptionId: subscription.id, priceIds: enterprise, at };
    const charge = await rig.provider.changePrices({ ...change, key: newKey() });
    expect(charge.outcome).toBe('authentication-needed');
    return { ...subscribed, change };
  }

  it('is given up after 23 hours', async () => {
    const { customerId, subscription } = await waitingChange(3 * dayMs);
    await rig.advance(incompleteMs - 1);
    expect((await read(rig, subscription.id)).clientSecret).toBeTruthy();
    await rig.advance(1);
    expect(await read(rig, subscription.id)).toMatchObject({
      status: 'active',
      priceIds: pro,
      clientSecret: null,
    });
    expect(await invoiceStatuses(rig, customerId)).toEqual(['void', 'paid']);
  });

  it('is given up when the week ends before, and the old plan is renewed', async () => {
    const { customerId, subscription } = await waitingChange(dayMs / 2);
    await payWith(rig, customerId, 'pm_card_visa');
    await rig.advance(dayMs);
    expect(await read(rig, subscription.id)).toMatchObject({ status: 'active', priceIds: pro });
    expect(await invoiceStatuses(rig, customerId)).toEqual(['paid', 'void', 'paid']);
  });

  it('gives way to another one', async () => {
    const { customerId, change } = await waitingChange(3 * dayMs);
    await payWith(rig, customerId, 'pm_card_visa');
    const charge = await rig.provider.changePrices({ ...change, key: newKey() });
    expect(charge.outcome).toBe('paid');
    expect(await invoiceStatuses(rig, customerId)).toEqual(['paid', 'void', 'paid']);
  });
});

describe('a renewal that fails', () => {
  async function failing() {
    const subscribed = await subscribe(rig, pro);
    await payWith(rig, subscribed.customerId, 'pm_card_chargeCustomerFail');
    await rig.advance(weekMs);
    return { ...subscribed, id: subscribed.subscription.id };
  }

  it('is tried again after 3, 5 and 7 days and then given up', async () => {
    const { customerId, id } = await failing();
    const failures = async () => {
      const types = await eventTypes(rig, customerId);
      return types.filter((type) => type === 'invoice.payment_failed').length;
    };
    const seen: [number, string][] = [];
    for (const days of [0, 3, 2, 2]) {
      await rig.advance(days * dayMs - 1);
      const before = await failures();
      await rig.advance(1);
      seen.push([(await failures()) - before, (await read(rig, id)).status]);
    }
    expect(seen).toEqual([
      [0, 'past_due'],
      [1, 'past_due'],
      [1, 'past_due'],
      [1, 'unpaid'],
    ]);
    await rig.advance(10 * weekMs);
    expect(await failures()).toBe(4);
  });

  it('keeps the plan from being changed, lest unpaid time becomes credit', async () => {
    const { id, subscription } = await failing();
    const at = beforeEnd(subscription, -dayMs);
    const change = { providerSubscriptionId: id, priceIds: enterprise, at };
    await expect(rig.provider.previewChange(change)).rejects.toBeInstanceOf(PaymentOpen);
    const changed = rig.provider.changePrices({ ...change, key: newKey() });
    await expect(changed).rejects.toBeInstanceOf(PaymentOpen);
  });
});

describe('credit', () => {
  it('pays whole weeks without a card, and then the rest', async () => {
    const { customerId, subscription } = await subscribe(rig, enterprise);
    const { id } = subscription;
    const at = beforeEnd(subscription, weekMs);
    await rig.provider.changePrices({
      key: newKey(),
      providerSubscriptionId: id,
      priceIds: pro,
      at,
    });
    expect(await nextTotal(rig, id)).toEqual(usd(0));
    await payWith(rig, customerId, 'pm_card_chargeCustomerFail');
    await rig.advance(2 * weekMs);
    expect(await read(rig, id)).toMatchObject({ status: 'active' });
    expect(await nextTotal(rig, id)).toEqual(usd(1_000));
    await rig.advance(weekMs);
    expect(await read(rig, id)).toMatchObject({ status: 'past_due' });
    expect(await invoiceStatuses(rig, customerId)).toEqual([
      'open',
      'paid',
      'paid',
      'paid',
      'paid',
    ]);
  });
});
