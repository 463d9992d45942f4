import { describe, expect, it } from 'vitest';
import {
  InstantOutsidePeriod,
  PaymentOpen,
} from '../../../src/modules/billing/port/provider-failure.ts';
import {
  beforeEnd,
  dayMs,
  enterprise,
  eventTypes,
  invoiceStatuses,
  newestInvoice,
  newKey,
  payWith,
  pro,
  read,
  secretOf,
  subscribe,
  usd,
  weekMs,
} from './steps.ts';
import type { ProviderRig } from './suite.ts';

/** Past the end of a week, for a provider that takes a moment. */
const weekAndBitMs = weekMs + 60_000;
/** Past every retry, whichever rule the provider has. */
const graceMs = 16 * dayMs;

export function renewalCases(rig: () => ProviderRig): void {
  renewalTimeCases(rig);
  debtCases(rig);
}

function renewalTimeCases(rig: () => ProviderRig): void {
  describe('renewals', () => {
    it('renews each week for the price of the plan', async () => {
      const { customerId, subscription } = await subscribe(rig(), pro);
      await rig().advance(3 * weekMs + 60_000);
      const invoices = await rig().provider.listInvoices(customerId, 100);
      expect(invoices.map(({ status, total }) => [status, total.amount])).toEqual(
        Array.from({ length: 4 }, () => ['paid', 1_000]),
      );
      const [newest, , , oldest] = invoices;
      const span = (newest?.createdAt.getTime() ?? 0) - (oldest?.createdAt.getTime() ?? 0);
      expect(Math.abs(span - 3 * weekMs)).toBeLessThan(60_000);
      const { periodEnd } = await read(rig(), subscription.id);
      expect(periodEnd?.getTime()).toBe((subscription.periodEnd?.getTime() ?? 0) + 3 * weekMs);
    });

    it('changes no plan while something is owed, which would turn it into credit', async () => {
      const { customerId, subscription } = await subscribe(rig(), enterprise);
      await payWith(rig(), customerId, 'pm_card_chargeCustomerFail');
      await rig().advance(weekAndBitMs);
      const { id } = subscription;
      const at = beforeEnd(await read(rig(), id), dayMs);
      const change = { key: newKey(), providerSubscriptionId: id, items: pro, at };
      const { provider } = rig();
      await expect(provider.previewChange(change)).rejects.toBeInstanceOf(PaymentOpen);
      await expect(provider.changePrices(change)).rejects.toBeInstanceOf(PaymentOpen);
      expect(await read(rig(), id)).toMatchObject({ status: 'past_due', items: enterprise });

      await payWith(rig(), customerId, 'pm_card_visa');
      await provider.payOpenInvoice({ key: newKey(), id });
      expect((await provider.changePrices(change)).outcome).toBe('paid');
    });

    it('reckons no change from an instant of another period', async () => {
      const { customerId, subscription } = await subscribe(rig(), pro);
      await rig().advance(weekAndBitMs);
      const { id } = subscription;
      const { provider } = rig();
      for (const at of [beforeEnd(subscription, 60_000), beforeEnd(subscription, -weekAndBitMs)]) {
        const change = { key: newKey(), providerSubscriptionId: id, items: enterprise, at };
        await expect(provider.previewChange(change)).rejects.toBeInstanceOf(InstantOutsidePeriod);
        await expect(provider.changePrices(change)).rejects.toBeInstanceOf(InstantOutsidePeriod);
      }
      expect(await read(rig(), id)).toMatchObject({ status: 'active', items: pro });
      expect(await invoiceStatuses(rig(), customerId)).toEqual(['paid', 'paid']);
    });

    it('tries a failed renewal again by itself', async () => {
      const { customerId, subscription } = await subscribe(rig(), pro);
      await payWith(rig(), customerId, 'pm_card_chargeCustomerFail');
      await rig().advance(weekAndBitMs);
      await payWith(rig(), customerId, 'pm_card_visa');
      await rig().advance(3 * dayMs + 60_000);
      expect(await read(rig(), subscription.id)).toMatchObject({ status: 'active' });
      expect(await invoiceStatuses(rig(), customerId)).toEqual(['paid', 'paid']);
    });

    it('is unpaid when every retry has failed', async () => {
      const { customerId, subscription } = await subscribe(rig(), pro);
      await payWith(rig(), customerId, 'pm_card_chargeCustomerFail');
      await rig().advance(weekMs + graceMs);
      expect(await read(rig(), subscription.id)).toMatchObject({ status: 'unpaid' });
      expect(await invoiceStatuses(rig(), customerId)).toContain('open');
    });
  });
}

