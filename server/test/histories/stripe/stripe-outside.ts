import type { StripeEmulator } from '../../payment-provider/stripe/emulator.ts';
import type { OutsideAction, OutsideActionOf, Priced } from '../outside-actions.ts';
import { count, notePriced, type Planted } from '../planted.ts';
import { askStripe, hasEnded, readState, type StripeObject } from './stripe-dashboard.ts';

/** Charged each week beside the prices of the seed; the first one is that of a raised Pro. */
export const otherPrices = [
  { id: 'price_pro_raised_week', product: 'prod_pro', unit_amount: 1_300 },
  { id: 'price_unknown_week', product: 'prod_pro', unit_amount: 1_700 },
].map((price) => ({ ...price, currency: 'usd', recurring: { interval: 'week' } }));

const itemsOf: Readonly<Record<Priced, readonly string[]>> = {
  free: ['price_free_week'],
  pro: ['price_pro_week'],
  enterprise: ['price_enterprise_week', 'price_enterprise_extra_week'],
  half: ['price_enterprise_week'],
  unknown: ['price_unknown_week'],
};

interface Outside {
  readonly emulator: StripeEmulator;
  readonly planted: Planted;
  /** Subscriptions whose collection is paused. */
  readonly paused: Set<string>;
}

/** One project at Stripe, as it was a moment ago. */
interface Place extends Outside {
  readonly url: string;
  readonly subscription: StripeObject;
  /** Newest first. */
  readonly invoices: readonly StripeObject[];
  readonly state: readonly StripeObject[];
}

type Doing<What extends OutsideAction['what']> = (
  place: Place,
  action: OutsideActionOf<What>,
) => Promise<unknown>;

/** Undefined where there was nothing to do it to, or Stripe has refused it. */
const actions: { readonly [What in OutsideAction['what']]: Doing<What> } = {
  price: changePrice,
  quantity: changeQuantity,
  coupon: ({ url, subscription }, { coupon }) =>
    askStripe(url, `subscriptions/${subscription.id}`, { 'discounts[0][coupon]': coupon }),
  'cancel at end': ({ url, subscription }, { isOn }) =>
    askStripe(url, `subscriptions/${subscription.id}`, { cancel_at_period_end: String(isOn) }),
  balance: async ({ url, state, subscription }, { cents }) => {
    const customer = state.find(({ id }) => id === subscription.customer);
    const balance = String((customer?.balance ?? 0) + cents);
    return await askStripe(url, `customers/${subscription.customer}`, { balance });
  },
  'detach card': ({ url, state, subscription }) => {
    const customer = state.find(({ id }) => id === subscription.customer);
    const id =
      subscription.default_payment_method ?? customer?.invoice_settings.default_payment_method;
    return id ? askStripe(url, `payment_methods/${id}/detach`) : Promise.resolve(undefined);
  },
  cancel: ({ url, subscription }) => askStripe(url, `DELETE subscriptions/${subscription.id}`),
  refund,
  dispute: ({ emulator, invoices }, { end: status }) => {
    const invoice = invoices.find(isCharged)?.id;
    const isTold = invoice && emulator.control('chargeback', { invoice, status });
    // Out of band, or by credit: nothing was charged.
    return isTold
      ? isTold.then(
          () => true,
          () => undefined,
        )
      : Promise.resolve(undefined);
  },
  'credit note': ({ url, invoices }, { as }) => {
    const invoice = invoices.find(isCharged);
    const amount = String(Math.floor((invoice?.total ?? 0) / 4));
    const note = { invoice: invoice?.id ?? '', amount, [as]: amount };
    return invoice ? askStripe(url, 'credit_notes', note) : Promise.resolve(undefined);
  },
  'settle invoice': settleInvoice,
  stranger: addStranger,
  pause: async ({ subscription, paused }) =>
    subscription.status === 'active' ? paused.add(subscription.id) : undefined,
};

/** True where something was done. */
export async function actOutside(
  outside: Outside,
  action: OutsideAction,
  projectId: string,
): Promise<boolean> {
  const { url } = outside.emulator;
  const state = await readState(url);
  const subscription = state.find(
    (one) =>
      one.object === 'subscription' && one.metadata.subscriptionId === projectId && !hasEnded(one),
  );
  if (!subscription) {
    return false;
  }
  const invoices = state
    .filter((one) => one.object === 'invoice' && subscriptionOf(one) === subscription.id)
    .sort((one, other) => other.created - one.created);
  notePriced(outside.planted, action, projectId);
  const act = actions[action.what] as Doing<OutsideAction['what']>;
  const isDone = Boolean(await act({ ...outside, url, state, subscription, invoices }, action));
  if (isDone) {
    count(outside.planted, action.what);
  }
  return isDone;
}

