import type Stripe from 'stripe';
import { requireWholeSteps } from '../billing/whole-steps.ts';
import { requireCustomer } from '../customer.ts';
import { onCustomer, onList, type Resource } from '../routes.ts';
import { minimumChargeOf } from '../rules/money.ts';
import { mergeMetadata, type Scene } from '../scene.ts';
import type { Stored } from '../state.ts';
import { existing, invalid, missing, StripeError } from '../wire/errors.ts';
import {
  asksHolder,
  authenticationRequired,
  type Decline,
  refusalToPay,
  staysProcessing,
} from '../world/bank.ts';
import { addCharge } from './charges.ts';
import {
  addPaymentMethod,
  attach,
  type PaymentMethod,
  takePaymentMethod,
  toCardError,
} from './payment-methods.ts';

export type PaymentIntent = Stored<Stripe.PaymentIntent>;

const path = '/v1/payment_intents/{id}';
const noun = 'payment_intent';

export const paymentIntents: Resource = {
  routes: [
    onCustomer(
      'POST',
      '/v1/payment_intents',
      {
        owner: ({ customer }: Stripe.PaymentIntentCreateParams) => customer,
        takes: ({ payment_method: method }) => [method],
      },
      createPaymentIntent,
    ),
    onList('/v1/payment_intents', ({ paymentIntents: all }) => Object.values(all)),
    onCustomer('GET', path, { isPublishable: true }, findForCaller),
    onCustomer(
      'POST',
      path,
      { takes: ({ payment_method: method }: Stripe.PaymentIntentUpdateParams) => [method] },
      updatePaymentIntent,
    ),
    onCustomer(
      'POST',
      `${path}/confirm`,
      {
        takes: ({ payment_method: method }: Stripe.PaymentIntentConfirmParams) => [method],
        isPublishable: true,
      },
      (scene, params, id) => confirm(scene, findForCaller(scene, params, id), params),
    ),
    onCustomer('POST', `${path}/cancel`, {}, (scene, params, id) =>
      cancelIntent(scene, existing(scene.state.paymentIntents, id, noun, 'intent'), params),
    ),
  ],
};

function findForCaller({ state, caller }: Scene, _: object, id: string): PaymentIntent {
  const intent = existing(state.paymentIntents, id, noun, 'intent');
  if (caller.isPublishable && caller.clientSecret !== intent.client_secret) {
    throw missing(noun, id, 'intent');
  }
  return intent;
}

function createPaymentIntent(scene: Scene, params: Stripe.PaymentIntentCreateParams) {
  if (params.customer !== undefined) {
    requireCustomer(scene.state, params.customer, 'customer');
  }
  checkAmount(params.amount, params.currency);
  if (params.capture_method === 'manual') {
    throw invalid('The emulator captures automatically only.', 'capture_method');
  }
  const intent = newPaymentIntent(scene, params);
  if (params.payment_method !== undefined) {
    intent.payment_method = takePaymentMethod(scene, params.payment_method).id;
    intent.status = 'requires_confirmation';
  }
  scene.emit('payment_intent.created', intent);
  return params.confirm ? confirm(scene, intent, params) : intent;
}

function checkAmount(amount: number, currency: string) {
  if (amount < 1) {
    throw invalid('Invalid positive integer', 'amount', 'parameter_invalid_integer');
  }
  requireWholeSteps(amount, currency, 'amount');
  if (amount < minimumChargeOf(currency)) {
    throw invalid(
      "The amount must be greater than or equal to the minimum charge amount allowed for your account and the currency set (https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts). If you want to save a customer's payment details without charging them, use the SetupIntent API.",
      'amount',
      'parameter_invalid_integer',
    );
  }
}

/** Without its event, which its maker emits when the rest of the intent is known. */
export function newPaymentIntent(
  { state, now, newId }: Scene,
  params: Omit<Stripe.PaymentIntentCreateParams, 'expand'>,
): PaymentIntent {
  const id = newId('pi');
  const types = params.allowed_payment_method_types;
  const intent: PaymentIntent = {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: types ?? null,
    amount: params.amount,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: types
      ? null
      : { enabled: true, ...params.automatic_payment_methods },
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic_async',
    client_secret: `${id}_secret_${newId('x').slice(2)}`,
    confirmation_method: 'automatic',
    created: now,
    currency: params.currency,
    customer: params.customer ?? null,
    customer_account: null,
    description: params.description ?? null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: mergeMetadata({}, params.metadata),
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {
      card: {
        installments: null,
        mandate_options: null,
        network: null,
        request_three_d_secure: 'automatic',
      },
    },
    payment_method_types: types ?? ['card'],
    payment_record: null,
    processing: null,
    receipt_email: params.receipt_email ?? null,
    review: null,
    setup_future_usage: params.setup_future_usage ?? null,
    shipping: null,
    source: null,
    statement_descriptor: params.statement_descriptor ?? null,
    statement_descriptor_suffix: null,
    status: 'requires_payment_method',
    transfer_data: null,
    transfer_group: null,
  };
  state.paymentIntents[id] = intent;
  return intent;
}

