import { describe, expect, it } from 'vitest';
import { PaymentReturned } from '../../../src/modules/billing/port/provider-failure.ts';
import {
  beforeEnd,
  enterprise,
  eventTypes,
  free,
  newestInvoice,
  newKey,
  payWith,
  pro,
  readCredit,
  subscribe,
  usd,
  weekMs,
} from './steps.ts';
import type { ProviderRig } from './suite.ts';

/** Money that goes back to who has paid. */
export function returnCases(rig: () => ProviderRig): void {
  returnedCases(rig);
  creditNoteCases(rig);
}

function returnedCases(rig: () => ProviderRig): void {
  describe('a paid invoice', () => {
    it('names the card that paid it, whatever is charged next', async () => {
      const { customerId } = await subscribe(rig(), pro);
      await payWith(rig(), customerId, 'pm_card_mastercard');
      const { id } = await newestInvoice(rig(), customerId);
      expect(await rig().provider.readPayment(id)).toEqual({
        card: { brand: 'visa', last4: '4242' },
        isOutside: false,
      });
    });

    it('names the prices it charges for, and those of a change that it charges for only', async () => {
      const { customerId, subscription } = await subscribe(rig(), pro);
      expect((await newestInvoice(rig(), customerId)).prices).toEqual(['price_pro_week']);
      await rig().provider.changePrices({
        key: newKey(),
        providerSubscriptionId: subscription.id,
        items: enterprise,
        at: beforeEnd(subscription, weekMs),
      });
      const { prices } = await newestInvoice(rig(), customerId);
      expect([...prices].sort()).toEqual(enterprise.map(({ price }) => price).sort());
    });
  });

  describe('money that went back', () => {
    const nothing = { refunded: 0, disputed: 0, dispute: null };

    it('is listed by invoice, also a refund that the bank sends back', async () => {
      const { customerId, subscription } = await subscribe(rig(), pro);
      const { id: invoiceId } = await newestInvoice(rig(), customerId);
      const list = () => rig().provider.listReturns(customerId);
      expect(await list()).toEqual([{ invoiceId, ...nothing }]);
      const undo = await rig().refund(invoiceId, 300);
      expect(await list()).toEqual([{ invoiceId, ...nothing, refunded: 300 }]);
      await undo();
      expect(await list()).toEqual([{ invoiceId, ...nothing }]);
      expect(await rig().provider.readSubscription(subscription.id)).toMatchObject({
        status: 'active',
        latestInvoice: { status: 'paid', credited: 0 },
      });
      const types = await eventTypes(rig(), customerId);
      expect(types).toEqual(expect.arrayContaining(['charge.refunded', 'refund.failed']));
    });

    it('is listed while the bank asks it back, and after the bank has taken it', async () => {
      const { customerId } = await subscribe(rig(), pro);
      const { id: invoiceId } = await newestInvoice(rig(), customerId);
      const list = () => rig().provider.listReturns(customerId);
      await rig().dispute(invoiceId, 'open');
      const asked = { invoiceId, refunded: 0, disputed: 1_000 };
      expect(await list()).toEqual([{ ...asked, dispute: 'open' }]);
      await rig().dispute(invoiceId, 'lost');
      expect(await list()).toEqual([{ ...asked, dispute: 'lost' }]);
    });
  });
}

function creditNoteCases(rig: () => ProviderRig): void {
  describe('money that went back by a credit note', () => {
    it('stands on the invoice, and no plan change credits it again', async () => {
      const { customerId, subscription } = await subscribe(rig(), pro);
      const { id } = await newestInvoice(rig(), customerId);
      await rig().createCreditNote(id, 400);
      expect(await newestInvoice(rig(), customerId)).toMatchObject({
        status: 'paid',
        credited: 400,
      });
      const providerSubscriptionId = subscription.id;
      const at = beforeEnd(subscription, weekMs);
      const change = { providerSubscriptionId, items: free, at };
      const { provider } = rig();
      await expect(provider.previewChange(change)).rejects.toBeInstanceOf(PaymentReturned);
      const changed = provider.changePrices({ ...change, key: newKey() });
      await expect(changed).rejects.toBeInstanceOf(PaymentReturned);
      expect(await readCredit(rig(), customerId)).toBe(400);
    });

    it('of no more than the delivered time cost: a plan change credits the rest', async () => {
      const { customerId, subscription } = await subscribe(rig(), pro);
      const { id, paidUntil } = await newestInvoice(rig(), customerId);
      expect(paidUntil).toEqual(subscription.periodEnd);
      await rig().createCreditNote(id, 400);
      await rig().advance(weekMs / 2);
      const at = beforeEnd(subscription, weekMs / 2);
      const change = { providerSubscriptionId: subscription.id, items: free, at };
      const { credit } = await rig().provider.previewChange(change);
      expect(credit).toEqual(usd(500));
      await rig().provider.changePrices({ ...change, key: newKey() });
      expect(await readCredit(rig(), customerId)).toBe(900);
    });
  });
}