export const subscriptionOf = ({ parent }: StripeObject) =>
  parent?.subscription_details?.subscription ?? '';

const isCharged = ({ status, amount_paid }: StripeObject) => status === 'paid' && amount_paid > 0;

async function changePrice(place: Place, { to, proration }: OutsideActionOf<'price'>) {
  const { data: items } = place.subscription.items;
  const wanted = itemsOf[to];
  const changes = Array.from({ length: Math.max(items.length, wanted.length) }, (_, index) => {
    const item = items[index];
    const price = wanted[index];
    return {
      ...(item && { [`items[${index}][id]`]: item.id }),
      ...(price ? { [`items[${index}][price]`]: price } : { [`items[${index}][deleted]`]: 'true' }),
    };
  });
  return await update(place, { ...Object.assign({}, ...changes), proration_behavior: proration });
}

async function changeQuantity(place: Place, { quantity }: OutsideActionOf<'quantity'>) {
  const [item] = place.subscription.items.data;
  return await update(place, {
    'items[0][id]': item?.id ?? '',
    'items[0][quantity]': String(quantity),
    proration_behavior: 'always_invoice',
  });
}

/** No intent of ours asked for the charge. */
async function update({ url, subscription, planted }: Place, params: Record<string, string>) {
  const updated = await askStripe(url, `subscriptions/${subscription.id}`, {
    ...params,
    payment_behavior: 'allow_incomplete',
  });
  if (updated?.latest_invoice && updated.latest_invoice !== subscription.latest_invoice) {
    planted.invoices.add(updated.latest_invoice);
  }
  return updated;
}

async function refund(
  { emulator, url, state, subscription }: Place,
  action: OutsideActionOf<'refund'>,
) {
  const charge = state.findLast(
    ({ object, customer, status, amount, amount_refunded }) =>
      object === 'charge' &&
      customer === subscription.customer &&
      status === 'succeeded' &&
      amount_refunded < amount,
  );
  if (!charge) {
    return undefined;
  }
  const left = charge.amount - charge.amount_refunded;
  const amount = String(action.part === 'all' ? left : Math.ceil(left / 3));
  const made = await askStripe(url, 'refunds', { charge: charge.id, amount });
  if (made && action.hasFailed) {
    await emulator.control('refund_failed', { id: made.id });
  }
  return made;
}

async function settleInvoice(
  { url, invoices, planted }: Place,
  { how }: OutsideActionOf<'settle invoice'>,
) {
  const invoice = invoices.find(({ status }) => status === 'open');
  if (!invoice) {
    return undefined;
  }
  const path = { void: 'void', uncollectible: 'mark_uncollectible', 'paid elsewhere': 'pay' }[how];
  const params = how === 'paid elsewhere' ? { paid_out_of_band: 'true' } : undefined;
  const settled = await askStripe(url, `invoices/${invoice.id}/${path}`, params);
  if (settled) {
    planted.invoices.add(invoice.id);
  }
  return settled;
}

/** Another business on the same account, or an operator who sells by hand to a customer of ours. */
async function addStranger(
  { url, subscription, state }: Place,
  { isSameCustomer }: OutsideActionOf<'stranger'>,
) {
  const price = { 'items[0][price]': 'price_gold_week', payment_behavior: 'error_if_incomplete' };
  if (isSameCustomer) {
    const ours = state.find(({ id }) => id === subscription.customer);
    const card =
      subscription.default_payment_method ?? ours?.invoice_settings.default_payment_method;
    const params = {
      ...price,
      customer: subscription.customer,
      default_payment_method: card ?? '',
    };
    return card ? await askStripe(url, 'subscriptions', params) : undefined;
  }
  const customer = (await askStripe(url, 'customers', { email: 'someone@example.com' }))?.id ?? '';
  const card = await askStripe(url, 'payment_methods/pm_card_visa/attach', { customer });
  const params = { ...price, customer, default_payment_method: card?.id ?? '' };
  return await askStripe(url, 'subscriptions', params);
}
