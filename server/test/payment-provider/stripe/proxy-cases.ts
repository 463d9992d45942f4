import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PaymentProvider } from '../../../src/modules/billing/port/payment-provider.ts';
import { PaymentOpen } from '../../../src/modules/billing/port/provider-failure.ts';
import { createStripeProvider } from '../../../src/modules/billing/providers/stripe/create-stripe-provider.ts';
import {
  beforeEnd,
  dayMs,
  enterprise,
  incompleteMs,
  makeCustomer,
  newKey,
  newStart,
  pro,
  read,
  readCredit,
  secretOf,
  subscribe,
  subscriptionOf,
} from '../contract/steps.ts';
import type { ProviderRig } from '../contract/suite.ts';
import type { StripeEmulator } from './emulator.ts';
import { type Answered, openStripeProxy, type StripeProxy } from './proxy.ts';

type EmulatorRig = ProviderRig & { readonly emulator: StripeEmulator };

/** Cases that Stripe has and only the proxy before the emulator shows. */
export function proxyCases(rig: () => EmulatorRig): void {
  describe('where Stripe differs from the emulator', () => {
    let proxy: StripeProxy;
    let stripe: PaymentProvider;
    beforeAll(async () => {
      proxy = await openStripeProxy(rig().emulator.url);
      stripe = createStripeProvider({
        secretKey: 'sk_test_anything',
        publishableKey: 'pk_test_anything',
        webhookSecrets: ['whsec_test'],
        apiBase: proxy.url,
      });
    });
    afterAll(() => proxy.close());

    it('gives no credit for a renewal whose invoice is a draft still', async () => {
      const { customerId, subscription } = await subscribe(rig(), enterprise);
      const { id } = subscription;
      const at = beforeEnd(subscription, dayMs);
      const change = { key: newKey(), providerSubscriptionId: id, items: pro, at };
      proxy.changeAnswer = toDraftHour;
      try {
        await expect(stripe.previewChange(change)).rejects.toBeInstanceOf(PaymentOpen);
        await expect(stripe.changePrices(change)).rejects.toBeInstanceOf(PaymentOpen);
      } finally {
        proxy.changeAnswer = undefined;
      }
      expect(await read(rig(), id)).toMatchObject({ items: enterprise });
      expect(await readCredit(rig(), customerId)).toBe(0);
      expect((await stripe.changePrices({ ...change, key: newKey() })).outcome).toBe('paid');
    });

    it('lets what is paid between the look and the void run on', async () => {
      const paying = await makeCustomer(rig(), 'pm_card_authenticationRequired');
      const charge = await stripe.startSubscription(newStart(paying, pro));
      const { id } = subscriptionOf(charge);
      proxy.beforeVoid = () => rig().authenticate(secretOf(charge), true);
      expect(await stripe.giveUpSubscription({ key: newKey(), id })).toBe(false);
      expect(proxy.beforeVoid).toBeUndefined();
      expect(await read(rig(), id)).toMatchObject({ status: 'active' });
      expect(await stripe.listInvoices(paying.customerId, 100)).toMatchObject([{ status: 'paid' }]);
    });

    it('reads a customer until it is removed', async () => {
      const { customerId } = await makeCustomer(rig(), 'pm_card_visa');
      expect(await stripe.readCustomer(customerId)).toMatchObject({ id: customerId });
      await stripe.removeCustomer({ key: newKey(), customerId });
      expect(await stripe.readCustomer(customerId)).toBeUndefined();
    });

    it('leaves a first payment that expired out, and sets the default without it', async () => {
      const paying = await makeCustomer(rig(), 'pm_card_authenticationRequired');
      const { customerId } = paying;
      const expired = await stripe.startSubscription(newStart(paying, pro));
      expect(secretOf(expired)).toBeTruthy();
      await rig().advance(incompleteMs + 60_000);
      expect(await read(rig(), subscriptionOf(expired).id)).toMatchObject({ status: 'canceled' });
      expect(await stripe.listSubscriptions(customerId)).toEqual([]);

      await rig().completeSetup(await stripe.createSetup({ key: newKey(), customerId }));
      const added = (await stripe.listCards(customerId)).find(({ id }) => id !== paying.card.id);
      const cardId = added?.id ?? '';
      await stripe.setDefaultCard({ key: newKey(), customerId, cardId });
      const cards = await stripe.listCards(customerId);
      expect(cards.map(({ id, isDefault }) => [id, isDefault])).toEqual([
        [paying.card.id, false],
        [cardId, true],
      ]);
    });
  });
}

/** Makes the subscription look renewed within the last hour. */
function toDraftHour({ latest_invoice }: Answered): void {
  if (typeof latest_invoice === 'object' && latest_invoice) {
    latest_invoice.status = 'draft';
  }
}
