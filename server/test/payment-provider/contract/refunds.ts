import { describe, expect, it } from 'vitest';
import { refundObstacles } from '../../../src/modules/billing/port/invoice-payment.ts';
import {
  eventTypes,
  invoiceStatuses,
  newestInvoice,
  newKey,
  pro,
  read,
  subscribe,
  weekMs,
} from './steps.ts';
import type { ProviderRig } from './suite.ts';

const minuteMs = 60_000;

const given = (amount: number) => ({ given: amount, obstacle: null });
const refused = (obstacle: string) => ({ given: 0, obstacle });

async function beginAt(rig: ProviderRig) {
  const { provider } = rig;
  const { customerId, subscription } = await subscribe(rig, pro);
  const { id: invoiceId } = await newestInvoice(rig, customerId);
  const wanted = (amount: number) => ({ key: newKey(), intentId: newKey(), invoiceId, amount });
  const refund = (amount: number) => provider.refundInvoice(wanted(amount));
  return { customerId, subscription, invoiceId, provider, wanted, refund };
}

/** Payments that the product gives back. */
export function refundCases(rig: () => ProviderRig): void {
  refusedCases(rig);

  describe('a refund that is asked for', () => {
    const begin = () => beginAt(rig());

    it('goes back once for its intent, also when the key is forgotten', async () => {
      const { customerId, subscription, invoiceId, provider, wanted } = await begin();
      const first = wanted(300);
      expect(await provider.refundInvoice(first)).toEqual(given(300));
      expect(await provider.refundInvoice(first)).toEqual(given(300));
      expect(await provider.refundInvoice({ ...first, key: newKey() })).toEqual(given(300));
      expect(await provider.readRefunds(invoiceId)).toEqual({
        charged: 1_000,
        refunded: 300,
        intentIds: [first.intentId],
      });
      expect(await provider.listReturns(customerId)).toMatchObject([{ refunded: 300 }]);
      const types = await eventTypes(rig(), customerId);
      expect(types.filter((type) => type === 'charge.refunded')).toHaveLength(1);
      expect(await read(rig(), subscription.id)).toMatchObject({
        status: 'active',
        latestInvoice: { status: 'paid' },
      });
    });

    it('gives nothing where more is asked for than is left', async () => {
      const { invoiceId, provider, refund } = await begin();
      expect(await refund(1_001)).toEqual(refused(refundObstacles.tooMuch));
      expect(await refund(700)).toEqual(given(700));
      expect(await refund(301)).toEqual(refused(refundObstacles.tooMuch));
      expect(await refund(300)).toEqual(given(300));
      expect(await refund(1)).toEqual(refused(refundObstacles.tooMuch));
      expect(await provider.readRefunds(invoiceId)).toMatchObject({
        charged: 1_000,
        refunded: 1_000,
      });
    });

    it('counts what the dashboard has refunded', async () => {
      const { invoiceId, provider, refund } = await begin();
      await rig().refund(invoiceId, 400);
      expect(await provider.readRefunds(invoiceId)).toEqual({
        charged: 1_000,
        refunded: 400,
        intentIds: [],
      });
      expect(await refund(601)).toEqual(refused(refundObstacles.tooMuch));
      expect(await refund(600)).toEqual(given(600));
    });
  });
}

function refusedCases(rig: () => ProviderRig): void {
  describe('a refund that cannot be made', () => {
    const begin = () => beginAt(rig());

    it('is refused while the bank asks for the payment', async () => {
      const { invoiceId, refund } = await begin();
      await rig().dispute(invoiceId, 'open');
      expect(await refund(100)).toEqual(refused(refundObstacles.disputed));
    });

    it('is refused where credit has paid the invoice', async () => {
      const { customerId, invoiceId, provider, wanted } = await begin();
      await rig().createCreditNote(invoiceId, 1_000);
      await rig().advance(weekMs + minuteMs);
      const renewal = await newestInvoice(rig(), customerId);
      expect(await invoiceStatuses(rig(), customerId)).toEqual(['paid', 'paid']);
      expect(await provider.readRefunds(renewal.id)).toMatchObject({ charged: 0, refunded: 0 });
      const refund = { ...wanted(100), invoiceId: renewal.id };
      expect(await provider.refundInvoice(refund)).toEqual(refused(refundObstacles.noCard));
    });
  });
}
