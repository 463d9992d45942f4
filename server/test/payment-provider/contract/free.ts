import { describe, expect, it } from 'vitest';
import type { PriceChange } from '../../../src/modules/billing/port/payment-provider.ts';
import type { PriceItem } from '../../../src/modules/billing/port/price-item.ts';
import {
  beforeEnd,
  dayMs,
  enterprise,
  free,
  invoiceStatuses,
  newestInvoice,
  newKey,
  newStart,
  nextTotal,
  payWith,
  pro,
  read,
  readCredit,
  type Subscribed,
  secretOf,
  subscribe,
  subscriptionOf,
  usd,
  weekMs,
} from './steps.ts';
import type { ProviderRig } from './suite.ts';

/** Rest of the week when the plan changes. */
const leftMs = 3 * dayMs;

/** A provider's own clock may run on while a test waits for it. */
const momentMs = 30_000;

export function freeCases(rig: () => ProviderRig): void {
  toFreeCases(rig);
  fromFreeCases(rig);
  unpaidFromFreeCases(rig);
}

function toFreeCases(rig: () => ProviderRig): void {
  describe('the price of 0', () => {
    it('keeps the subscription, and the unused rest of the week becomes credit', async () => {
      const { customerId, subscription, change } = await midweek(rig(), pro);
      const { provider } = rig();
      const preview = await provider.previewChange(change);
      const credit = preview.credit.amount;
      expect(Math.abs(credit - 1_000 * (3 / 7))).toBeLessThan(2);
      expect(preview).toMatchObject({
        dueNow: usd(0),
        next: usd(0),
        nextAt: subscription.periodEnd,
      });

      const charge = await provider.changePrices({ ...change, key: newKey() });
      expect(charge.outcome).toBe('paid');
      const after = subscriptionOf(charge);
      expect(after).toMatchObject({ status: 'active', items: free });
      expect(after.id).toBe(subscription.id);
      expect(after.periodEnd).toEqual(subscription.periodEnd);
      expect(await read(rig(), subscription.id)).toEqual(after);
      expect(await readCredit(rig(), customerId)).toBe(credit);
      expect(await nextTotal(rig(), subscription.id)).toEqual(usd(0));
      const paid = { status: 'paid', total: usd(-credit) };
      expect(await newestInvoice(rig(), customerId)).toMatchObject(paid);
      expect(after.latestInvoice).toMatchObject(paid);
    });

    it('renews without an invoice that is shown, also when no card is left', async () => {
      const { customerId, card, subscription } = await onFree(rig(), pro);
      const { id } = subscription;
      const credit = await readCredit(rig(), customerId);
      await rig().provider.detachCard({ key: newKey(), cardId: card.id });
      await rig().advance(2 * weekMs);
      expect(await read(rig(), id)).toMatchObject({
        status: 'active',
        items: free,
        card: null,
        latestInvoice: null,
        periodEnd: new Date((subscription.periodEnd?.getTime() ?? 0) + 2 * weekMs),
      });
      expect(await invoiceStatuses(rig(), customerId)).toEqual(['paid', 'paid']);
      expect(await readCredit(rig(), customerId)).toBe(credit);
      expect(await rig().provider.payOpenInvoice({ key: newKey(), id })).toBeUndefined();
    });

    it('is a price to start with, without a card', async () => {
      const { provider } = rig();
      const customer = { key: newKey(), subscriptionId: newKey(), email: 'ada@example.com' };
      const customerId = await provider.createCustomer(customer);
      const charge = await provider.startSubscription(newStart({ customerId }, free));
      expect(charge).toMatchObject({
        outcome: 'paid',
        subscription: { status: 'active', card: null, latestInvoice: null },
      });
      expect(await provider.listInvoices(customerId, 10)).toEqual([]);
    });
  });
}

