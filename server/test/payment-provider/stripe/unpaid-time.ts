import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type {
  PaymentProvider,
  PriceChange,
} from '../../../src/modules/billing/port/payment-provider.ts';
import type { PriceItem } from '../../../src/modules/billing/port/price-item.ts';
import {
  PaymentOpen,
  PaymentReturned,
} from '../../../src/modules/billing/port/provider-failure.ts';
import { createStripeProvider } from '../../../src/modules/billing/providers/stripe/create-stripe-provider.ts';
import {
  beforeEnd,
  enterprise,
  free,
  newestInvoice,
  newKey,
  payWith,
  pro,
  read,
  readCredit,
  type Subscribed,
  subscribe,
  weekMs,
} from '../contract/steps.ts';
import type { ProviderRig } from '../contract/suite.ts';
import { type StripeEmulator, send } from './emulator.ts';
import { openStripeProxy, type StripeProxy } from './proxy.ts';
import { readKept } from './state.ts';

type EmulatorRig = ProviderRig & { readonly emulator: StripeEmulator };

const minuteMs = 60_000;

/** An operator's acts in Stripe's dashboard, and what then becomes of a plan change. */
export function unpaidTimeCases(rig: () => EmulatorRig): void {
  writtenOffCases(rig);
  returnedCases(rig);
  pausedCases(rig);
}

function writtenOffCases(rig: () => EmulatorRig): void {
  describe('a plan change after a renewal that nobody paid', () => {
    it('is refused where it was voided, until the next one is paid', async () => {
      const { customerId, subscription } = await withOpenRenewal(rig(), enterprise);
      const { id } = await newestInvoice(rig(), customerId);
      await send(rig().emulator.url, `/v1/invoices/${id}/void`);
      expect(await read(rig(), subscription.id)).toMatchObject({ status: 'active' });
      await expectRefused(rig(), await changeTo(rig(), subscription.id, pro));
      await expectRefused(rig(), await changeTo(rig(), subscription.id, free));
      expect(await readCredit(rig(), customerId)).toBe(0);

      await payWith(rig(), customerId, 'pm_card_visa');
      await rig().advance(weekMs);
      await expectDone(rig(), await changeTo(rig(), subscription.id, pro));
    });

    it('is done where it was paid outside of Stripe', async () => {
      const { customerId, subscription } = await withOpenRenewal(rig(), enterprise);
      const { id } = await newestInvoice(rig(), customerId);
      await send(rig().emulator.url, `/v1/invoices/${id}/pay`, { paid_out_of_band: 'true' });
      await expectDone(rig(), await changeTo(rig(), subscription.id, pro));
    });

    it('is refused where an earlier change was made without its payment', async () => {
      const { customerId, subscription } = await subscribe(rig(), pro);
      const { url } = rig().emulator;
      await payWith(rig(), customerId, 'pm_card_chargeCustomerFail');
      const [kept] = await readKept(rig().emulator, 'subscription', customerId);
      await send(url, `/v1/subscriptions/${subscription.id}`, {
        'items[0][id]': kept?.items.data[0]?.id ?? '',
        'items[0][price]': enterprise[0]?.price ?? '',
        proration_behavior: 'always_invoice',
        payment_behavior: 'allow_incomplete',
      });
      const { id } = await newestInvoice(rig(), customerId);
      await send(url, `/v1/invoices/${id}/void`);
      expect(await read(rig(), subscription.id)).toMatchObject({ status: 'active' });
      await expectRefused(rig(), await changeTo(rig(), subscription.id, free));
    });
  });
}

function returnedCases(rig: () => EmulatorRig): void {
  describe('a plan change after money was given back', () => {
    it('is refused for a credit note, which became credit already', async () => {
      const { customerId, subscription } = await subscribe(rig(), pro);
      const { id: invoice } = await newestInvoice(rig(), customerId);
      const note = { invoice, amount: '400', credit_amount: '400' };
      await send(rig().emulator.url, '/v1/credit_notes', note);
      await expectRefused(rig(), await changeTo(rig(), subscription.id, free), PaymentReturned);
      expect(await readCredit(rig(), customerId)).toBe(400);
    });
  });
}

/** The emulator neither pauses nor leaves a subscription active whose invoice is uncollectible. */
function pausedCases(rig: () => EmulatorRig): void {
  describe('a plan change that the emulator cannot show', () => {
    let proxy: StripeProxy;
    let stripe: PaymentProvider;
    beforeAll(async () => {
      proxy = await openStripeProxy(rig().emulator.url);
      stripe = createStripeProvider({
        secretKey: 'sk_test_anything',
        publishableKey: 'pk_test_anything',
        webhookSecrets: ['whsec_test'],
        apiBase: proxy.url,
      });
    });
    afterAll(() => proxy.close());

    it.each([
      { name: 'while collection is paused', paused: true, from: pro, to: free },
      {
        name: 'while collection is paused, from the price of 0',
        paused: true,
        from: free,
        to: pro,
      },
      {
        name: 'after an invoice that is uncollectible',
        status: 'uncollectible',
        from: pro,
        to: free,
      },
      { name: 'after an invoice that is open', status: 'open', from: pro, to: free },
    ])('is refused $name', async ({ paused, status, from, to }) => {
      const { subscription } = await subscribe(rig(), from);
      const change = await changeTo(rig(), subscription.id, to);
      proxy.changeAnswer = (answer) => {
        Object.assign(answer, paused && { pause_collection: { behavior: 'void' } });
        Object.assign(answer.latest_invoice ?? {}, status && { status });
      };
      try {
        await expectRefused({ ...rig(), provider: stripe }, change);
      } finally {
        proxy.changeAnswer = undefined;
      }
      await expectDone({ ...rig(), provider: stripe }, change);
    });
  });
}

async function withOpenRenewal(rig: EmulatorRig, items: readonly PriceItem[]): Promise<Subscribed> {
  const subscribed = await subscribe(rig, items);
  await payWith(rig, subscribed.customerId, 'pm_card_chargeCustomerFail');
  await rig.advance(weekMs + minuteMs);
  return subscribed;
}

/** From the beginning of the present week, so that no time has to pass. */
async function changeTo(
  rig: EmulatorRig,
  id: string,
  items: readonly PriceItem[],
): Promise<PriceChange> {
  const at = beforeEnd(await read(rig, id), weekMs);
  return { providerSubscriptionId: id, items, at };
}

async function expectRefused(
  { provider }: EmulatorRig,
  change: PriceChange,
  as: typeof PaymentOpen | typeof PaymentReturned = PaymentOpen,
): Promise<void> {
  await expect(provider.previewChange(change)).rejects.toBeInstanceOf(as);
  const changed = provider.changePrices({ ...change, key: newKey() });
  await expect(changed).rejects.toBeInstanceOf(as);
}

async function expectDone({ provider }: EmulatorRig, change: PriceChange): Promise<void> {
  await provider.previewChange(change);
  const charge = await provider.changePrices({ ...change, key: newKey() });
  expect(charge.outcome).toBe('paid');
}
