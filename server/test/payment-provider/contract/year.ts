import { expect, it } from 'vitest';
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
} from './steps.ts';
import type { ProviderRig } from './suite.ts';

/** One subscription through everything that a year can bring, with sums computed by hand. */
export function yearCases(rig: () => ProviderRig): void {
  /** Oldest first. */
  async function amounts(customerId: string): Promise<number[]> {
    const invoices = await rig().provider.listInvoices(customerId, 100);
    return invoices.map(({ total }) => total.amount).reverse();
  }

  it('a year of one subscription: is renewed, failed, recovered, upgraded, downgraded and canceled', async () => {
    const { provider, advance, now, authenticate } = rig();
    const { customerId, card, subscription } = await subscribe(rig(), pro);
    const { id } = subscription;
    const cardId = card.id;
    const startMs = subscription.periodStart?.getTime() ?? 0;
    await advance(10 * weekMs);
    expect(await amounts(customerId)).toEqual(Array.from({ length: 11 }, () => 1_000));

    // Week 11 fails; the person comes on the fourth day, after one more try.
    await payWith(rig(), customerId, 'pm_card_chargeCustomerFail');
    await advance(weekMs);
    expect(await read(rig(), id)).toMatchObject({ status: 'past_due' });
    await advance(4 * dayMs);
    expect(await read(rig(), id)).toMatchObject({ status: 'past_due' });
    await provider.setDefaultCard({ key: newKey(), customerId, cardId });
    const recovered = await provider.payOpenInvoice({ key: newKey(), id });
    expect(subscriptionOf(recovered).status).toBe('active');

    // Up in the same week, with 2 of 7 days left; the bank wants the person.
    await payWith(rig(), customerId, 'pm_card_authenticationRequired');
    await advance(dayMs);
    const at = beforeEnd(await read(rig(), id), 2 * dayMs);
    const up = { providerSubscriptionId: id, items: enterprise, at };
    const charge = await provider.changePrices({ ...up, key: newKey() });
    await authenticate(secretOf(charge), true);
    expect((await amounts(customerId)).slice(-1)).toEqual([571]);
    await provider.setDefaultCard({ key: newKey(), customerId, cardId });
    await advance(20 * weekMs);
    expect((await amounts(customerId)).slice(-20)).toEqual(Array.from({ length: 20 }, () => 3_000));

    // Down with 2 of 7 days left again; the credit pays part of the next week.
    const lateAt = beforeEnd(await read(rig(), id), 2 * dayMs);
    const down = { providerSubscriptionId: id, items: pro, at: lateAt };
    await provider.changePrices({ ...down, key: newKey() });
    expect(await nextTotal(rig(), id)).toEqual(usd(1_000 - 571));
    await advance(weekMs);
    expect(await nextTotal(rig(), id)).toEqual(usd(1_000));

    // Nobody pays: unpaid after 3, 5 and 7 days more, and from then on no more money is asked for.
    await payWith(rig(), customerId, 'pm_card_chargeCustomerFail');
    await advance(4 * weekMs);
    expect(await read(rig(), id)).toMatchObject({ status: 'unpaid' });
    const statuses = (await provider.listInvoices(customerId, 100)).map(({ status }) => status);
    expect(statuses.slice(0, 5)).toEqual(['draft', 'open', 'open', 'open', 'paid']);
    await provider.setDefaultCard({ key: newKey(), customerId, cardId });
    await provider.payOpenInvoice({ key: newKey(), id });
    expect(await read(rig(), id)).toMatchObject({ status: 'active' });
    await advance(16 * weekMs);
    await provider.endSubscription({ key: newKey(), id });

    const invoices = await provider.listInvoices(customerId, 100);
    expect(invoices.every(({ status }) => status === 'paid')).toBe(true);
    expect(new Set(invoices.map(({ number }) => number)).size).toBe(invoices.length);
    const renewed = invoices.filter(({ total }) => [1_000, 3_000].includes(total.amount));
    for (const { createdAt } of renewed) {
      expect((createdAt.getTime() - startMs) % weekMs).toBe(0);
    }
    expect((await now()).getTime() - startMs).toBeGreaterThanOrEqual(52 * weekMs);
  });
}
