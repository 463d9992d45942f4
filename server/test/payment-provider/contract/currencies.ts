import { describe, expect, it } from 'vitest';
import { ProviderRejected } from '../../../src/modules/billing/port/payment-provider.ts';
import { proMonth, proMonthEur, proYear } from './calendar.ts';
import { newKey, newStart, readCredit, subscribe, subscriptionOf } from './steps.ts';
import type { ProviderRig } from './suite.ts';

/** Cases of a customer who has paid in one currency and buys in another. */
export function currencyCases(rig: () => ProviderRig): void {
  describe('the currency of a customer', () => {
    it('can be another one once nothing runs and no credit is left', async () => {
      const { provider } = rig();
      const { customerId, subscription } = await subscribe(rig(), proMonth);
      await provider.endSubscription({ key: newKey(), id: subscription.id });
      const charge = await provider.startSubscription(newStart({ customerId }, proMonthEur));
      expect(subscriptionOf(charge).price).toEqual({ amount: 3_900, currency: 'eur' });
    });

    it('stays while credit is left, which is of that currency', async () => {
      const { provider } = rig();
      const { customerId, subscription } = await subscribe(rig(), proYear);
      const { id } = subscription;
      const change = { providerSubscriptionId: id, items: proMonth, at: await rig().now() };
      await provider.changePrices({ ...change, key: newKey() });
      await provider.endSubscription({ key: newKey(), id });
      expect(await readCredit(rig(), customerId)).toBe(36_000);
      const started = provider.startSubscription(newStart({ customerId }, proMonthEur));
      await expect(started).rejects.toBeInstanceOf(ProviderRejected);
      const again = await provider.startSubscription(newStart({ customerId }, proMonth));
      expect(subscriptionOf(again).status).toBe('active');
    });
  });
}
