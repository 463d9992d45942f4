import { describe, expect, it } from 'vitest';
import { enterpriseMonth, passEnd, proMonth, travelTo } from './calendar.ts';
import { type CodeName, getCode, takenOff } from './codes.ts';
import { makeCustomer, newKey, newStart, nextTotal, read, subscriptionOf, usd } from './steps.ts';
import type { ProviderRig } from './suite.ts';

const trialDays = 14;

/** A month of Pro bought on April 10 with the code, after 14 days for free. */
async function beginWithCode(rig: ProviderRig, name: CodeName) {
  await travelTo(rig, 4, 10);
  const { customerId } = await makeCustomer(rig, 'pm_card_visa');
  const { id: discountId } = await getCode(rig, name);
  const start = { ...newStart({ customerId }, proMonth), discountId, trialDays };
  const { id } = subscriptionOf(await rig.provider.startSubscription(start));
  await rig.provider.keepDiscount({ key: newKey(), id, discountId });
  return { id, customerId };
}

/** Cases of a trial that was begun with a promotion code. */
export function trialCodeCases(rig: () => ProviderRig): void {
  describe('a trial with a promotion code', () => {
    it.each<CodeName>(['HALF', 'FIRST20', 'FIVEOFF', 'GIFT'])(
      'of %s charges nothing now, and less from its end on as long as the code lasts',
      async (name) => {
        const due = (period: number) => 4_000 - takenOff(name, 4_000, period);
        const { id, customerId } = await beginWithCode(rig(), name);
        for (const period of [0, 1, 2, 3]) {
          expect(await nextTotal(rig(), id)).toEqual(usd(due(period)));
          await passEnd(rig(), await read(rig(), id));
        }
        const charged = await rig().provider.listInvoices(customerId, 10);
        const expected = [3, 2, 1, 0].map(due).filter((amount) => amount > 0);
        expect(charged.map(({ total }) => total.amount)).toEqual(expected);
      },
    );

    it('keeps the discount for another plan', async () => {
      const { id, customerId } = await beginWithCode(rig(), 'HALF');
      const at = await rig().now();
      const change = { providerSubscriptionId: id, items: enterpriseMonth, at };
      expect(await rig().provider.previewChange(change)).toMatchObject({ next: usd(6_000) });
      await rig().provider.changePrices({ ...change, key: newKey() });
      await passEnd(rig(), await read(rig(), id));
      await passEnd(rig(), await read(rig(), id));
      const charged = await rig().provider.listInvoices(customerId, 10);
      expect(charged.map(({ total }) => total.amount)).toEqual([12_000, 6_000]);
    });
  });
}
