import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ProviderRejected } from '../../../src/modules/billing/port/payment-provider.ts';
import { passEnd, proMonth, proMonthEur, proYear, travelTo } from '../contract/calendar.ts';
import {
  enterprise,
  newestInvoice,
  newKey,
  newStart,
  pro,
  read,
  readCredit,
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

async function readAnchor(id: string): Promise<Date | null> {
  const { rows } = await sql<{ anchor: Date | null }>`
    select billing_cycle_anchor as anchor from sandbox.subscriptions where id = ${id}
  `.execute(rig.db);
  return rows[0]?.anchor ?? null;
}

async function secretOfPage(invoiceId: string): Promise<string> {
  const link = await rig.provider.readInvoiceLink({ invoiceId, document: 'page' });
  return link?.split('/').at(-1) ?? '';
}

describe('a subscription of an older version, without an anchor', () => {
  it('goes on week by week at its hour, and has one from its renewal on', async () => {
    const { customerId, subscription } = await subscribe(rig, pro);
    const { id, periodStart, periodEnd } = subscription;
    await sql`update sandbox.subscriptions set billing_cycle_anchor = null where id = ${id}`.execute(
      rig.db,
    );
    await sql`update sandbox.invoices
      set lines = (select jsonb_agg(line - 'frequency') from jsonb_array_elements(lines) line)
      where customer_id = ${customerId}`.execute(rig.db);
    expect(await read(rig, id)).toMatchObject({ periodStart, periodEnd, price: usd(1_000) });
    const { id: invoiceId } = await newestInvoice(rig, customerId);
    const page = await rig.provider.findHostedInvoice(await secretOfPage(invoiceId));
    expect(page?.lines).toMatchObject([{ kind: 'period', amount: 1_000 }]);

    await rig.advance(3 * weekMs);
    expect(await readAnchor(id)).toEqual(periodStart);
    expect(await read(rig, id)).toMatchObject({
      status: 'active',
      periodEnd: new Date((periodEnd?.getTime() ?? 0) + 3 * weekMs),
    });
    const invoices = await rig.provider.listInvoices(customerId, 100);
    expect(invoices.map(({ total }) => total.amount)).toEqual([1_000, 1_000, 1_000, 1_000]);
  });

  it('counts months from the change to a month', async () => {
    await travelTo(rig, 1, 31);
    const { subscription } = await subscribe(rig, pro);
    const { id } = subscription;
    await sql`update sandbox.subscriptions set billing_cycle_anchor = null where id = ${id}`.execute(
      rig.db,
    );
    const at = rig.clock.now();
    const change = { providerSubscriptionId: id, priceIds: proMonth, at };
    await rig.provider.changePrices({ ...change, key: newKey() });
    expect(await readAnchor(id)).toEqual(at);
    await passEnd(rig, await read(rig, id));
    expect((await read(rig, id)).periodEnd?.toISOString().slice(5, 10)).toBe('03-31');
  });
});

describe('the currency of a customer', () => {
  it('can be another one once nothing runs and no credit is left', async () => {
    const { customerId, subscription } = await subscribe(rig, proMonth);
    await rig.provider.endSubscription({ key: newKey(), id: subscription.id });
    const charge = await rig.provider.startSubscription(newStart({ customerId }, proMonthEur));
    expect(subscriptionOf(charge).price).toEqual({ amount: 3_900, currency: 'eur' });
  });

  it('stays while credit is left, which is of that currency', async () => {
    const { customerId, subscription } = await subscribe(rig, proYear);
    const { id } = subscription;
    const change = { providerSubscriptionId: id, priceIds: proMonth, at: rig.clock.now() };
    await rig.provider.changePrices({ ...change, key: newKey() });
    await rig.provider.endSubscription({ key: newKey(), id });
    expect(await readCredit(rig, customerId)).toBe(36_000);
    const started = rig.provider.startSubscription(newStart({ customerId }, proMonthEur));
    await expect(started).rejects.toBeInstanceOf(ProviderRejected);
    const again = await rig.provider.startSubscription(newStart({ customerId }, proMonth));
    expect(subscriptionOf(again).status).toBe('active');
  });
});

describe('a scheduled change whose period has ended', () => {
  it('is not dropped any more, also while its renewal is not made yet', async () => {
    const { subscription } = await subscribe(rig, enterprise);
    const { id, periodEnd } = subscription;
    const change = { providerSubscriptionId: id, priceIds: pro, at: periodEnd ?? new Date(0) };
    await rig.provider.scheduleChange({ ...change, key: newKey() });
    rig.clock.advance(weekMs);
    const key = newKey();
    const turned = await rig.provider.dropScheduled({ key, id });
    expect(turned).toMatchObject({ priceIds: pro, scheduled: null });
    expect(await rig.provider.dropScheduled({ key, id })).toEqual(turned);
    await rig.provider.runDue(rig.clock.now());
    expect(await read(rig, id)).toMatchObject({ priceIds: pro });
  });
});
