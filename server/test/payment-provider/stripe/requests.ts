import { expect, it } from 'vitest';
import { details, newKept, newKey, newStart, pro } from '../contract/steps.ts';
import type { ProviderRig } from '../contract/suite.ts';
import { pinnedVersion, type SeenRequest, type StripeEmulator } from './emulator.ts';

type EmulatorRig = ProviderRig & { readonly emulator: StripeEmulator };

/** Our keys hold a UUID; the SDK's own begin with its name. */
const ourKey = /^(?!stripe-node)(preview-)?[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/;

/** Refusals that the cases before have asked for on purpose. */
const provoked = [
  /^No such price: 'price_unheard_of'$/,
  /^No such invoice: 'in_unheard_of'$/,
  /^Charge ch_\w+ has been charged back/,
  /^No such subscription: /,
  /^No such customer: /,
  /^Your card/,
  /^Keys for idempotent requests/,
  /^This payment requires additional user action/,
  /^This PaymentMethod was previously used without being attached/,
  /^The payment method you provided has already been attached to a customer/,
  /^No such PaymentMethod: 'pm_unheard_of'$/,
  /^No upcoming invoices for customer/,
  /^This customer has no attached payment source/,
  /^The customer does not have a payment method with the ID /,
  /^A canceled subscription can only update its cancellation_details and metadata/,
  /^There is no `default_payment_method` set on this Customer or Invoice/,
  /^You can only void an invoice whose status is open or uncollectible/,
  /^The price specified only supports `usd`/,
  /^You cannot combine currencies on a single customer/,
  /^This promotion code is inactive or has expired/,
  /^The customer's location isn't recognized/,
  /^Invalid value for eu_vat/,
  /^You cannot confirm this SetupIntent because it has a status of canceled/,
];

/** Checks all that the cases before have sent, and what somebody tries to add to a request. */
export function requestCases(rig: () => EmulatorRig, sentBefore: readonly SeenRequest[]): void {
  it('has sent no request that Stripe would call wrong', () => {
    const wrong = sentBefore.filter(
      ({ error }) => error && !provoked.some((words) => words.test(error)),
    );
    expect(wrong).toEqual([]);
    expect(sentBefore.length).toBeGreaterThan(200);
  });

  it('has sent our key with every POST and the pinned version with everything', () => {
    const posts = sentBefore.filter(({ method }) => method === 'POST');
    expect(posts.filter(({ idem }) => !ourKey.test(idem ?? ''))).toEqual([]);
    expect(new Set(sentBefore.map(({ version }) => version))).toEqual(new Set([pinnedVersion]));
  });

  it('lets nothing pass that is not ours to send', async () => {
    const { provider, emulator } = rig();
    const smuggled = { balance: -100_000, tax_exempt: 'exempt', metadata: { stolen: 'yes' } };
    const before = (await emulator.requests()).length;
    const address = { ...details.address, ...smuggled };
    const payer = { email: 'ada@example.com', details: { ...details, ...smuggled, address } };
    const created = { ...smuggled, ...payer, key: newKey(), subscriptionId: 'ours' };
    const customerId = await provider.createCustomer(created);
    await provider.updateCustomer({ ...smuggled, ...payer, key: newKey(), customerId });
    const kept = newKept(customerId, 'pm_card_visa', { ...payer, subscriptionId: 'kept' });
    await provider.keepCard({ ...smuggled, ...kept });
    const [card] = await provider.listCards(customerId);
    const cardId = card?.id ?? '';
    await provider.setDefaultCard({ ...smuggled, key: newKey(), customerId, cardId });
    await provider.createSetup({ ...smuggled, key: newKey(), customerId });
    const start = newStart({ customerId }, pro);
    await provider.startSubscription({ ...smuggled, ...start });

    const sent = (await emulator.requests())
      .slice(before)
      .filter(({ method }) => method === 'POST');
    expect(sent.length).toBeGreaterThanOrEqual(7);
    expect(JSON.stringify(sent)).not.toMatch(/balance|tax_exempt|stolen/);
    expect(sent.flatMap(metadataOf)).toEqual([
      { subscriptionId: 'ours', installation: 'here' },
      { subscriptionId: 'kept', installation: 'here' },
      { subscriptionId: start.subscriptionId, installation: 'here', intentId: start.intentId },
    ]);
  });
}

function metadataOf({ params }: SeenRequest): unknown[] {
  return params?.metadata ? [params.metadata] : [];
}
