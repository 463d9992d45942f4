import { describe, expect, it } from 'vitest';
import {
  dayMs,
  enterprise,
  free,
  makeCustomer,
  newKey,
  newStart,
  nextTotal,
  type Paying,
  payWith,
  pro,
  read,
  secretOf,
  subscriptionOf,
  usd,
  weekMs,
} from './steps.ts';
import type { ProviderRig } from './suite.ts';

const minuteMs = 60_000;
const trialDays = 14;

const begin = (rig: ProviderRig, paying: Pick<Paying, 'customerId'>) =>
  rig.provider.startSubscription({ ...newStart(paying, pro), trialDays });

/** A customer in a trial of Pro; without an id of a card there is none. */
async function beginTrial(rig: ProviderRig, cardId: string | null = 'pm_card_visa') {
  const customerId =
    cardId === null
      ? await rig.provider.createCustomer({
          key: newKey(),
          subscriptionId: newKey(),
          email: 'ada@example.com',
        })
      : (await makeCustomer(rig, cardId)).customerId;
  const subscription = subscriptionOf(await begin(rig, { customerId }));
  return { customerId, id: subscription.id, subscription };
}

/** Cents of the invoices, newest first; those of 0 are not listed. */
async function charged(rig: ProviderRig, customerId: string) {
  const invoices = await rig.provider.listInvoices(customerId, 10);
  return invoices.map(({ total, status }) => [status, total.amount]);
}

/** Cases of a subscription that begins with days for free. */
export function trialCases(rig: () => ProviderRig): void {
  beginCases(rig);
  changeCases(rig);
}

function beginCases(rig: () => ProviderRig): void {
  describe('a trial', () => {
    it('begins without a charge, and tells its end and the first payment', async () => {
      const { customerId, id, subscription } = await beginTrial(rig());
      const end = (await rig().now()).getTime() + trialDays * dayMs;
      expect(subscription).toMatchObject({
        status: 'active',
        items: pro,
        price: usd(1_000),
        latestInvoice: null,
        endsAt: null,
      });
      expect(Math.abs((subscription.trialEnd?.getTime() ?? 0) - end)).toBeLessThan(minuteMs);
      expect(subscription.periodEnd).toEqual(subscription.trialEnd);
      expect(await read(rig(), id)).toEqual(subscription);
      expect(await charged(rig(), customerId)).toEqual([]);
      expect(await nextTotal(rig(), id)).toEqual(usd(1_000));
    });

    it('asked for again with its key: answers the same one', async () => {
      const paying = await makeCustomer(rig(), 'pm_card_visa');
      const start = { ...newStart(paying, pro), trialDays };
      const first = subscriptionOf(await rig().provider.startSubscription(start));
      const again = subscriptionOf(await rig().provider.startSubscription(start));
      expect(again).toEqual(first);
      expect(await rig().provider.listSubscriptions(paying.customerId)).toHaveLength(1);
    });

    it('begins for a card whose bank wants its holder, who confirms it meanwhile', async () => {
      const paying = await makeCustomer(rig(), 'pm_card_authenticationRequiredOnSetup');
      const charge = await begin(rig(), paying);
      expect(subscriptionOf(charge)).toMatchObject({ status: 'active', clientSecret: null });
      expect(secretOf(charge)).toMatch(/^seti_/);
      await rig().authenticate(secretOf(charge), true);
      await rig().advance(trialDays * dayMs + minuteMs);
      const { id } = subscriptionOf(charge);
      expect(await read(rig(), id)).toMatchObject({ status: 'active', trialEnd: null });
      expect(await charged(rig(), paying.customerId)).toEqual([['paid', 1_000]]);
    });

    it('tells equal cards of two customers by their fingerprint', async () => {
      const [one, other, third] = [
        await makeCustomer(rig(), 'pm_card_visa'),
        await makeCustomer(rig(), 'pm_card_visa'),
        await makeCustomer(rig(), 'pm_card_mastercard'),
      ];
      const fingerprint = ({ card }: Paying) => rig().provider.readCardFingerprint(card.id);
      expect(await fingerprint(one)).toEqual(expect.any(String));
      expect(await fingerprint(other)).toBe(await fingerprint(one));
      expect(await fingerprint(third)).not.toBe(await fingerprint(one));
      expect(await rig().provider.readCardFingerprint('pm_unheard_of')).toBeNull();
    });
  });
}

