import { describe, expect, it } from 'vitest';
import type { PriceChange } from '../../../src/modules/billing/port/payment-provider.ts';
import { type Changing, fromApril, oddMs, proMonth, proYear } from '../contract/calendar.ts';
import {
  beforeEnd,
  dayMs,
  enterprise,
  free,
  newKey,
  nextTotal,
  payWith,
  pro,
  read,
  secretOf,
  subscribe,
  usd,
  weekMs,
} from '../contract/steps.ts';
import type { ProviderRig } from '../contract/suite.ts';
import { type StripeEmulator, send } from './emulator.ts';

type EmulatorRig = ProviderRig & { readonly emulator: StripeEmulator };

/** Plan changes of a subscription whose end somebody has set at Stripe. */
export function endingChangeCases(rig: () => EmulatorRig): void {
  describe('a change of a subscription that is to end', () => {
    boughtCases(rig);
    keptCases(rig);
  });
}

const set = ({ emulator }: EmulatorRig, id: string, params: Readonly<Record<string, string>>) =>
  send(emulator.url, `/v1/subscriptions/${id}`, params);

const ends = {
  'by the flag': (rig: EmulatorRig, id: string) => set(rig, id, { cancel_at_period_end: 'true' }),
  'by the portal': (rig: EmulatorRig, id: string) =>
    rig.emulator.control('portal_cancel', { subscription: id }),
  'at an instant': async (rig: EmulatorRig, id: string) => {
    const { periodEnd } = await read(rig, id);
    const seconds = ((periodEnd?.getTime() ?? 0) + weekMs) / 1_000;
    return set(rig, id, { cancel_at: String(seconds) });
  },
} as const;
const ways = ['by the flag', 'by the portal', 'at an instant'] as const;

/** Previews and makes the change. */
async function make(rig: ProviderRig, change: PriceChange) {
  const preview = await rig.provider.previewChange(change);
  const charge = await rig.provider.changePrices({ ...change, key: newKey() });
  return { preview, charge, after: await read(rig, change.providerSubscriptionId) };
}

function boughtCases(rig: () => EmulatorRig): void {
  const toYear = { from: proMonth, to: proYear, afterMs: oddMs };

  it.each(ways)('set %s, to a year: takes the end back, and the year is renewed', async (way) => {
    const { change, subscription, customerId } = await fromApril(rig(), toYear);
    await ends[way](rig(), subscription.id);
    const { preview, after } = await make(rig(), change);
    expect(preview).toMatchObject({ endsAt: null, next: usd(40_000) });
    expect(preview.nextAt).not.toBeNull();
    expect(after).toMatchObject({ items: proYear, endsAt: null });
    expect(await nextTotal(rig(), subscription.id)).toEqual(usd(40_000));
    const [invoice] = await rig().provider.listInvoices(customerId, 1);
    expect(invoice).toMatchObject({ status: 'paid', due: preview.dueNow });
  });

  it.each([
    ['to a higher price', pro, enterprise],
    ['from the price of 0', free, pro],
  ])('%s: takes the end back', async (_, from, to) => {
    const { subscription } = await subscribe(rig(), from);
    const { id } = subscription;
    await ends['by the flag'](rig(), id);
    const at = beforeEnd(subscription, weekMs);
    const { preview, after } = await make(rig(), {
      providerSubscriptionId: id,
      items: to,
      at,
    });
    expect(preview.endsAt).toBeNull();
    expect(after).toMatchObject({ items: to, endsAt: null });
  });

  it.each(ways)(
    'set %s, to a year that waits for the bank: takes it back once it is paid',
    async (way) => {
      const asking: Changing = await fromApril(rig(), toYear);
      const { id } = asking.subscription;
      await payWith(rig(), asking.customerId, 'pm_card_authenticationRequired');
      await ends[way](rig(), id);
      const { charge, after } = await make(rig(), asking.change);
      expect(after.items).toEqual(proMonth);
      expect(after.endsAt).not.toBeNull();
      await rig().authenticate(secretOf(charge), true);
      expect(await read(rig(), id)).toMatchObject({ items: proYear, endsAt: null });
    },
  );
}

function keptCases(rig: () => EmulatorRig): void {
  it.each(ways)('set %s, to a year that is declined: leaves the end as it was', async (way) => {
    const changing = await fromApril(rig(), { from: proMonth, to: proYear, afterMs: oddMs });
    const { id } = changing.subscription;
    await payWith(rig(), changing.customerId, 'pm_card_chargeCustomerFail');
    await ends[way](rig(), id);
    const { endsAt } = await read(rig(), id);
    const { charge, after } = await make(rig(), changing.change);
    expect(charge.outcome).toBe('declined');
    expect(after).toMatchObject({ items: proMonth, endsAt });
  });

  it.each([
    ['to a lower price', enterprise, pro, undefined],
    ['to the price of 0', pro, free, undefined],
    ['to a higher price that the operator moves it to', pro, enterprise, true],
  ] as const)(
    '%s: leaves the end as it is, and its preview says so',
    async (_, from, to, keepsEnd) => {
      const { subscription } = await subscribe(rig(), from);
      const { id, periodEnd } = subscription;
      await ends['by the flag'](rig(), id);
      const { preview, after } = await make(rig(), {
        providerSubscriptionId: id,
        items: to,
        at: beforeEnd(subscription, weekMs - dayMs / 24),
        ...(keepsEnd && { keepsEnd }),
      });
      expect(preview).toMatchObject({ endsAt: periodEnd, next: usd(0), nextAt: null });
      expect(after).toMatchObject({ items: to, endsAt: periodEnd });
    },
  );
}