function updatePaymentIntent(scene: Scene, params: Stripe.PaymentIntentUpdateParams, id: string) {
  const intent = existing(scene.state.paymentIntents, id, noun, 'intent');
  const isChangeable = ['requires_payment_method', 'requires_confirmation', 'requires_action'];
  if (params.amount !== undefined && !isChangeable.includes(intent.status)) {
    throw unexpectedState(
      intent,
      `This PaymentIntent's amount could not be updated because it has a status of ${intent.status}. You may only update the amount of a PaymentIntent with one of the following statuses: requires_payment_method, requires_confirmation, requires_action.`,
    );
  }
  if (params.amount !== undefined) {
    checkAmount(params.amount, intent.currency);
    intent.amount = params.amount;
  }
  if (params.payment_method !== undefined) {
    intent.payment_method = takePaymentMethod(scene, params.payment_method).id;
    intent.status = 'requires_confirmation';
  }
  intent.description = params.description ?? intent.description;
  intent.metadata = mergeMetadata(intent.metadata, params.metadata);
  return intent;
}

type Confirmation = Pick<
  Stripe.PaymentIntentConfirmParams,
  | 'payment_method'
  | 'payment_method_data'
  | 'return_url'
  | 'off_session'
  | 'error_on_requires_action'
>;

function confirm(scene: Scene, intent: PaymentIntent, params: Confirmation) {
  if (['succeeded', 'canceled', 'processing'].includes(intent.status)) {
    throw unexpectedState(
      intent,
      intent.status === 'succeeded'
        ? 'You cannot confirm this PaymentIntent because it has already succeeded after being previously confirmed.'
        : `You cannot confirm this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be confirmed: requires_confirmation, requires_action.`,
    );
  }
  const method = toPaymentMethod(scene, intent, params);
  const isOffSession = Boolean(params.off_session);
  const automatic = intent.automatic_payment_methods;
  const mayRedirect = automatic?.enabled && automatic.allow_redirects !== 'never';
  if (mayRedirect && !isOffSession && !params.return_url && !scene.caller.isPublishable) {
    throw invalid(
      "This PaymentIntent is configured to accept payment methods enabled in your Dashboard. Because some of these payment methods might redirect your customer off of your page, you must provide a `return_url`. If you don't want to accept redirect-based payment methods, set `automatic_payment_methods[enabled]` to `true` and `automatic_payment_methods[allow_redirects]` to `never` when creating Setup Intents and Payment Intents.",
      'return_url',
    );
  }
  const bankCard = scene.state.bankCards[method.id];
  if (params.error_on_requires_action && bankCard && asksHolder(bankCard)) {
    throw toCardError(authenticationRequired, { payment_intent: structuredClone(intent) });
  }
  return pay(scene, intent, method, { isOffSession });
}

function toPaymentMethod(scene: Scene, intent: PaymentIntent, params: Confirmation): PaymentMethod {
  if (params.payment_method_data) {
    return addPaymentMethod(scene, params.payment_method_data);
  }
  const id = params.payment_method ?? intent.payment_method;
  if (!id) {
    throw unexpectedState(
      intent,
      "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment method or ConfirmationToken.",
    );
  }
  return takePaymentMethod(scene, id);
}

/**
 * Asks the bank. The intent then has succeeded, waits, or was declined. The error of a decline is returned, not thrown,
 * so that charge and events are kept.
 */
export function pay(
  scene: Scene,
  intent: PaymentIntent,
  method: PaymentMethod,
  { isOffSession = false, isAuthenticated = false } = {},
): PaymentIntent | StripeError {
  const bankCard = scene.state.bankCards[method.id] ?? { number: '', isAuthenticated: false };
  intent.payment_method = method.id;
  intent.last_payment_error = null;
  intent.next_action = null;
  if (!isAuthenticated && asksHolder(bankCard)) {
    if (isOffSession) {
      return decline(scene, intent, method, authenticationRequired);
    }
    intent.status = 'requires_action';
    intent.next_action = { type: 'use_stripe_sdk', use_stripe_sdk: {} };
    scene.emit('payment_intent.requires_action', intent);
    return intent;
  }
  if (staysProcessing(bankCard)) {
    intent.status = 'processing';
    scene.emit('payment_intent.processing', intent);
    return intent;
  }
  const refusal = refusalToPay(bankCard);
  return refusal ? decline(scene, intent, method, refusal) : succeed(scene, intent, method);
}

