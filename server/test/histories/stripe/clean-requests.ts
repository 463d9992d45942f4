import { expect } from 'vitest';
import { pinnedVersion, type StripeEmulator } from '../../payment-provider/stripe/emulator.ts';
import { outsideKey } from './stripe-dashboard.ts';

/** Refusals of Stripe that are right: about cards, and about what time or another call has made impossible. */
const refusals = [
  /^Your card/,
  /^This payment requires additional user action/,
  /^No such subscription: /,
  // A purchase was declined while somebody looked.
  /^No such customer: /,
  // Somebody changed it in the dashboard between a reading and the request after it.
  /^No such subscription_item: /,
  /^No upcoming invoices for customer/,
  /^A canceled subscription can only update its cancellation_details and metadata/,
  /^Cannot add multiple subscription items with the same plan: /,
  /^This customer has no attached payment source or default payment method/,
  /^There is no `default_payment_method` set on this Customer or Invoice/,
  // Stripe has deleted the event at which the next page of events begins.
  /^No such event: 'evt_/,
  // The last redemption was another's a moment before.
  /^This promotion code is inactive or has expired/,
  /^The payment method you provided has already been attached to a customer/,
  // A default card is given back after the project was linked to another customer; it is logged.
  /^The customer does not have a payment method with the ID /,
  // An operator refunds what a bank has taken back meanwhile; the command says so.
  /^Charge ch_\w+ has been charged back/,
];

/** Every request of ours is one that Stripe understands, and carries our key and the version. */
export async function expectCleanRequests(emulator: StripeEmulator): Promise<void> {
  const requests = (await emulator.requests()).filter(({ path }) => path.startsWith('/v1/'));
  const ours = requests.filter(({ idem }) => !idem?.startsWith(outsideKey));
  const wrong = ours.filter(
    ({ status, error }) =>
      status !== undefined &&
      status >= 400 &&
      status < 500 &&
      ![409, 429].includes(status) &&
      !refusals.some((words) => words.test(error ?? '')),
  );
  expect(wrong).toEqual([]);
  const posts = ours.filter(({ method }) => method === 'POST');
  expect(posts.length).toBeGreaterThan(0);
  expect(posts.filter(({ idem }) => !idem || idem.startsWith('stripe-node'))).toEqual([]);
  expect(new Set(requests.map(({ version }) => version))).toEqual(new Set([pinnedVersion]));
}