function changeCases(rig: () => ProviderRig): void {
  describe('a running trial', () => {
    it('costs nothing now with another plan, and goes on', async () => {
      const { customerId, id, subscription } = await beginTrial(rig());
      const { trialEnd } = subscription;
      const change = { providerSubscriptionId: id, items: enterprise, at: await rig().now() };
      const preview = await rig().provider.previewChange(change);
      expect(preview).toMatchObject({
        dueNow: usd(0),
        credit: usd(0),
        next: usd(3_000),
        nextTax: 0,
        nextAt: trialEnd,
        parts: { subtotal: 0, discount: 0 },
      });
      const changed = await rig().provider.changePrices({ ...change, key: newKey() });
      expect(changed.outcome).toBe('paid');
      expect(await read(rig(), id)).toMatchObject({ status: 'active', trialEnd });
      expect(await charged(rig(), customerId)).toEqual([]);
      await rig().advance(trialDays * dayMs + minuteMs);
      expect(await charged(rig(), customerId)).toEqual([['paid', 3_000]]);
    });

    it('is charged nothing with the free plan', async () => {
      const { customerId, id } = await beginTrial(rig());
      const change = { providerSubscriptionId: id, items: free, at: await rig().now() };
      await rig().provider.changePrices({ ...change, key: newKey() });
      await rig().advance(trialDays * dayMs + minuteMs);
      expect(await charged(rig(), customerId)).toEqual([]);
      expect(await read(rig(), id)).toMatchObject({ status: 'active', items: free });
    });
  });
}

/** Cases of what follows a trial. */
export function trialEndCases(rig: () => ProviderRig): void {
  describe('at the end of a trial', () => {
    it('the first period is charged and begins, and the next one follows it', async () => {
      const { customerId, id, subscription } = await beginTrial(rig());
      await rig().advance(trialDays * dayMs + minuteMs);
      const after = await read(rig(), id);
      expect(after).toMatchObject({
        status: 'active',
        trialEnd: null,
        periodStart: subscription.trialEnd,
        latestInvoice: { status: 'paid', total: usd(1_000) },
      });
      expect((after.periodEnd?.getTime() ?? 0) - (after.periodStart?.getTime() ?? 0)).toBe(weekMs);
      await rig().advance(weekMs);
      expect(await charged(rig(), customerId)).toEqual([
        ['paid', 1_000],
        ['paid', 1_000],
      ]);
    });

    it('a declined card leaves the first payment owed', async () => {
      const { customerId, id } = await beginTrial(rig(), 'pm_card_chargeCustomerFail');
      await rig().advance(trialDays * dayMs + minuteMs);
      expect(await read(rig(), id)).toMatchObject({ status: 'past_due', trialEnd: null });
      expect(await charged(rig(), customerId)).toEqual([['open', 1_000]]);
    });

    it('a subscription without a card: ends without a charge', async () => {
      const { customerId, id, subscription } = await beginTrial(rig(), null);
      expect(subscription).toMatchObject({ status: 'active', card: null });
      await rig().advance(trialDays * dayMs + minuteMs);
      expect(await read(rig(), id)).toMatchObject({ status: 'canceled', trialEnd: null });
      expect(await charged(rig(), customerId)).toEqual([]);
    });

    it('a subscription whose card was added meanwhile: is charged', async () => {
      const { customerId, id } = await beginTrial(rig(), null);
      await payWith(rig(), customerId, 'pm_card_visa');
      await rig().advance(trialDays * dayMs + minuteMs);
      expect(await read(rig(), id)).toMatchObject({ status: 'active' });
      expect(await charged(rig(), customerId)).toEqual([['paid', 1_000]]);
    });

    it('a subscription set to end with it: ends without a charge', async () => {
      const { customerId, id, subscription } = await beginTrial(rig());
      const ending = await rig().provider.endAtPeriodEnd({ key: newKey(), id });
      expect(ending).toMatchObject({ status: 'active', endsAt: subscription.trialEnd });
      expect(await nextTotal(rig(), id)).toBeNull();
      await rig().advance(trialDays * dayMs + minuteMs);
      expect(await read(rig(), id)).toMatchObject({ status: 'canceled' });
      expect(await charged(rig(), customerId)).toEqual([]);
    });

    it('a subscription ended before: is charged nothing', async () => {
      const { customerId, id } = await beginTrial(rig());
      await rig().provider.endSubscription({ key: newKey(), id });
      await rig().advance(trialDays * dayMs + minuteMs);
      expect(await read(rig(), id)).toMatchObject({ status: 'canceled', trialEnd: null });
      expect(await charged(rig(), customerId)).toEqual([]);
    });
  });
}