function succeed(scene: Scene, intent: PaymentIntent, method: PaymentMethod): PaymentIntent {
  intent.status = 'succeeded';
  intent.amount_received = intent.amount;
  addCharge(scene, intent, method);
  if (intent.setup_future_usage !== null && intent.customer !== null) {
    attach(scene, method);
    const bankCard = scene.state.bankCards[method.id];
    if (bankCard) {
      bankCard.isAuthenticated = true;
    }
  }
  scene.emit('payment_intent.succeeded', intent);
  return intent;
}

function decline(
  scene: Scene,
  intent: PaymentIntent,
  method: PaymentMethod,
  refusal: Decline,
): StripeError {
  const charge = addCharge(scene, intent, method, refusal);
  intent.status = 'requires_payment_method';
  intent.payment_method = null;
  // The declaration names the codes that it knows.
  intent.last_payment_error = {
    ...refusal,
    charge: charge.id,
    payment_method: structuredClone(method),
    type: 'card_error',
  } as PaymentIntent['last_payment_error'];
  scene.emit('payment_intent.payment_failed', intent);
  return toCardError(refusal, {
    charge: charge.id,
    payment_intent: structuredClone(intent),
    payment_method: structuredClone(method),
  });
}

/** The holder answered the bank's question. */
export function finishPayment(scene: Scene, id: string, isAgreed: boolean): PaymentIntent {
  const intent = existing(scene.state.paymentIntents, id, noun, 'intent');
  if (intent.status !== 'requires_action') {
    throw unexpectedState(intent, `This PaymentIntent has a status of ${intent.status}.`);
  }
  const method = existing(scene.state.paymentMethods, intent.payment_method ?? '', 'PaymentMethod');
  if (isAgreed) {
    pay(scene, intent, method, { isAuthenticated: true });
    return intent;
  }
  intent.status = 'requires_payment_method';
  intent.next_action = null;
  intent.payment_method = null;
  intent.last_payment_error = {
    code: 'payment_intent_authentication_failure',
    message:
      'The provided PaymentMethod has failed authentication. You can provide payment_method_data or a new PaymentMethod to attempt to fulfill this PaymentIntent again.',
    payment_method: structuredClone(method),
    type: 'invalid_request_error',
  };
  scene.emit('payment_intent.payment_failed', intent);
  return intent;
}

/** The bank decided on a payment that was processing. */
export function decideProcessing(scene: Scene, id: string, isPaid: boolean): PaymentIntent {
  const intent = existing(scene.state.paymentIntents, id, noun, 'intent');
  if (intent.status !== 'processing') {
    throw unexpectedState(intent, `This PaymentIntent has a status of ${intent.status}.`);
  }
  const method = existing(scene.state.paymentMethods, intent.payment_method ?? '', 'PaymentMethod');
  if (isPaid) {
    return succeed(scene, intent, method);
  }
  const refusal: Decline = {
    code: 'card_declined',
    message: 'Your card was declined.',
    decline_code: 'generic_decline',
    advice_code: 'try_again_later',
  };
  decline(scene, intent, method, refusal);
  return intent;
}

export function cancelIntent(
  scene: Scene,
  intent: PaymentIntent,
  { cancellation_reason: reason }: { cancellation_reason?: PaymentIntent['cancellation_reason'] },
): PaymentIntent {
  if (['succeeded', 'canceled', 'processing'].includes(intent.status)) {
    throw unexpectedState(
      intent,
      `You cannot cancel this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be canceled: requires_payment_method, requires_capture, requires_confirmation, requires_action, processing.`,
    );
  }
  intent.status = 'canceled';
  intent.canceled_at = scene.now;
  intent.cancellation_reason = reason ?? null;
  intent.next_action = null;
  scene.emit('payment_intent.canceled', intent);
  return intent;
}

function unexpectedState(intent: PaymentIntent, message: string) {
  return new StripeError(400, 'invalid_request_error', message, {
    code: 'payment_intent_unexpected_state',
    payment_intent: structuredClone(intent),
  });
}