function debtCases(rig: () => ProviderRig): void {
  describe('a renewal that fails', () => {
    it('is past due when a renewal fails, and active again once it is paid', async () => {
      const { customerId, subscription } = await subscribe(rig(), pro);
      const { id } = subscription;
      await payWith(rig(), customerId, 'pm_card_chargeCustomerFail');
      await rig().advance(weekAndBitMs);
      expect(await read(rig(), id)).toMatchObject({ status: 'past_due', items: pro });
      const owed = await newestInvoice(rig(), customerId);
      expect(owed).toMatchObject({ status: 'open', total: usd(1_000), due: usd(1_000) });
      expect((await read(rig(), id)).latestInvoice).toEqual(owed);
      expect(owed.retryAt?.getTime()).toBeGreaterThan(owed.createdAt.getTime());
      expect(await eventTypes(rig(), customerId)).toContain('invoice.payment_failed');

      const declined = await rig().provider.payOpenInvoice({ key: newKey(), id });
      expect(declined).toEqual({ outcome: 'declined', message: 'Your card was declined.' });
      expect(await read(rig(), id)).toMatchObject({ status: 'past_due' });

      await payWith(rig(), customerId, 'pm_card_visa');
      const request = { key: newKey(), id };
      expect((await rig().provider.payOpenInvoice(request))?.outcome).toBe('paid');
      const again = await rig().provider.payOpenInvoice(request);
      expect(again?.outcome ?? 'paid').toBe('paid');
      expect(await read(rig(), id)).toMatchObject({ status: 'active' });
      expect(await invoiceStatuses(rig(), customerId)).toEqual(['paid', 'paid']);
    });

    it('asks for the person when the bank wants them at a renewal', async () => {
      const card = 'pm_card_authenticationRequired';
      const { customerId, subscription } = await subscribe(rig(), pro, card);
      const { id } = subscription;
      await rig().advance(weekAndBitMs);
      const renewed = await read(rig(), id);
      expect(renewed.status).toBe('past_due');
      expect(renewed.clientSecret).toBeTruthy();
      expect(await eventTypes(rig(), customerId)).toContain('invoice.payment_action_required');

      const charge = await rig().provider.payOpenInvoice({ key: newKey(), id });
      await rig().authenticate(secretOf(charge), true);
      expect(await read(rig(), id)).toMatchObject({ status: 'active', clientSecret: null });
      expect(await invoiceStatuses(rig(), customerId)).toEqual(['paid', 'paid']);
    });

    it('asks nobody about a card that is gone, and keeps what is owed', async () => {
      const cardId = 'pm_card_authenticationRequired';
      const { customerId, card, subscription } = await subscribe(rig(), pro, cardId);
      const { id } = subscription;
      await rig().advance(weekAndBitMs);
      await rig().provider.giveUpChange({ key: newKey(), id });
      expect((await read(rig(), id)).clientSecret).toBeTruthy();
      await rig().provider.detachCard({ key: newKey(), cardId: card.id });
      expect(await read(rig(), id)).toMatchObject({ status: 'past_due', clientSecret: null });
      expect(await invoiceStatuses(rig(), customerId)).toEqual(['open', 'paid']);
      const without = await rig().provider.payOpenInvoice({ key: newKey(), id });
      expect(without).toEqual({ outcome: 'declined', message: 'There is no card to charge.' });

      await payWith(rig(), customerId, 'pm_card_visa');
      const charge = await rig().provider.payOpenInvoice({ key: newKey(), id });
      expect(charge?.outcome).toBe('paid');
      expect(await read(rig(), id)).toMatchObject({ status: 'active' });
    });

    it('voids what is owed when the subscription is ended', async () => {
      const { customerId, subscription } = await subscribe(rig(), pro);
      await payWith(rig(), customerId, 'pm_card_chargeCustomerFail');
      await rig().advance(weekAndBitMs);
      const ended = await rig().provider.endSubscription({ key: newKey(), id: subscription.id });
      expect(await invoiceStatuses(rig(), customerId)).toEqual(['void', 'paid']);
      expect(ended).toMatchObject({ status: 'canceled', latestInvoice: { status: 'void' } });
      expect(await read(rig(), subscription.id)).toEqual(ended);
    });
  });
}
