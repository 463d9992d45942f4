import { describe, expect, it } from 'vitest';
import { ProviderUnknown } from '../../../src/modules/billing/port/payment-provider.ts';
import {
  enterprise,
  eventTypes,
  incompleteMs,
  invoiceStatuses,
  listAllRunning,
  makeCustomer,
  newestInvoice,
  newKey,
  newStart,
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

export function subscriptionCases(rig: () => ProviderRig): void {
  startCases(rig);
  listCases(rig);
  waitingCases(rig);
  endCases(rig);
}

function startCases(rig: () => ProviderRig): void {
  describe('starting a subscription', () => {
    it('charges at once and says so in the subscription, the invoice and the events', async () => {
      const paying = await makeCustomer(rig(), 'pm_card_visa');
      const start = newStart(paying, enterprise);
      const charge = await rig().provider.startSubscription(start);
      expect(charge.outcome).toBe('paid');
      const subscription = subscriptionOf(charge);
      expect(subscription).toMatchObject({
        customerId: paying.customerId,
        status: 'active',
        items: enterprise,
        price: usd(3_000),
        clientSecret: null,
        subscriptionId: start.subscriptionId,
        card: paying.card,
      });
      expect(await rig().provider.readNextTotal(subscription.id)).toEqual({
        total: usd(3_000),
        parts: { subtotal: 3_000, discount: 0, tax: 0, isTaxIncluded: false },
      });
      expect(await read(rig(), subscription.id)).toEqual(subscription);

      const invoice = await newestInvoice(rig(), paying.customerId);
      expect(invoice).toMatchObject({ status: 'paid', total: usd(3_000) });
      expect(subscription.latestInvoice).toEqual(invoice);
      expect(invoice.number).toBeTruthy();
      const period = (subscription.periodEnd?.getTime() ?? 0) - invoice.createdAt.getTime();
      expect(Math.abs(period - weekMs)).toBeLessThan(60_000);
      const types = await eventTypes(rig(), paying.customerId);
      expect(types).toEqual(
        expect.arrayContaining(['customer.subscription.created', 'invoice.paid']),
      );
    });

    it('takes the money once for one key', async () => {
      const paying = await makeCustomer(rig(), 'pm_card_visa');
      const start = newStart(paying, pro);
      const first = await rig().provider.startSubscription(start);
      const second = await rig().provider.startSubscription(start);
      expect(subscriptionOf(second).id).toBe(subscriptionOf(first).id);
      expect(await invoiceStatuses(rig(), paying.customerId)).toEqual(['paid']);
    });

    it('finds a subscription by its intent, and none where none was made', async () => {
      const { provider } = rig();
      const paying = await makeCustomer(rig(), 'pm_card_visa');
      const start = newStart(paying, pro);
      expect(await provider.findSubscription(paying.customerId, start.intentId)).toBeUndefined();
      const { id } = subscriptionOf(await provider.startSubscription(start));
      const found = await provider.findSubscription(paying.customerId, start.intentId);
      expect(found?.id).toBe(id);
      expect(await provider.findSubscription(paying.customerId, newKey())).toBeUndefined();
      expect(await provider.readSubscription('sub_unheard_of')).toBeUndefined();
    });

    it('leaves nothing behind when the card is declined', async () => {
      const paying = await makeCustomer(rig(), 'pm_card_chargeCustomerFail');
      const start = newStart(paying, pro);
      const charge = await rig().provider.startSubscription(start);
      expect(charge).toEqual({ outcome: 'declined', message: 'Your card was declined.' });
      const left = await rig().provider.findSubscription(paying.customerId, start.intentId);
      expect(left?.status ?? 'canceled').toBe('canceled');
      expect(await invoiceStatuses(rig(), paying.customerId)).toEqual(['void']);
      expect(await rig().provider.startSubscription(start)).toMatchObject({ outcome: 'declined' });
      expect(await invoiceStatuses(rig(), paying.customerId)).toEqual(['void']);
    });
  });
}

function listCases(rig: () => ProviderRig): void {
  describe('listing subscriptions', () => {
    it('lists what has not ended, of one customer and of all', async () => {
      const { provider } = rig();
      const paying = await makeCustomer(rig(), 'pm_card_visa');
      const { customerId } = paying;
      expect(await provider.listSubscriptions(customerId)).toEqual([]);
      const start = newStart(paying, enterprise);
      const first = subscriptionOf(await provider.startSubscription(start));
      const second = subscriptionOf(await provider.startSubscription(newStart(paying, pro)));
      const listed = await provider.listSubscriptions(customerId);
      expect(listed).toHaveLength(2);
      expect(listed).toEqual(expect.arrayContaining([first, second]));
      // A list shows the same as a single read; the reconciler finds differences by that.
      expect(await listAllRunning(rig())).toContainEqual({
        ...(await provider.readSubscription(first.id)),
        subscriptionId: start.subscriptionId,
        isElsewhere: false,
      });

      await provider.endSubscription({ key: newKey(), id: first.id });
      expect(await provider.listSubscriptions(customerId)).toEqual([second]);
      const ids = (await listAllRunning(rig())).map(({ id }) => id);
      expect(ids).toContain(second.id);
      expect(ids).not.toContain(first.id);
    });
  });
}

function waitingCases(rig: () => ProviderRig): void {
  describe('a first payment that waits', () => {
    it.each(['pm_card_authenticationRequired', 'pm_card_authenticationRequiredOnSetup'])(
      'waits for the person behind %s and then is active',
      async (cardId) => {
        const paying = await makeCustomer(rig(), cardId);
        const start = newStart(paying, pro);
        const charge = await rig().provider.startSubscription(start);
        const secret = secretOf(charge);
        const { id } = subscriptionOf(charge);
        expect(await read(rig(), id)).toMatchObject({ status: 'incomplete', clientSecret: secret });
        expect(await invoiceStatuses(rig(), paying.customerId)).toEqual(['open']);

        await rig().authenticate(secret, true);
        expect(await read(rig(), id)).toMatchObject({ status: 'active', clientSecret: null });
        expect(await invoiceStatuses(rig(), paying.customerId)).toEqual(['paid']);
        expect(await eventTypes(rig(), paying.customerId)).toContain('invoice.paid');
      },
    );

    it('stays incomplete when the person fails, and is saved by another card', async () => {
      const paying = await makeCustomer(rig(), 'pm_card_authenticationRequired');
      const charge = await rig().provider.startSubscription(newStart(paying, pro));
      const { id } = subscriptionOf(charge);
      await rig().authenticate(secretOf(charge), false);
      expect(await read(rig(), id)).toMatchObject({ status: 'incomplete' });

      await payWith(rig(), paying.customerId, 'pm_card_visa');
      const paid = await rig().provider.payOpenInvoice({ key: newKey(), id });
      expect(paid?.outcome).toBe('paid');
      expect(await read(rig(), id)).toMatchObject({ status: 'active', clientSecret: null });
      expect(await rig().provider.payOpenInvoice({ key: newKey(), id })).toBeUndefined();
    });

    it('gives up an incomplete one after 23 hours and voids its invoice', async () => {
      const paying = await makeCustomer(rig(), 'pm_card_authenticationRequired');
      const charge = await rig().provider.startSubscription(newStart(paying, pro));
      const { id } = subscriptionOf(charge);
      await rig().advance(incompleteMs + 60_000);
      expect(await read(rig(), id)).toMatchObject({
        status: 'canceled',
        price: null,
        periodEnd: null,
        clientSecret: null,
      });
      expect(await rig().provider.readNextTotal(id)).toBeNull();
      expect(await invoiceStatuses(rig(), paying.customerId)).toEqual(['void']);
    });
  });
}

function endCases(rig: () => ProviderRig): void {
  describe('ending a subscription', () => {
    it('ends at once, and minds not when it has ended already', async () => {
      const { customerId, subscription } = await subscribe(rig(), pro);
      const { id } = subscription;
      for (let round = 0; round < 2; round += 1) {
        const ended = await rig().provider.endSubscription({ key: newKey(), id });
        expect(ended).toEqual(await read(rig(), id));
        expect(ended).toMatchObject({ status: 'canceled', periodEnd: null });
      }
      expect(await rig().provider.readNextTotal(id)).toBeNull();
      const unknown = { key: newKey(), id: 'sub_unheard_of' };
      const refused = rig().provider.endSubscription(unknown);
      await expect(refused).rejects.toBeInstanceOf(ProviderUnknown);
      expect(await invoiceStatuses(rig(), customerId)).toEqual(['paid']);
      expect(await eventTypes(rig(), customerId)).toContain('customer.subscription.deleted');
      await rig().advance(2 * weekMs);
      expect(await invoiceStatuses(rig(), customerId)).toEqual(['paid']);
    });

    it('voids what is open when an incomplete one is ended', async () => {
      const paying = await makeCustomer(rig(), 'pm_card_authenticationRequired');
      const charge = await rig().provider.startSubscription(newStart(paying, pro));
      const { id } = subscriptionOf(charge);
      await rig().provider.endSubscription({ key: newKey(), id });
      expect(await read(rig(), id)).toMatchObject({ status: 'canceled', clientSecret: null });
      expect(await invoiceStatuses(rig(), paying.customerId)).toEqual(['void']);
    });

    it.each([
      { name: 'gives up what nobody has paid', isPaid: false, status: 'canceled', invoice: 'void' },
      {
        name: 'lets what was paid meanwhile run on',
        isPaid: true,
        status: 'active',
        invoice: 'paid',
      },
    ])('$name', async ({ isPaid, status, invoice }) => {
      const paying = await makeCustomer(rig(), 'pm_card_authenticationRequired');
      const charge = await rig().provider.startSubscription(newStart(paying, pro));
      const { id } = subscriptionOf(charge);
      if (isPaid) {
        await rig().authenticate(secretOf(charge), true);
      }
      const isGivenUp = await rig().provider.giveUpSubscription({ key: newKey(), id });
      expect(isGivenUp).toBe(!isPaid);
      expect(await read(rig(), id)).toMatchObject({ status });
      expect(await invoiceStatuses(rig(), paying.customerId)).toEqual([invoice]);
    });
  });
}