function fromFreeCases(rig: () => ProviderRig): void {
  describe('from the price of 0 to another', () => {
    it.each([
      ['charges what credit leaves', { from: pro, to: enterprise, price: 3_000 }],
      ['charges nothing where credit is enough', { from: enterprise, to: pro, price: 1_000 }],
    ])('%s, and a new period begins', async (_, { from, to, price }) => {
      const { customerId, subscription, now } = await onFree(rig(), from);
      const { provider } = rig();
      const { id } = subscription;
      const credit = await readCredit(rig(), customerId);
      const change = { providerSubscriptionId: id, items: to, at: now };
      const preview = await provider.previewChange(change);
      const creditAfter = Math.max(0, credit - price);
      expect(preview).toEqual({
        at: now,
        dueNow: usd(Math.max(0, price - credit)),
        credit: usd(0),
        next: usd(price - creditAfter),
        nextTax: creditAfter === 0 ? 0 : undefined,
        nextAt: new Date(now.getTime() + weekMs),
        parts: { subtotal: price, discount: 0, tax: 0, isTaxIncluded: false },
        lines: [
          ...to.map(() => expect.objectContaining({ kind: 'plan' })),
          { kind: 'credit-used', amount: -Math.min(price, credit) },
        ],
        endsAt: null,
      });

      const keyed = { ...change, key: newKey() };
      const charge = await provider.changePrices(keyed);
      expect(charge.outcome).toBe('paid');
      expect(await provider.changePrices(keyed)).toMatchObject({ outcome: 'paid' });
      const after = await read(rig(), id);
      expect(after).toEqual(subscriptionOf(charge));
      expect(after).toMatchObject({ status: 'active', items: to });
      const endsLater = (after.periodEnd?.getTime() ?? 0) - (preview.nextAt?.getTime() ?? 0);
      expect(Math.abs(endsLater)).toBeLessThan(momentMs);
      const invoice = { status: 'paid', total: usd(price), due: preview.dueNow };
      expect(await newestInvoice(rig(), customerId)).toMatchObject(invoice);
      expect(await invoiceStatuses(rig(), customerId)).toEqual(['paid', 'paid', 'paid']);
      expect(await readCredit(rig(), customerId)).toBe(creditAfter);
      expect(await nextTotal(rig(), id)).toEqual(preview.next);
    });

    it('renews a week after the change', async () => {
      const { customerId, subscription, now } = await onFree(rig(), pro);
      const { id } = subscription;
      const change = { providerSubscriptionId: id, items: pro, at: now };
      await rig().provider.changePrices({ ...change, key: newKey() });
      await rig().advance(weekMs - 2 * momentMs);
      expect(await invoiceStatuses(rig(), customerId)).toEqual(['paid', 'paid', 'paid']);
      await rig().advance(3 * momentMs);
      expect(await newestInvoice(rig(), customerId)).toMatchObject({ total: usd(1_000) });
      expect(await invoiceStatuses(rig(), customerId)).toHaveLength(4);
    });
  });
}

