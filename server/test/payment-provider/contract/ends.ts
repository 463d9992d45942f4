import { describe, expect, it } from 'vitest';
import type { PriceItem } from '../../../src/modules/billing/port/price-item.ts';
import { PaymentOpen } from '../../../src/modules/billing/port/provider-failure.ts';
import {
  beforeEnd,
  dayMs,
  enterprise,
  eventTypes,
  free,
  invoiceStatuses,
  newestInvoice,
  newKey,
  payWith,
  pro,
  read,
  readCredit,
  type Subscribed,
  subscribe,
  usd,
  weekMs,
} from './steps.ts';
import type { ProviderRig } from './suite.ts';

/** Past every retry, whichever rule the provider has. */
const graceMs = 16 * dayMs;
const minuteMs = 60_000;
/** A provider's own clock may run on while a test waits for it. */
const cents = 2;

export function endCases(rig: () => ProviderRig): void {
  openRenewalCases(rig);
  owedEndCases(rig);
}

function openRenewalCases(rig: () => ProviderRig): void {
  describe('a plan change while a renewal is open', () => {
    it.each([
      { name: 'down', from: enterprise, to: pro },
      { name: 'up', from: pro, to: enterprise },
      { name: 'to the price of 0', from: enterprise, to: free },
    ])('is refused $name, and credits nothing', async ({ from, to }) => {
      const { customerId, subscription } = await withOpenRenewal(rig(), from);
      const { id } = subscription;
      const at = beforeEnd(await read(rig(), id), weekMs - minuteMs / 2);
      const change = { key: newKey(), providerSubscriptionId: id, items: to, at };
      const { provider } = rig();
      await expect(provider.previewChange(change)).rejects.toBeInstanceOf(PaymentOpen);
      await expect(provider.changePrices(change)).rejects.toBeInstanceOf(PaymentOpen);
      expect(await read(rig(), id)).toMatchObject({ status: 'past_due', items: from });
      expect(await readCredit(rig(), customerId)).toBe(0);
      expect(await invoiceStatuses(rig(), customerId)).toEqual(['open', 'paid']);
    });
  });
}

function owedEndCases(rig: () => ProviderRig): void {
  describe('ending a subscription whose renewal is open', () => {
    it('keeps the delivered part as a debt, and takes the rest off once', async () => {
      const { customerId, subscription } = await withOpenRenewal(rig(), enterprise);
      const { id } = subscription;
      await rig().advance(2 * dayMs - minuteMs);
      const ended = await rig().provider.endSubscription({ key: newKey(), id });
      const debt = await newestInvoice(rig(), customerId);
      expect(debt).toMatchObject({ status: 'uncollectible', total: usd(3_000), retryAt: null });
      expect(Math.abs(debt.due.amount - 3_000 * (2 / 7))).toBeLessThan(cents);
      expect(ended).toMatchObject({ status: 'canceled', latestInvoice: debt });
      expect(await eventTypes(rig(), customerId)).toEqual(
        expect.arrayContaining(['credit_note.created', 'invoice.marked_uncollectible']),
      );

      await rig().advance(dayMs);
      expect(await rig().provider.endSubscription({ key: newKey(), id })).toEqual(ended);
      await rig().advance(graceMs);
      expect(await newestInvoice(rig(), customerId)).toEqual(debt);
      expect(await readCredit(rig(), customerId)).toBe(0);
    });

    it('keeps the whole of a period that was delivered whole', async () => {
      const { customerId, subscription } = await withOpenRenewal(rig(), pro);
      await rig().advance(graceMs);
      await rig().provider.endSubscription({ key: newKey(), id: subscription.id });
      const invoices = await rig().provider.listInvoices(customerId, 100);
      const [oldest] = invoices.filter(({ status }) => status === 'uncollectible').reverse();
      expect(oldest).toMatchObject({ total: usd(1_000), due: usd(1_000) });
      expect(invoices.map(({ status }) => status)).not.toContain('open');
    });

    it('voids a renewal of this moment, of which nothing was delivered', async () => {
      const { customerId, subscription } = await withOpenRenewal(rig(), pro);
      await rig().provider.endSubscription({ key: newKey(), id: subscription.id });
      expect(await invoiceStatuses(rig(), customerId)).toEqual(['void', 'paid']);
    });

    it.each([
      {
        name: 'charges no more than the rest',
        days: 4,
        credit: 0,
        due: 143,
        status: 'uncollectible',
      },
      { name: 'gives back what is left of it', days: 1, credit: 286, due: 0, status: 'paid' },
    ])('has credit pay for the delivered part first, and $name', async (expected) => {
      const { customerId, id } = await withCreditedRenewal(rig());
      await rig().advance(expected.days * dayMs - minuteMs);
      await rig().provider.endSubscription({ key: newKey(), id });
      const { status, due } = await newestInvoice(rig(), customerId);
      expect(status).toBe(expected.status);
      expect(Math.abs(due.amount - expected.due)).toBeLessThan(cents);
      const credit = await readCredit(rig(), customerId);
      expect(Math.abs(credit - expected.credit)).toBeLessThan(cents);
    });
  });
}

/** A minute after a renewal that the card did not pay. */
async function withOpenRenewal(rig: ProviderRig, items: readonly PriceItem[]): Promise<Subscribed> {
  const subscribed = await subscribe(rig, items);
  await payWith(rig, subscribed.customerId, 'pm_card_chargeCustomerFail');
  await rig.advance(weekMs + minuteMs);
  return subscribed;
}

/** A minute after a renewal of Pro of which credit paid 429 cents and the card nothing. */
async function withCreditedRenewal(rig: ProviderRig) {
  const { customerId, subscription } = await subscribe(rig, enterprise);
  const { id } = subscription;
  await rig.advance(2 * dayMs);
  const change = {
    key: newKey(),
    providerSubscriptionId: id,
    items: pro,
    at: beforeEnd(subscription, 5 * dayMs),
  };
  expect((await rig.provider.changePrices(change)).outcome).toBe('paid');
  await rig.advance(5 * dayMs + minuteMs);
  await payWith(rig, customerId, 'pm_card_chargeCustomerFail');
  await rig.advance(weekMs);
  const { status, due } = await newestInvoice(rig, customerId);
  expect(status).toBe('open');
  expect(Math.abs(due.amount - 571)).toBeLessThan(cents);
  return { customerId, id };
}
