import { describe, expect, it } from 'vitest';
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
import type { StripeStandIn } from './stand-in.ts';

type StandInRig = ProviderRig & { readonly standIn: StripeStandIn };

export function debtCases(rig: () => StandInRig): void {
  describe('what is owed and charged next', () => {
    it('makes an unpaid subscription active by what is open and its latest draft', async () => {
      const { customerId, subscription } = await subscribe(rig(), pro);
      const { id } = subscription;
      await payWith(rig(), customerId, 'pm_card_chargeCustomerFail');
      await rig().advance(weekMs + 16 * dayMs);
      expect(await read(rig(), id)).toMatchObject({ status: 'unpaid' });
      expect(await nextTotal(rig(), id)).toEqual(usd(1_000));
      await payWith(rig(), customerId, 'pm_card_visa');
      const charge = await rig().provider.payOpenInvoice({ key: newKey(), id });
      expect(charge?.outcome).toBe('paid');
      expect(await read(rig(), id)).toMatchObject({ status: 'active' });
      expect(await invoiceStatuses(rig(), customerId)).not.toContain('open');
    });

    it('charges the new default card at the next renewal, and shows that one', async () => {
      const { customerId, card } = await subscribe(rig(), pro);
      const second = await payWith(rig(), customerId, 'pm_card_mastercard');
      await rig().standIn.control('dispute_card', {
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
