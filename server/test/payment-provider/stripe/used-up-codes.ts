import { describe, expect, it } from 'vitest';
import { CodeRefused } from '../../../src/modules/billing/port/payment-provider.ts';
import { passEnd, proMonth } from '../contract/calendar.ts';
import { type CodeName, getCode } from '../contract/codes.ts';
import {
  makeCustomer,
  newKey,
  newStart,
  nextTotal,
  read,
  subscriptionOf,
  usd,
} from '../contract/steps.ts';
import type { ProviderRig } from '../contract/suite.ts';
import { type StripeEmulator, send } from './emulator.ts';

type EmulatorRig = ProviderRig & { readonly emulator: StripeEmulator };

/** Cases of a trial whose invoice of 0 has used the code up, which Stripe does not say whether it does. */
export function usedUpCodeCases(rig: () => EmulatorRig): void {
  describe('a code that is used up by the invoice of a trial', () => {
    async function begin(name: CodeName | 'SINGLE') {
      const { provider, emulator } = rig();
      const { customerId } = await makeCustomer(rig(), 'pm_card_visa');
      const { id: discountId } = await getCode(rig(), name);
      const start = { ...newStart({ customerId }, proMonth), discountId, trialDays: 14 };
      const { id } = subscriptionOf(await provider.startSubscription(start));
      await send(emulator.url, `/v1/subscriptions/${id}`, { discounts: '' });
      expect(await nextTotal(rig(), id)).toEqual(usd(4_000));
      return { start, id, discountId };
    }

    it.each(['HALF', 'SINGLE'] as const)('is given again: %s', async (name) => {
      const { id, discountId } = await begin(name);
      const again = { key: newKey(), id, discountId };
      await rig().provider.keepDiscount(again);
      await rig().provider.keepDiscount(again);
      expect(await nextTotal(rig(), id)).toEqual(usd(2_000));
    });

    it('is not given a second time once the trial is over', async () => {
      const { provider } = rig();
      const { customerId } = await makeCustomer(rig(), 'pm_card_visa');
      const { id: discountId } = await getCode(rig(), 'HALF');
      const start = { ...newStart({ customerId }, proMonth), discountId, trialDays: 14 };
      const { id } = subscriptionOf(await provider.startSubscription(start));
      await passEnd(rig(), await read(rig(), id));
      const [charged] = await provider.listInvoices(customerId, 10);
      expect(charged?.total).toEqual(usd(2_000));
      await provider.keepDiscount({ key: newKey(), id, discountId });
      expect(await nextTotal(rig(), id)).toEqual(usd(4_000));
    });

    it('is refused once the subscription has ended without it', async () => {
      const { id, discountId } = await begin('HALF');
      await rig().provider.endSubscription({ key: newKey(), id });
      const again = rig().provider.keepDiscount({ key: newKey(), id, discountId });
      await expect(again).rejects.toBeInstanceOf(CodeRefused);
    });
  });
}
