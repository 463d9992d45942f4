import { describe, expect, it } from 'vitest';
import {
  beforeEnd,
  dayMs,
  enterprise,
  invoiceStatuses,
  newKey,
  pro,
  read,
  secretOf,
  subscribe,
  weekMs,
} from './contract-steps.ts';
import type { ProviderRig } from './contract-suite.ts';

const leftMs = 3 * dayMs;

export function waitingChangeCases(rig: () => ProviderRig): void {
  async function waitingForBank() {
    const subscribed = await subscribe(rig(), pro, 'pm_card_authenticationRequired');
    await rig().advance(weekMs - leftMs);
    const change = {
      key: newKey(),
      providerSubscriptionId: subscribed.subscription.id,
      priceIds: enterprise,
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

    it('gives it up when the present plan is asked for', async () => {
      const { customerId, subscription, change } = await waitingForBank();
      const back = { ...change, priceIds: pro, key: newKey() };
      expect(await rig().provider.changePrices(back)).toMatchObject({ outcome: 'paid' });
      expect(await read(rig(), subscription.id)).toMatchObject({
        priceIds: pro,
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
      expect(await read(rig(), subscription.id)).toMatchObject({ priceIds: pro });
      expect(await invoiceStatuses(rig(), customerId)).toEqual(['void', 'paid']);
    });

    it('does not take a waiting change for something that is owed', async () => {
      const { subscription } = await waitingForBank();
      const request = { key: newKey(), id: subscription.id };
      expect(await rig().provider.payOpenInvoice(request)).toBeUndefined();
    });
  });
}
