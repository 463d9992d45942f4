import { describe, expect, it } from 'vitest';
import { SumChanged } from '../../../src/modules/billing/port/provider-failure.ts';
import {
  dayMs,
  invoiceStatuses,
  newKey,
  nextTotal,
  payWith,
  pro,
  read,
  subscribe,
  usd,
  weekMs,
} from '../contract/steps.ts';
import type { ProviderRig } from '../contract/suite.ts';
import type { StripeEmulator } from './emulator.ts';

/** Cash that the customer's cards have paid. */
async function paidSum({ provider }: ProviderRig, customerId: string): Promise<number> {
  const invoices = await provider.listInvoices(customerId, 100);
  const paid = invoices.filter(({ status }) => status === 'paid');
  return paid.reduce((sum, { due }) => sum + due.amount, 0);
}

type EmulatorRig = ProviderRig & { readonly emulator: StripeEmulator };

export function debtCases(rig: () => EmulatorRig): void {
  describe('what is owed and charged next', () => {
    it('makes an unpaid subscription active by what is open and its latest draft', async () => {
      const { customerId, subscription } = await subscribe(rig(), pro);
      const { id } = subscription;
      await payWith(rig(), customerId, 'pm_card_chargeCustomerFail');
      await rig().advance(weekMs + 16 * dayMs);
      expect(await read(rig(), id)).toMatchObject({ status: 'unpaid' });
      expect(await nextTotal(rig(), id)).toEqual(usd(1_000));
      await payWith(rig(), customerId, 'pm_card_visa');
      const { debt } = await read(rig(), id);
      expect(debt).toMatchObject({ total: usd(3_000) });
      const pay = (amount: number) =>
        rig().provider.payOpenInvoice({ key: newKey(), id, shown: usd(amount) });
      await expect(pay(2_000)).rejects.toBeInstanceOf(SumChanged);
      const before = await paidSum(rig(), customerId);
      const charge = await pay(3_000);
      expect(charge?.outcome).toBe('paid');
      expect((await paidSum(rig(), customerId)) - before).toBe(3_000);
      expect(await pay(3_000)).toBeUndefined();
      expect(await paidSum(rig(), customerId)).toBe(before + 3_000);
      expect(await read(rig(), id)).toMatchObject({ status: 'active' });
      expect(await invoiceStatuses(rig(), customerId)).not.toContain('open');
    });

    it('charges the new default card at the next renewal, and shows that one', async () => {
      const { customerId, card } = await subscribe(rig(), pro);
      const second = await payWith(rig(), customerId, 'pm_card_mastercard');
      await rig().emulator.control('dispute_card', {
        payment_method: card.id,
        card: 'chargeCustomerFail',
      });
      await rig().advance(weekMs + 60_000);
      expect(await invoiceStatuses(rig(), customerId)).toEqual(['paid', 'paid']);
      const cards = await rig().provider.listCards(customerId);
      expect(cards.find(({ isDefault }) => isDefault)?.id).toBe(second.id);
    });
  });
}
