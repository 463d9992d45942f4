import { expect, it } from 'vitest';
import { passEnd, proMonth, proYear } from './calendar.ts';
import { newestInvoice, newKey, newStart, read, subscriptionOf } from './steps.ts';
import type { ProviderRig } from './suite.ts';
import { living, makeTaxed } from './tax-steps.ts';

/** Taxes of a subscription that runs without them. */
export function taxStartCases(rig: () => ProviderRig): void {
  it('of a subscription that was bought without: start with its next renewal', async () => {
    const { provider } = rig();
    const customer = await makeTaxed(rig(), { details: living('DE') });
    const { id } = subscriptionOf(await provider.startSubscription(newStart(customer, proMonth)));
    expect(await read(rig(), id)).not.toHaveProperty('isTaxed');
    const first = await newestInvoice(rig(), customer.customerId);

    await provider.resumeTaxes({ key: newKey(), id });
    expect(await read(rig(), id)).toMatchObject({ isTaxed: true });
    expect((await newestInvoice(rig(), customer.customerId)).id).toBe(first.id);
    // 40.00 and 19 % of it.
    expect((await provider.readNextTotal(id))?.total.amount).toBe(4_760);
    await passEnd(rig(), await read(rig(), id));
    const renewal = { status: 'paid', total: { amount: 4_760 }, tax: 760 };
    expect(await newestInvoice(rig(), customer.customerId)).toMatchObject(renewal);
  });

  it('that start while a change is scheduled: are those of its first period', async () => {
    const { provider } = rig();
    const customer = await makeTaxed(rig(), { details: living('DE') });
    const { id, periodEnd } = subscriptionOf(
      await provider.startSubscription(newStart(customer, proYear)),
    );
    const change = { providerSubscriptionId: id, items: proMonth, at: periodEnd ?? new Date(0) };
    await provider.scheduleChange({ ...change, key: newKey() });
    await provider.resumeTaxes({ key: newKey(), id });
    await passEnd(rig(), await read(rig(), id));
    const first = { status: 'paid', total: { amount: 4_760 }, tax: 760 };
    expect(await newestInvoice(rig(), customer.customerId)).toMatchObject(first);
  });
}
