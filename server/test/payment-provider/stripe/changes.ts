import { describe, expect, it } from 'vitest';
import { PaymentOpen } from '../../../src/modules/billing/port/provider-failure.ts';
import {
  beforeEnd,
  dayMs,
  enterprise,
  free,
  invoiceStatuses,
  newKey,
  pro,
  read,
  secretOf,
  subscribe,
  usd,
  weekMs,
} from '../contract/steps.ts';
import type { ProviderRig } from '../contract/suite.ts';
import { type StripeEmulator, send } from './emulator.ts';

const leftMs = 3 * dayMs;

type EmulatorRig = ProviderRig & { readonly emulator: StripeEmulator };

/** For an hour Stripe keeps the invoice of a renewal as a draft. */
export function draftHourCases(rig: () => EmulatorRig): void {
  describe('a plan change in the hour after a renewal', () => {
    it.each([
      ['is refused while the week is not paid', { from: enterprise, to: pro, isDone: false }],
      ['is done where the week costs nothing', { from: free, to: pro, isDone: true }],
    ])('%s', async (_, { from, to, isDone }) => {
      const { provider, emulator } = rig();
      const { subscription } = await subscribe(rig(), from);
      const { id } = subscription;
      await emulator.control('config', { draftMinutes: 60 });
      try {
        await rig().advance(weekMs + 60_000);
      } finally {
        await emulator.control('config', { draftMinutes: 0 });
      }
      const at = beforeEnd(await read(rig(), id), weekMs - 30_000);
      const change = { key: newKey(), providerSubscriptionId: id, items: to, at };
      if (isDone) {
        expect(await provider.previewChange(change)).toMatchObject({ dueNow: usd(1_000) });
        expect(await provider.changePrices(change)).toMatchObject({ outcome: 'paid' });
      } else {
        await expect(provider.previewChange(change)).rejects.toBeInstanceOf(PaymentOpen);
        await expect(provider.changePrices(change)).rejects.toBeInstanceOf(PaymentOpen);
      }
      expect(await read(rig(), id)).toMatchObject({ items: isDone ? to : from });
    });
  });
}

/** A change that an earlier version has begun, which sent less with the same key. */
export function earlierVersionCases(rig: () => EmulatorRig): void {
  it('a change whose key was used with another body: is made, and once', async () => {
    const { customerId, subscription } = await subscribe(rig(), pro);
    const { id } = subscription;
    const key = newKey();
    const earlier = { proration_behavior: 'always_invoice' };
    await send(rig().emulator.url, `/v1/subscriptions/${id}`, earlier, key);
    const at = beforeEnd(subscription, weekMs);
    const change = { key, providerSubscriptionId: id, items: enterprise, at };
    for (let round = 0; round < 2; round += 1) {
      expect(await rig().provider.changePrices(change)).toMatchObject({ outcome: 'paid' });
    }
    expect(await read(rig(), id)).toMatchObject({ items: enterprise });
    expect(await invoiceStatuses(rig(), customerId)).toEqual(['paid', 'paid']);
  });
}

export function waitingChangeCases(rig: () => ProviderRig): void {
  async function waitingForBank() {
    const subscribed = await subscribe(rig(), pro, 'pm_card_authenticationRequired');
    await rig().advance(weekMs - leftMs);
    const change = {
      key: newKey(),
      providerSubscriptionId: subscribed.subscription.id,
      items: enterprise,
      at: beforeEnd(subscribed.subscription, leftMs),
    };
    const secret = secretOf(await rig().provider.changePrices(change));
    return { ...subscribed, change, secret };
  }

  describe('changes that wait', () => {
    it('asks the bank once, whoever asks for the same change again', async () => {
      const { customerId, change, secret } = await waitingForBank();
      expect(secretOf(await rig().provider.changePrices(change))).toBe(secret);
      const again = await rig().provider.changePrices({ ...change, key: newKey() });
      expect(secretOf(again)).toBe(secret);
      expect(await invoiceStatuses(rig(), customerId)).toEqual(['open', 'paid']);
    });

    it('gives up the waiting change for one from another instant', async () => {
      const { customerId, change, secret } = await waitingForBank();
      const at = new Date(change.at.getTime() + 60_000);
      const later = await rig().provider.changePrices({ ...change, at, key: newKey() });
      expect(secretOf(later)).not.toBe(secret);
      expect(await invoiceStatuses(rig(), customerId)).toEqual(['open', 'void', 'paid']);
    });

    it('takes up the waiting one from the price of 0, and gives it up for another instant', async () => {
      const card = 'pm_card_authenticationRequired';
      const { customerId, subscription } = await subscribe(rig(), free, card);
      const at = beforeEnd(subscription, weekMs);
      const change = { providerSubscriptionId: subscription.id, items: pro, at };
      await rig().advance(60_000);
      const ask = (over: object) =>
        rig().provider.changePrices({ ...change, ...over, key: newKey() });
      const secret = secretOf(await ask({}));
      await rig().advance(60_000);
      expect(secretOf(await ask({}))).toBe(secret);
      expect(await invoiceStatuses(rig(), customerId)).toEqual(['open']);
      const later = { at: new Date(at.getTime() + 60_000) };
      expect(secretOf(await ask(later))).not.toBe(secret);
      expect(await invoiceStatuses(rig(), customerId)).toEqual(['open', 'void']);
    });

    it('gives it up when the present plan is asked for', async () => {
      const { customerId, subscription, change } = await waitingForBank();
      const back = { ...change, items: pro, key: newKey() };
      expect(await rig().provider.changePrices(back)).toMatchObject({ outcome: 'paid' });
      expect(await read(rig(), subscription.id)).toMatchObject({
        items: pro,
        clientSecret: null,
      });
      expect(await invoiceStatuses(rig(), customerId)).toEqual(['void', 'paid']);
    });

    it('is declined when the person fails, and the same key keeps saying so', async () => {
      const { customerId, subscription, change, secret } = await waitingForBank();
      await rig().authenticate(secret, false);
      for (let round = 0; round < 2; round += 1) {
        const charge = await rig().provider.changePrices(change);
        expect(charge).toMatchObject({ outcome: 'declined', message: /failed authentication/ });
      }
      expect(await read(rig(), subscription.id)).toMatchObject({ items: pro });
      expect(await invoiceStatuses(rig(), customerId)).toEqual(['void', 'paid']);
    });

    it('does not take a waiting change for something that is owed', async () => {
      const { subscription } = await waitingForBank();
      const request = { key: newKey(), id: subscription.id };
      expect(await rig().provider.payOpenInvoice(request)).toBeUndefined();
    });
  });
}
