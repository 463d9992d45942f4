import { describe, expect, it } from 'vitest';
import { ProviderUnavailable } from '../../../src/modules/billing/port/payment-provider.ts';
import type { PriceItem } from '../../../src/modules/billing/port/price-item.ts';
import {
  dayMs,
  free,
  invoiceStatuses,
  newestInvoice,
  newKey,
  payWith,
  pro,
  read,
  subscribe,
  usd,
  weekMs,
} from '../contract/steps.ts';
import type { ProviderRig } from '../contract/suite.ts';
import { type StripeEmulator, send } from './emulator.ts';
import { readKept, withConfig } from './state.ts';

type EmulatorRig = ProviderRig & { readonly emulator: StripeEmulator };

const hourMs = 3_600_000;
const minuteMs = 60_000;

/** Requests of which each may be the first that fails, so that those before it were done. */
const steps = {
  cancel: 'DELETE /v1/subscriptions/',
  list: 'GET /v1/invoices$',
  finalize: 'POST /v1/invoices/\\w+/finalize',
  void: 'POST /v1/invoices/\\w+/void',
  credit: 'POST /v1/credit_notes$',
  'write off': 'POST /v1/invoices/\\w+/mark_uncollectible',
  read: 'GET /v1/subscriptions/',
};

export function draftEndCases(rig: () => EmulatorRig): void {
  draftCases(rig);
  severalDebtsCases(rig);
}

function draftCases(rig: () => EmulatorRig): void {
  describe('ending a subscription in the hour after its renewal', () => {
    it('voids the draft, and charges nobody an hour later', async () => {
      const { customerId, id } = await withDraft(rig(), pro);
      expect(await invoiceStatuses(rig(), customerId)).toEqual(['draft', 'paid']);
      const ended = await rig().provider.endSubscription({ key: newKey(), id });
      expect(ended).toMatchObject({ status: 'canceled', latestInvoice: { status: 'void' } });
      await rig().advance(2 * hourMs);
      expect(await invoiceStatuses(rig(), customerId)).toEqual(['void', 'paid']);
    });

    it('leaves a draft of 0 alone', async () => {
      const { customerId, id } = await withDraft(rig(), free);
      await rig().provider.endSubscription({ key: newKey(), id });
      const invoices = await readKept(rig().emulator, 'invoice', customerId);
      expect(invoices.map(({ status }) => status)).toEqual(['paid', 'draft']);
    });
  });
}

function severalDebtsCases(rig: () => EmulatorRig): void {
  describe('ending a subscription that owes several renewals', () => {
    it('keeps of each the part of its own period, and adds to credit notes of others', async () => {
      const { provider, emulator } = rig();
      const { customerId, subscription } = await subscribe(rig(), pro);
      await payWith(rig(), customerId, 'pm_card_chargeCustomerFail');
      await withConfig(
        emulator,
        { during: { final: 'past_due' }, after: { final: 'unpaid' } },
        () => rig().advance(2 * weekMs + 3.5 * dayMs),
      );
      const [newest] = await provider.listInvoices(customerId, 1);
      const note = { invoice: newest?.id ?? '', amount: '200' };
      await send(emulator.url, '/v1/credit_notes', note);
      await provider.endSubscription({ key: newKey(), id: subscription.id });
      expect(await provider.listInvoices(customerId, 100)).toMatchObject([
        { status: 'uncollectible', total: usd(1_000), due: usd(300) },
        { status: 'uncollectible', total: usd(1_000), due: usd(1_000) },
        { status: 'paid' },
      ]);
      expect(await readKept(emulator, 'credit_note', customerId)).toHaveLength(2);
    });
  });
}

/** Each waits some seconds for what fails, so a short run breaks some of the steps only. */
const isLong = Boolean(process.env.HEARTH_LONG);
const draftSteps = [
  'cancel',
  'finalize',
  ...(isLong ? (['list', 'void', 'read'] as const) : []),
] as const;
const debtSteps = ['credit', ...(isLong ? (['list', 'write off', 'read'] as const) : [])] as const;

/** Breaks requests, so that it comes after all that looks at them. */
export function brokenEndCases(rig: () => EmulatorRig): void {
  describe('ending a subscription again after Stripe has failed', () => {
    it.each(draftSteps)('voids the draft: %s', async (step) => {
      const { customerId, id } = await withDraft(rig(), pro);
      await rig().advance(50 * minuteMs);
      await failOnce(rig(), { id, step });
      expect(await end(rig(), id)).toMatchObject({ status: 'canceled' });
      expect(await invoiceStatuses(rig(), customerId)).toEqual(['void', 'paid']);
      expect(await readKept(rig().emulator, 'credit_note', customerId)).toEqual([]);
    });

    it.each(debtSteps)('keeps the debt, and takes the rest off once: %s', async (step) => {
      const { customerId, subscription } = await subscribe(rig(), pro);
      await payWith(rig(), customerId, 'pm_card_chargeCustomerFail');
      await rig().advance(weekMs + 3.5 * dayMs);
      await failOnce(rig(), { id: subscription.id, step });
      await rig().advance(dayMs);
      await end(rig(), subscription.id);
      const debt = await newestInvoice(rig(), customerId);
      expect(debt).toMatchObject({ status: 'uncollectible', due: usd(500) });
      expect(await readKept(rig().emulator, 'credit_note', customerId)).toHaveLength(1);
    });

    it('voids what Stripe has finalized meanwhile, since it was a draft at the end', async () => {
      const { customerId, id } = await withDraft(rig(), pro);
      await rig().advance(50 * minuteMs);
      await payWith(rig(), customerId, 'pm_card_chargeCustomerFail');
      await failOnce(rig(), { id, step: 'list' });
      await rig().advance(hourMs);
      expect(await invoiceStatuses(rig(), customerId)).toEqual(['open', 'paid']);
      await end(rig(), id);
      expect(await invoiceStatuses(rig(), customerId)).toEqual(['void', 'paid']);
    });
  });
}

/** A minute after a renewal whose invoice stays a draft for an hour. */
async function withDraft(rig: EmulatorRig, items: readonly PriceItem[]) {
  const { customerId, subscription } = await subscribe(rig, items);
  await withConfig(rig.emulator, { during: { draftMinutes: 60 }, after: { draftMinutes: 0 } }, () =>
    rig.advance(weekMs + minuteMs),
  );
  expect(await read(rig, subscription.id)).toMatchObject({ status: 'active' });
  return { customerId, id: subscription.id };
}

const end = ({ provider }: EmulatorRig, id: string) =>
  provider.endSubscription({ key: newKey(), id });

interface Failure {
  readonly id: string;
  readonly step: keyof typeof steps;
}

/** Fails for so long that Stripe has forgotten the keys when it is tried again. */
async function failOnce(rig: EmulatorRig, { id, step }: Failure): Promise<void> {
  await rig.emulator.addFault({ match: steps[step], kind: 'error', times: 2 });
  await expect(end(rig, id)).rejects.toBeInstanceOf(ProviderUnavailable);
}