function unpaidFromFreeCases(rig: () => ProviderRig): void {
  describe('from the price of 0 to another, where it is not paid at once', () => {
    it.each([
      ['declined', 'Your card was declined.'],
      ['gone', 'There is no card to charge.'],
    ])('stays free with a card that is %s, and is changed by the next', async (what, message) => {
      const { customerId, card, subscription, now } = await onFree(rig(), pro);
      const { id } = subscription;
      if (what === 'declined') {
        await payWith(rig(), customerId, 'pm_card_chargeCustomerFail');
      } else {
        await rig().provider.detachCard({ key: newKey(), cardId: card.id });
      }
      const change = { providerSubscriptionId: id, items: enterprise, at: now };
      const declined = await rig().provider.changePrices({ ...change, key: newKey() });
      expect(declined).toEqual({ outcome: 'declined', message });
      const { periodEnd } = subscription;
      expect(await read(rig(), id)).toMatchObject({ status: 'active', items: free, periodEnd });
      expect(await invoiceStatuses(rig(), customerId)).not.toContain('open');

      await payWith(rig(), customerId, 'pm_card_visa');
      const paid = await rig().provider.changePrices({ ...change, key: newKey() });
      expect(paid).toMatchObject({ outcome: 'paid', subscription: { items: enterprise } });
    });

    it('stays free until the person has answered, then the period is a new one', async () => {
      const { customerId, subscription, now } = await onFree(rig(), pro, asking);
      const { id, periodEnd } = subscription;
      const change = { providerSubscriptionId: id, items: enterprise, at: now };
      const secret = secretOf(await rig().provider.changePrices({ ...change, key: newKey() }));
      const waiting = { status: 'active', items: free, periodEnd, clientSecret: secret };
      expect(await read(rig(), id)).toMatchObject(waiting);

      await rig().authenticate(secret, true);
      const after = await read(rig(), id);
      expect(after).toMatchObject({ status: 'active', items: enterprise, clientSecret: null });
      const endsLater = (after.periodEnd?.getTime() ?? 0) - (now.getTime() + weekMs);
      expect(Math.abs(endsLater)).toBeLessThan(momentMs);
      expect(await invoiceStatuses(rig(), customerId)).toEqual(['paid', 'paid', 'paid']);
    });

    it('asks the bank once, however often the request is repeated', async () => {
      const { customerId, subscription, now } = await onFree(rig(), pro, asking);
      const { id } = subscription;
      const change = { providerSubscriptionId: id, items: enterprise, at: now };
      const keyed = { ...change, key: newKey() };
      // People look at the preview before they agree.
      await rig().advance(momentMs);
      const secret = secretOf(await rig().provider.changePrices(keyed));
      await rig().advance(momentMs);
      expect(secretOf(await rig().provider.changePrices(keyed))).toBe(secret);
      expect(await read(rig(), id)).toMatchObject({ items: free, clientSecret: secret });
      expect(await invoiceStatuses(rig(), customerId)).toEqual(['open', 'paid', 'paid']);

      await rig().authenticate(secret, true);
      expect(await read(rig(), id)).toMatchObject({ items: enterprise, clientSecret: null });
      expect(await invoiceStatuses(rig(), customerId)).toEqual(['paid', 'paid', 'paid']);
    });

    it('stays free when the waiting change is given up', async () => {
      const { customerId, subscription, now } = await onFree(rig(), pro, asking);
      const { id, periodEnd } = subscription;
      const change = { providerSubscriptionId: id, items: enterprise, at: now };
      await rig().provider.changePrices({ ...change, key: newKey() });
      await rig().provider.giveUpChange({ key: newKey(), id });
      const left = { status: 'active', items: free, periodEnd, clientSecret: null };
      expect(await read(rig(), id)).toMatchObject(left);
      expect(await invoiceStatuses(rig(), customerId)).toEqual(['void', 'paid', 'paid']);
    });
  });
}

const asking = 'pm_card_authenticationRequired';

interface Midweek extends Subscribed {
  readonly change: PriceChange;
}

/** In the middle of the first week of a plan, which is to be left for the price of 0. */
async function midweek(
  rig: ProviderRig,
  from: readonly PriceItem[],
  card?: string,
): Promise<Midweek> {
  const subscribed = await subscribe(rig, from, card);
  const { subscription } = subscribed;
  await rig.advance(weekMs - leftMs);
  const at = beforeEnd(subscription, leftMs);
  const change = { providerSubscriptionId: subscription.id, items: free, at };
  return { ...subscribed, change };
}

/** A day after the plan was left for the price of 0. */
async function onFree(
  rig: ProviderRig,
  from: readonly PriceItem[],
  card?: string,
): Promise<Subscribed & { readonly now: Date }> {
  const { change, ...subscribed } = await midweek(rig, from, card);
  await rig.provider.changePrices({ ...change, key: newKey() });
  await rig.advance(dayMs);
  const subscription = await read(rig, subscribed.subscription.id);
  return { ...subscribed, subscription, now: beforeEnd(subscription, leftMs - dayMs) };
}
