import type Stripe from 'stripe';
import { requireCustomer, toAddress } from '../customer.ts';
import { onCustomer, onList, type Resource } from '../routes.ts';
import { mergeMetadata, type Scene, update } from '../scene.ts';
import type { CustomerState, Stored } from '../state.ts';
import { cardError, type ErrorFields, invalid, missing, StripeError } from '../wire/errors.ts';
import { missingParameter } from '../wire/parameters.ts';
import { type Decline, numberOf, readCard, refusalToSave } from '../world/bank.ts';

export type PaymentMethod = Stored<Stripe.PaymentMethod>;

const path = '/v1/payment_methods/{id}';
const listed = (type: string | undefined) => (method: PaymentMethod) =>
  method.customer !== null && (type === undefined || method.type === type);

export const paymentMethods: Resource = {
  routes: [
    onCustomer(
      'POST',
      '/v1/payment_methods',
      { owner: () => undefined, isPublishable: true },
      createPaymentMethod,
    ),
    onList(
      '/v1/payment_methods',
      ({ paymentMethods: methods }, params: Stripe.PaymentMethodListParams) =>
        params.customer === undefined ? [] : Object.values(methods).filter(listed(params.type)),
    ),
    onCustomer('GET', path, {}, (scene, _, id) => takePaymentMethod(scene, id, 'id')),
    onCustomer('POST', path, {}, updatePaymentMethod),
    onCustomer(
      'POST',
      `${path}/attach`,
      {
        owner: ({ customer }: Stripe.PaymentMethodAttachParams) => customer,
        takes: (_, ids) => ids,
      },
      attachToCustomer,
    ),
    onCustomer('POST', `${path}/detach`, {}, detachPaymentMethod),
    onList(
      '/v1/customers/{id}/payment_methods',
      ({ paymentMethods: methods }, { type }: Stripe.CustomerListPaymentMethodsParams) =>
        Object.values(methods).filter(listed(type)),
      (_, [id]) => id,
    ),
    onCustomer('GET', '/v1/customers/{id}/payment_methods/{id}', {}, ({ state }, _, id, method) => {
      requireCustomer(state, id);
      return findAttached(state, method ?? '', 'payment_method');
    }),
  ],
};

/** A card of this customer, one without a customer that moves to this one, or a new one for `pm_card_visa`. */
export function takePaymentMethod(
  scene: Scene,
  id: string,
  param = 'payment_method',
): PaymentMethod {
  const { state, guests, foreign } = scene;
  const own = Object.hasOwn(state.paymentMethods, id) ? state.paymentMethods[id] : undefined;
  if (own) {
    return own;
  }
  const holder = guests.find(({ paymentMethods: methods }) => Object.hasOwn(methods, id));
  const method = holder?.paymentMethods[id];
  if (holder && method) {
    state.paymentMethods[id] = method;
    state.bankCards[id] = holder.bankCards[id] ?? { number: '', isAuthenticated: false };
    delete holder.paymentMethods[id];
    delete holder.bankCards[id];
    return method;
  }
  const number = id.startsWith('pm_card_') ? numberOf(id) : undefined;
  if (number !== undefined) {
    return addPaymentMethod(scene, { type: 'card', card: { number } });
  }
  if (foreign.includes(id)) {
    throw invalid(
      'The provided PaymentMethod belongs to another Customer. Use it with the Customer that it belongs to instead.',
      param,
    );
  }
  throw missing('PaymentMethod', id, param);
}

/** A card that is attached to this customer. */
function findAttached(state: CustomerState, id: string, param: string): PaymentMethod {
  const method = Object.hasOwn(state.paymentMethods, id) ? state.paymentMethods[id] : undefined;
  if (!method || method.customer === null) {
    throw missing('PaymentMethod', id, param);
  }
  return method;
}

function createPaymentMethod(scene: Scene, params: Stripe.PaymentMethodCreateParams) {
  if (params.type === undefined) {
    throw missingParameter('type');
  }
  return addPaymentMethod(scene, params);
}

