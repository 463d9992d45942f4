import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  beforeEnd,
  dayMs,
  enterprise,
  newKey,
  nextTotal,
  payWith,
  pro,
  read,
  secretOf,
  subscribe,
  subscriptionOf,
  usd,
  weekMs,
} from '../contract/steps.ts';
import { openSandboxRig, type SandboxRig } from './rig.ts';

let rig: SandboxRig;

beforeAll(async () => {
  rig = await openSandboxRig();
});
afterAll(() => rig.close());

/** Oldest first. */
async function amounts(customerId: string): Promise<number[]> {
  const invoices = await rig.provider.listInvoices(customerId, 100);
  return invoices.map(({ total }) => total.amount).reverse();
}

describe('a year of one subscription', () => {
  it('is created, renewed, failed, recovered, upgraded, downgraded and canceled in 10 s', async () => {
    const startedMs = performance.now();
    const { customerId, card, subscription } = await subscribe(rig, pro);
    const { id } = subscription;
    const start = rig.clock.now();
    await rig.advance(10 * weekMs);
    expect(await amounts(customerId)).toEqual(Array.from({ length: 11 }, () => 1_000));

    // Week 11 fails; the person comes on the fourth day, after one more try.
    await payWith(rig, customerId, 'pm_card_chargeCustomerFail');
    await rig.advance(weekMs);
    expect(await read(rig, id)).toMatchObject({ status: 'past_due' });
    await rig.advance(4 * dayMs);
    expect(await read(rig, id)).toMatchObject({ status: 'past_due' });
    await rig.provider.setDefaultCard({ key: newKey(), customerId, cardId: card.id });
    const recovered = await rig.provider.payOpenInvoice({ key: newKey(), id });
    expect(subscriptionOf(recovered).status).toBe('active');

    // Up in the same week, with 2 of 7 days left; the bank wants the person.
    await payWith(rig, customerId, 'pm_card_authenticationRequired');
    await rig.advance(dayMs);
    const week11 = await read(rig, id);
    const up = {
      providerSubscriptionId: id,
      priceIds: enterprise,
      at: beforeEnd(week11, 2 * dayMs),
    };
    const charge = await rig.provider.changePrices({ ...up, key: newKey() });
    await rig.authenticate(secretOf(charge), true);
    expect((await amounts(customerId)).slice(-1)).toEqual([571]);
    await rig.provider.setDefaultCard({ key: newKey(), customerId, cardId: card.id });
    await rig.advance(20 * weekMs);
    expect((await amounts(customerId)).slice(-20)).toEqual(Array.from({ length: 20 }, () => 3_000));

    // Down with 2 of 7 days left again; the credit pays part of the next week.
    const week31 = await read(rig, id);
    const down = { providerSubscriptionId: id, priceIds: pro, at: beforeEnd(week31, 2 * dayMs) };
    await rig.provider.changePrices({ ...down, key: newKey() });
    expect(await nextTotal(rig, id)).toEqual(usd(1_000 - 571));
    await rig.advance(weekMs);
    expect(await nextTotal(rig, id)).toEqual(usd(1_000));

    // Nobody pays: unpaid after a week, and no more money is asked for.
    await payWith(rig, customerId, 'pm_card_chargeCustomerFail');
    await rig.advance(4 * weekMs);
    expect(await read(rig, id)).toMatchObject({ status: 'unpaid' });
    expect(await rig.provider.readNextTotal(id)).toBeNull();
    const statuses = (await rig.provider.listInvoices(customerId, 100)).map(({ status }) => status);
    expect(statuses.slice(0, 5)).toEqual(['draft', 'draft', 'draft', 'open', 'paid']);
    await rig.provider.setDefaultCard({ key: newKey(), customerId, cardId: card.id });
    await rig.provider.payOpenInvoice({ key: newKey(), id });
    expect(await read(rig, id)).toMatchObject({ status: 'active' });
    await rig.advance(16 * weekMs);
    await rig.provider.endSubscription({ key: newKey(), id });

    const invoices = await rig.provider.listInvoices(customerId, 100);
    expect(invoices.every(({ status }) => status === 'paid')).toBe(true);
    expect(new Set(invoices.map(({ number }) => number)).size).toBe(invoices.length);
    const renewed = invoices.filter(({ total }) => [1_000, 3_000].includes(total.amount));
    for (const { createdAt } of renewed) {
      expect((createdAt.getTime() - start.getTime()) % weekMs).toBe(0);
    }
    expect(rig.clock.now().getTime() - start.getTime()).toBeGreaterThanOrEqual(52 * weekMs);
    expect(performance.now() - startedMs).toBeLessThan(30_000);
  });
});

describe('a year without anybody looking', () => {
  it('is caught up with oldest first, each renewal at its own time', async () => {
    const first = await subscribe(rig, pro);
    rig.clock.advance(dayMs);
    const second = await subscribe(rig, enterprise);
    const since = rig.clock.now();
    rig.clock.advance(52 * weekMs);
    await rig.provider.runDue(rig.clock.now());

    const ids = [first.customerId, second.customerId];
    for (const customerId of ids) {
      const invoices = (await rig.provider.listInvoices(customerId, 100)).toReversed();
      expect(invoices).toHaveLength(53);
      const startMs = invoices[0]?.createdAt.getTime() ?? 0;
      expect(invoices.map(({ createdAt }) => (createdAt.getTime() - startMs) / weekMs)).toEqual(
        Array.from({ length: 53 }, (_, week) => week),
      );
    }
    const events = await rig.provider.listUndelivered(10_000);
    const paid = events.filter(
      ({ type, createdAt, customerId }) =>
        type === 'invoice.paid' && createdAt > since && ids.includes(customerId ?? ''),
    );
    expect(paid.map(({ customerId }) => customerId)).toEqual(
      Array.from({ length: 52 }, () => ids).flat(),
    );
  });

  it('is caught up with once when two do it at a time', async () => {
    const { customerId } = await subscribe(rig, pro);
    rig.clock.advance(6 * weekMs);
    const until = rig.clock.now();
    await Promise.all([rig.provider.runDue(until), rig.provider.runDue(until)]);
    expect(await amounts(customerId)).toEqual(Array.from({ length: 7 }, () => 1_000));
  });
});
