import { describe, expect, it } from 'vitest';
import { toItemsText } from '../../../src/modules/billing/port/price-item.ts';
import {
  type Changing,
  enterpriseMonth,
  enterpriseYear,
  fromApril,
  momentMs,
  monthsLater,
  oddMs,
  proMonth,
  proYear,
  unusedPart,
} from './calendar.ts';
import {
  dayMs,
  eventTypes,
  incompleteMs,
  invoiceStatuses,
  newestInvoice,
  newKey,
  payWith,
  read,
  readCredit,
  secretOf,
  usd,
} from './steps.ts';
import type { ProviderRig } from './suite.ts';

const asking = 'pm_card_authenticationRequired';

/** Changes to another frequency that no card pays at once. */
export function unpaidFrequencyCases(rig: () => ProviderRig): void {
  declinedCases(rig);
  waitingCases(rig);
}

function declinedCases(rig: () => ProviderRig): void {
  describe('a change to another frequency whose payment is declined', () => {
    it.each([
      { name: 'a month to a year', from: proMonth, to: proYear, afterMs: oddMs },
      { name: 'a year to a month', from: proYear, to: proMonth, afterMs: 350 * dayMs },
    ])('changes nothing, and is made by the next card: $name', async (wanted) => {
      const { change, customerId, subscription } = await fromApril(rig(), wanted);
      await payWith(rig(), customerId, 'pm_card_chargeCustomerFail');
      const declined = await rig().provider.changePrices({ ...change, key: newKey() });
      expect(declined).toEqual({ outcome: 'declined', message: 'Your card was declined.' });
      await expectAsBefore(rig(), subscription);
      expect(await invoiceStatuses(rig(), customerId)).toEqual(['void', 'paid']);
      expect(await readCredit(rig(), customerId)).toBe(0);

      await payWith(rig(), customerId, 'pm_card_visa');
      const paid = await rig().provider.changePrices({ ...change, key: newKey() });
      expect(paid).toMatchObject({ outcome: 'paid', subscription: { items: wanted.to } });
    });
  });
}

function waitingCases(rig: () => ProviderRig): void {
  describe('a change from a month to a year that waits for its person', () => {
    const wanted = { from: proMonth, to: proYear, cardId: asking, afterMs: oddMs };

    it('is asked for once, and begins the year once they have answered', async () => {
      const { change, customerId, subscription, at } = await fromApril(rig(), wanted);
      const keyed = { ...change, key: newKey() };
      const secret = secretOf(await rig().provider.changePrices(keyed));
      await expectAsBefore(rig(), subscription, secret);
      await rig().advance(momentMs);
      expect(secretOf(await rig().provider.changePrices(keyed))).toBe(secret);
      expect(await invoiceStatuses(rig(), customerId)).toEqual(['open', 'paid']);

      await rig().authenticate(secret, true);
      const after = await read(rig(), subscription.id);
      expect(after).toMatchObject({ status: 'active', items: proYear, clientSecret: null });
      const { periodStart, periodEnd } = after;
      expect(Math.abs((periodStart?.getTime() ?? 0) - at.getTime())).toBeLessThan(momentMs);
      expect(periodEnd).toEqual(monthsLater(periodStart ?? at, 12));
      expect(await newestInvoice(rig(), customerId)).toMatchObject({
        status: 'paid',
        total: usd(40_000 - unusedPart(4_000, subscription, at)),
      });
    });

    it('changes nothing when they fail', async () => {
      const { change, customerId, subscription } = await fromApril(rig(), wanted);
      const secret = secretOf(await rig().provider.changePrices({ ...change, key: newKey() }));
      await rig().authenticate(secret, false);
      await expectAsBefore(rig(), subscription);
      await rig().provider.giveUpChange({ key: newKey(), id: subscription.id });
      expect(await invoiceStatuses(rig(), customerId)).toEqual(['void', 'paid']);
    });

    it('changes nothing when they never come', async () => {
      const { change, customerId, subscription } = await fromApril(rig(), wanted);
      await rig().provider.changePrices({ ...change, key: newKey() });
      await rig().advance(incompleteMs + momentMs);
      await expectAsBefore(rig(), subscription);
      expect(await invoiceStatuses(rig(), customerId)).toEqual(['void', 'paid']);
      expect(await eventTypes(rig(), customerId)).toContain(
        'customer.subscription.pending_update_expired',
      );
    });

    it('switches both prices of a plan only together', async () => {
      const { change, subscription } = await fromApril(rig(), {
        ...wanted,
        from: enterpriseMonth,
        to: enterpriseYear,
      });
      const secret = secretOf(await rig().provider.changePrices({ ...change, key: newKey() }));
      await expectAsBefore(rig(), subscription, secret);
      await rig().authenticate(secret, true);
      const { items, price } = await read(rig(), subscription.id);
      expect(toItemsText(items)).toBe(toItemsText(enterpriseYear));
      expect(price).toEqual(usd(120_000));
    });
  });
}

/** Expects no trace of the change but the bank's question. */
async function expectAsBefore(
  rig: ProviderRig,
  { id, items, periodStart, periodEnd, price }: Changing['subscription'],
  clientSecret: string | null = null,
): Promise<void> {
  const present = { status: 'active', items, periodStart, periodEnd, price, clientSecret };
  expect(await read(rig, id)).toMatchObject(present);
}
