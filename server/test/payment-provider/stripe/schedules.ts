import { describe, expect, it } from 'vitest';
import { ProviderUnavailable } from '../../../src/modules/billing/port/payment-provider.ts';
import { fromApril, oddMs, passEnd, proMonth, proYear } from '../contract/calendar.ts';
import { enterprise, newestInvoice, newKey, pro, read, subscribe, usd } from '../contract/steps.ts';
import type { ProviderRig } from '../contract/suite.ts';
import { type StripeEmulator, send } from './emulator.ts';
import { readKept } from './state.ts';

type EmulatorRig = ProviderRig & { readonly emulator: StripeEmulator };

const creation = 'POST /v1/subscription_schedules$';
const phases = 'POST /v1/subscription_schedules/[^/]+$';

/** Schedules that a failure leaves half made, and those of Stripe's dashboard. */
export function scheduleFaultCases(rig: () => EmulatorRig): void {
  halfMadeCases(rig);
  operatorCases(rig);
  taxCases(rig);
}

function taxCases(rig: () => EmulatorRig): void {
  /** Tax setting of each request to a schedule. */
  async function settingsOf(work: () => Promise<unknown>) {
    const before = (await rig().emulator.requests()).length;
    await work();
    const sent = (await rig().emulator.requests()).slice(before);
    return sent.flatMap(({ path, params }) =>
      new RegExp(phases.replace('POST ', '')).test(path) ? [params?.default_settings] : [],
    );
  }
  const enabled = (isEnabled: boolean) => [{ automatic_tax: { enabled: isEnabled } }];

  describe('the tax setting of a schedule', () => {
    it('is that of the subscription, also once taxes start while it waits', async () => {
      const { change, id } = await begin(rig());
      const scheduling = () => rig().provider.scheduleChange(change);
      expect(await settingsOf(scheduling)).toEqual(enabled(false));
      const starting = () => rig().provider.resumeTaxes({ key: newKey(), id });
      expect(await settingsOf(starting)).toEqual(enabled(true));
    });

    it('of a taxed subscription: has its coming periods taxed', async () => {
      const { change, id } = await begin(rig());
      await rig().provider.resumeTaxes({ key: newKey(), id });
      const scheduling = () => rig().provider.scheduleChange(change);
      expect(await settingsOf(scheduling)).toEqual(enabled(true));
    });
  });
}

async function begin(rig: EmulatorRig) {
  const { subscription, customerId } = await fromApril(rig, {
    from: proYear,
    to: proMonth,
    afterMs: oddMs,
  });
  const { id, periodEnd } = subscription;
  const at = periodEnd ?? new Date(0);
  const change = { key: newKey(), providerSubscriptionId: id, items: proMonth, at };
  return { id, at, change, customerId, subscription };
}

const schedules = ({ emulator }: EmulatorRig, customerId: string) =>
  readKept(emulator, 'subscription_schedule', customerId);

function halfMadeCases(rig: () => EmulatorRig): void {
  describe('a schedule whose making is interrupted', () => {
    it.each([
      ['before the first request', creation, ['error', 'error']],
      // The SDK sends a request again whose answer was lost.
      ['after the first request', creation, ['drop_after', 'drop']],
      ['before the second request', phases, ['error', 'error']],
      ['after the second request', phases, ['drop_after', 'drop']],
    ] as const)('%s: is finished with the same key or another one', async (_, match, faults) => {
      for (const isSame of [true, false]) {
        const { id, at, change, customerId, subscription } = await begin(rig());
        for (const kind of faults) {
          await rig().emulator.addFault({ match, kind });
        }
        const { scheduleChange } = rig().provider;
        await expect(scheduleChange(change)).rejects.toThrow(ProviderUnavailable);
        const again = { ...change, ...(!isSame && { key: newKey() }) };
        const after = await scheduleChange(again);
        expect(after.scheduled).toEqual({ items: proMonth, at });
        expect(await schedules(rig(), customerId)).toHaveLength(1);
        await passEnd(rig(), subscription);
        expect(await read(rig(), id)).toMatchObject({ items: proMonth });
        expect(await newestInvoice(rig(), customerId)).toMatchObject({ total: usd(4_000) });
      }
    });

    it('is not shown, and an end can be set all the same', async () => {
      const { id, at, change } = await begin(rig());
      await rig().emulator.addFault({ match: phases, kind: 'error', times: 2 });
      await expect(rig().provider.scheduleChange(change)).rejects.toThrow(ProviderUnavailable);
      expect(await read(rig(), id)).toMatchObject({ scheduled: null, items: proYear });
      const ending = await rig().provider.endAtPeriodEnd({ key: newKey(), id });
      expect(ending).toMatchObject({ endsAt: at, scheduled: null });
    });
  });
}

function operatorCases(rig: () => EmulatorRig): void {
  describe('a schedule of the dashboard', () => {
    async function scheduleThere(priceId: string) {
      const { subscription, customerId } = await subscribe(rig(), enterprise);
      const { url } = rig().emulator;
      const { id, periodStart, periodEnd } = subscription;
      const made = await send(url, '/v1/subscription_schedules', { from_subscription: id });
      const [start, end] = [periodStart, periodEnd].map((at) => (at?.getTime() ?? 0) / 1_000);
      await send(url, `/v1/subscription_schedules/${made}`, {
        ...Object.fromEntries(
          enterprise.map(({ price }, item) => [`phases[0][items][${item}][price]`, price]),
        ),
        'phases[0][start_date]': String(start),
        'phases[0][end_date]': String(end),
        'phases[1][items][0][price]': priceId,
        'phases[1][duration][interval]': 'week',
        end_behavior: 'release',
      });
      return { id, customerId, at: periodEnd };
    }

    it('is read, and dropped by us', async () => {
      const { id, at } = await scheduleThere('price_pro_week');
      expect(await read(rig(), id)).toMatchObject({ scheduled: { items: pro, at } });
      expect(await rig().provider.dropScheduled({ key: newKey(), id })).toMatchObject({
        items: enterprise,
        scheduled: null,
      });
    });

    it('to other prices is replaced by ours', async () => {
      const { id, at, customerId } = await scheduleThere('price_free_week');
      const change = { key: newKey(), providerSubscriptionId: id, items: pro };
      const after = await rig().provider.scheduleChange({ ...change, at: at ?? new Date(0) });
      expect(after.scheduled).toEqual({ items: pro, at });
      expect(await schedules(rig(), customerId)).toHaveLength(1);
    });
  });
}
