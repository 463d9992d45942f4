import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refundObstacles } from '../../../src/modules/billing/port/invoice-payment.ts';
import type { PaymentProvider } from '../../../src/modules/billing/port/payment-provider.ts';
import { createStripeProvider } from '../../../src/modules/billing/providers/stripe/create-stripe-provider.ts';
import { newestInvoice, newKey, payWith, pro, subscribe, weekMs } from '../contract/steps.ts';
import type { ProviderRig } from '../contract/suite.ts';
import { pinnedVersion, type StripeEmulator, send } from './emulator.ts';
import { type Answered, openStripeProxy, type StripeProxy } from './proxy.ts';

type EmulatorRig = ProviderRig & { readonly emulator: StripeEmulator };

async function readList({ emulator }: EmulatorRig, path: string): Promise<Answered['data']> {
  const headers = { authorization: 'Bearer sk_test_anything', 'stripe-version': pinnedVersion };
  const answer = await fetch(`${emulator.url}${path}`, { headers });
  return ((await answer.json()) as Answered).data;
}

async function sell(rig: EmulatorRig) {
  const { customerId } = await subscribe(rig, pro);
  return { customerId, invoiceId: (await newestInvoice(rig, customerId)).id };
}

const wanted = (invoiceId: string, amount: number) => ({
  key: newKey(),
  intentId: newKey(),
  invoiceId,
  amount,
});

/** Refunds as only Stripe has them: several payments, payments by hand, the bank's answer later. */
export function stripeRefundCases(rig: () => EmulatorRig): void {
  twoPaymentCases(rig);

  describe('a refund', () => {
    it('sent back by the bank: counts as 0, and is not repeated for its intent', async () => {
      const { invoiceId } = await sell(rig());
      const { provider, emulator } = rig();
      const refund = wanted(invoiceId, 300);
      expect(await provider.refundInvoice(refund)).toEqual({ given: 300, obstacle: null });
      const [made] = (await readList(rig(), '/v1/refunds')) ?? [];
      await emulator.control('refund_failed', { id: (made as { id?: string } | undefined)?.id });
      expect(await provider.readRefunds(invoiceId)).toEqual({
        charged: 1_000,
        refunded: 0,
        intentIds: [refund.intentId],
      });
      const again = await provider.refundInvoice({ ...refund, key: newKey() });
      expect(again).toEqual({ given: 0, obstacle: refundObstacles.sentBack });
    });

    it('is refused for an invoice that was marked as paid by hand', async () => {
      const { customerId } = await sell(rig());
      await payWith(rig(), customerId, 'pm_card_chargeCustomerFail');
      await rig().advance(weekMs + 60_000);
      const { id } = await newestInvoice(rig(), customerId);
      await send(rig().emulator.url, `/v1/invoices/${id}/pay`, { paid_out_of_band: 'true' });
      expect(await rig().provider.readRefunds(id)).toMatchObject({ charged: 0 });
      const refused = await rig().provider.refundInvoice(wanted(id, 100));
      expect(refused).toEqual({ given: 0, obstacle: refundObstacles.noCard });
    });

    it('whose answer is lost: is made once, and answered', async () => {
      const { invoiceId } = await sell(rig());
      await rig().emulator.addFault({ match: 'POST /v1/refunds', kind: 'drop_after' });
      const { given } = await rig().provider.refundInvoice(wanted(invoiceId, 300));
      expect(given).toBe(300);
      expect(await rig().provider.readRefunds(invoiceId)).toMatchObject({ refunded: 300 });
    });
  });
}

function twoPaymentCases(rig: () => EmulatorRig): void {
  describe('a refund of an invoice with two payments', () => {
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

    it('takes the rest from the second one, and nothing more when it is asked again', async () => {
      const [{ invoiceId }, other] = [await sell(rig()), await sell(rig())];
      const path = `/v1/invoice_payments?invoice=${other.invoiceId}&expand[0]=data.payment.payment_intent.latest_charge`;
      // The emulator makes one payment for each invoice.
      const addPayment = async () => {
        const second = (await readList(rig(), path)) ?? [];
        proxy.changeAnswer = (answer) => {
          if (answer.data?.[0]?.object === 'invoice_payment') {
            answer.data = [...answer.data, ...second];
          }
        };
      };
      await addPayment();
      const refund = wanted(invoiceId, 1_400);
      expect(await stripe.readRefunds(invoiceId)).toMatchObject({ charged: 2_000, refunded: 0 });
      expect(await stripe.refundInvoice(refund)).toEqual({ given: 1_400, obstacle: null });
      await addPayment();
      const again = await stripe.refundInvoice({ ...refund, key: newKey() });
      expect(again).toEqual({ given: 1_400, obstacle: null });
      expect(await rig().provider.readRefunds(invoiceId)).toMatchObject({ refunded: 1_000 });
      expect(await rig().provider.readRefunds(other.invoiceId)).toMatchObject({ refunded: 400 });
      const more = await stripe.refundInvoice(wanted(invoiceId, 601));
      expect(more).toEqual({ given: 0, obstacle: refundObstacles.tooMuch });
    });
  });
}