/** Intents have the card in `payment_method_data`. */
export function addPaymentMethod(
  scene: Scene,
  params: Omit<Stripe.PaymentMethodCreateParams, 'expand'>,
): PaymentMethod {
  const { state, now } = scene;
  if (params.type !== 'card') {
    throw invalid(`The emulator has cards only, no ${params.type}.`, 'type');
  }
  if (!params.card) {
    throw missingParameter('card');
  }
  const { bankCard, card } = readCard(params.card, now);
  const { address, email, name, phone } = params.billing_details ?? {};
  const method: PaymentMethod = {
    id: scene.newId('pm'),
    object: 'payment_method',
    allow_redisplay: params.allow_redisplay ?? 'unspecified',
    billing_details: {
      address: toAddress(address || {}),
      email: email || null,
      name: name || null,
      phone: phone || null,
      tax_id: null,
    },
    card,
    created: now,
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: mergeMetadata({}, params.metadata),
    type: 'card',
  };
  state.paymentMethods[method.id] = method;
  state.bankCards[method.id] = bankCard;
  return method;
}

function updatePaymentMethod(scene: Scene, params: Stripe.PaymentMethodUpdateParams, id: string) {
  const method = takePaymentMethod(scene, id, 'id');
  if (method.customer === null) {
    throw invalid('You must save this PaymentMethod to a customer before you can update it.');
  }
  return update(scene, 'payment_method.updated', method, () => {
    setBillingDetails(method, params.billing_details);
    if (method.card) {
      method.card.exp_month = params.card?.exp_month ?? method.card.exp_month;
      method.card.exp_year = params.card?.exp_year ?? method.card.exp_year;
    }
    method.allow_redisplay = params.allow_redisplay ?? method.allow_redisplay ?? 'unspecified';
    method.metadata = mergeMetadata(method.metadata ?? {}, params.metadata);
  });
}

function setBillingDetails(
  { billing_details: kept }: PaymentMethod,
  given: Stripe.PaymentMethodUpdateParams.BillingDetails = {},
) {
  for (const name of ['email', 'name', 'phone'] as const) {
    const value = given[name];
    if (value !== undefined) {
      kept[name] = value || null;
    }
  }
  if (given.address !== undefined) {
    kept.address = toAddress(given.address || {});
  }
}

function attachToCustomer(
  scene: Scene,
  { customer }: Stripe.PaymentMethodAttachParams,
  id: string,
) {
  if (customer === undefined) {
    throw missingParameter('customer');
  }
  requireCustomer(scene.state, customer, 'customer');
  if (scene.foreign.includes(id)) {
    throw invalid('The payment method you provided has already been attached to a customer.');
  }
  try {
    return attach(scene, takePaymentMethod(scene, id));
  } catch (error) {
    // As recorded: here 404 for an id that is no path of a retrieval either.
    const isMissing = error instanceof StripeError && error.fields.code === 'resource_missing';
    throw isMissing ? new StripeError(404, error.type, error.message, error.fields) : error;
  }
}

/** The bank is asked, and the card belongs to the customer from then on. */
export function attach(scene: Scene, method: PaymentMethod): PaymentMethod {
  const { state } = scene;
  if (state.hidden[method.id]?.isDetached) {
    throw invalid(
      'This PaymentMethod was previously used with a PaymentIntent without Customer attachment, shared with a connected account without Customer attachment, or was detached from a Customer. It may not be used again. To use a PaymentMethod multiple times, you must attach it to a Customer first.',
      undefined,
      'payment_method_unexpected_state',
    );
  }
  const bankCard = state.bankCards[method.id];
  const refusal = bankCard && refusalToSave(bankCard);
  if (refusal) {
    throw toCardError(refusal, {});
  }
  if (method.customer === null) {
    method.customer = state.owner;
    scene.emit('payment_method.attached', method);
  }
  return method;
}

export function toCardError({ code, message, ...decline }: Decline, fields: ErrorFields) {
  return cardError(code, message, { ...decline, ...fields });
}

function detachPaymentMethod(scene: Scene, _: object, id: string) {
  const { state } = scene;
  const method = takePaymentMethod(scene, id, 'id');
  if (method.customer === null) {
    throw invalid(
      'The payment method you provided is not attached to a customer so detachment is impossible.',
    );
  }
  const { customer } = state;
  if (customer && 'invoice_settings' in customer) {
    const settings = customer.invoice_settings;
    const isDefault = settings.default_payment_method === id;
    settings.default_payment_method = isDefault ? null : settings.default_payment_method;
  }
  for (const subscription of Object.values(state.subscriptions)) {
    const isDefault = subscription.default_payment_method === id;
    subscription.default_payment_method = isDefault ? null : subscription.default_payment_method;
  }
  state.hidden[id] = { isDetached: true };
  return update(scene, 'payment_method.detached', method, () => {
    method.customer = null;
  });
}
