import type Stripe from 'stripe';
import { requireCustomer } from '../customer.ts';
import { onCustomer, onList, type Resource } from '../routes.ts';
import { mergeMetadata, type Scene } from '../scene.ts';
import type { Stored } from '../state.ts';
import { existing, invalid, missing, StripeError } from '../wire/errors.ts';
import { asksHolder, refusalToSave } from '../world/bank.ts';
import {
  addPaymentMethod,
  attach,
  type PaymentMethod,
  takePaymentMethod,
  toCardError,
} from './payment-methods.ts';

export type SetupIntent = Stored<Stripe.SetupIntent>;

const path = '/v1/setup_intents/{id}';
const noun = 'setupintent';

export const setupIntents: Resource = {
  routes: [
    onCustomer(
      'POST',
      '/v1/setup_intents',
      {
        owner: ({ customer }: Stripe.SetupIntentCreateParams) => customer,
        takes: ({ payment_method: method }) => [method],
      },
      createSetupIntent,
    ),
    onList('/v1/setup_intents', ({ setupIntents: intents }, params: Stripe.SetupIntentListParams) =>
      Object.values(intents).filter(
        ({ customer, payment_method: method }) =>
          (params.customer === undefined || customer === params.customer) &&
          (params.payment_method === undefined || method === params.payment_method),
      ),
    ),
    onCustomer('GET', path, { isPublishable: true }, findForCaller),
    onCustomer('POST', path, {}, updateSetupIntent),
    onCustomer(
      'POST',
      `${path}/confirm`,
      {
        takes: ({ payment_method: method }: Stripe.SetupIntentConfirmParams) => [method],
        isPublishable: true,
      },
      (scene, params, id) => confirm(scene, findForCaller(scene, params, id), params),
    ),
    onCustomer('POST', `${path}/cancel`, {}, cancelSetupIntent),
  ],
};

function findForCaller({ state, caller }: Scene, _: object, id: string): SetupIntent {
  const intent = existing(state.setupIntents, id, noun, 'intent');
  if (caller.isPublishable && caller.clientSecret !== intent.client_secret) {
    throw missing(noun, id, 'intent');
  }
  return intent;
}

function createSetupIntent(scene: Scene, params: Stripe.SetupIntentCreateParams) {
  const { customer } = params;
  if (customer !== undefined) {
    requireCustomer(scene.state, customer, 'customer');
  }
  const intent = newSetupIntent(scene, params);
  if (params.payment_method !== undefined) {
    intent.payment_method = takePaymentMethod(scene, params.payment_method).id;
    intent.status = 'requires_confirmation';
  }
  scene.emit('setup_intent.created', intent);
  return params.confirm ? confirm(scene, intent, params) : intent;
}

/** Without its event: a subscription's pending intent is told with the subscription. */
export function newSetupIntent(
  { state, now, newId }: Scene,
  params: Omit<Stripe.SetupIntentCreateParams, 'expand'>,
): SetupIntent {
  const id = newId('seti');
  const { automatic_payment_methods: automatic, allowed_payment_method_types: types } = params;
  if (types && automatic?.enabled) {
    throw invalid(
      'You may only specify one of these parameters: automatic_payment_methods, allowed_payment_method_types.',
    );
  }
  const intent: SetupIntent = {
    id,
    object: 'setup_intent',
    allowed_payment_method_types: types ?? null,
    application: null,
    automatic_payment_methods: types ? null : { enabled: true, ...automatic },
    cancellation_reason: null,
    client_secret: `${id}_secret_${newId('x').slice(2)}`,
    created: now,
    customer: params.customer ?? null,
    customer_account: null,
    description: params.description ?? null,
    excluded_payment_method_types: null,
    flow_directions: params.flow_directions ?? [],
    last_setup_error: null,
    latest_attempt: null,
    livemode: false,
    mandate: null,
    metadata: mergeMetadata({}, params.metadata),
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {
      card: { mandate_options: null, network: null, request_three_d_secure: 'automatic' },
    },
    payment_method_types: types ?? ['card'],
    single_use_mandate: null,
    status: 'requires_payment_method',
    usage: params.usage ?? 'off_session',
  };
  state.setupIntents[id] = intent;
  return intent;
}

function updateSetupIntent(scene: Scene, params: Stripe.SetupIntentUpdateParams, id: string) {
  const intent = existing(scene.state.setupIntents, id, noun, 'intent');
  intent.description = params.description ?? intent.description;
  intent.metadata = mergeMetadata(intent.metadata ?? {}, params.metadata);
  return intent;
}

type Confirmation = Pick<
  Stripe.SetupIntentConfirmParams,
  'payment_method' | 'payment_method_data' | 'return_url'
>;

function confirm(
  scene: Scene,
  intent: SetupIntent,
  params: Confirmation,
): SetupIntent | StripeError {
  if (intent.status === 'succeeded' || intent.status === 'canceled') {
    throw unexpectedState(
      intent,
      intent.status === 'succeeded'
        ? 'You cannot confirm this SetupIntent because it has already succeeded.'
        : 'You cannot confirm this SetupIntent because it has a status of canceled.',
    );
  }
  const method = toPaymentMethod(scene, intent, params);
  const automatic = intent.automatic_payment_methods;
  const mayRedirect = automatic?.enabled && automatic.allow_redirects !== 'never';
  if (mayRedirect && !params.return_url && !scene.caller.isPublishable) {
    throw invalid(
      "This SetupIntent is configured to accept payment methods enabled in your Dashboard. Because some of these payment methods might redirect your customer off of your page, you must provide a `return_url`. If you don't want to accept redirect-based payment methods, set `automatic_payment_methods[enabled]` to `true` and `automatic_payment_methods[allow_redirects]` to `never` when creating Setup Intents and Payment Intents.",
      'return_url',
    );
  }
  intent.payment_method = method.id;
  const bankCard = scene.state.bankCards[method.id];
  if (bankCard && refusalToSave(bankCard)) {
    return refuse(scene, intent, method);
  }
  if (bankCard && asksHolder(bankCard)) {
    intent.status = 'requires_action';
    intent.next_action = { type: 'use_stripe_sdk', use_stripe_sdk: {} };
    scene.emit('setup_intent.requires_action', intent);
    return intent;
  }
  return succeed(scene, intent, method);
}

function toPaymentMethod(scene: Scene, intent: SetupIntent, params: Confirmation): PaymentMethod {
  if (params.payment_method_data) {
    return addPaymentMethod(scene, params.payment_method_data);
  }
  const id = params.payment_method ?? intent.payment_method;
  if (!id) {
    throw unexpectedState(
      intent,
      "You cannot confirm this SetupIntent because it's missing a payment method. You can either update the SetupIntent with a payment method and then confirm it again, or confirm it again directly with a payment method.",
    );
  }
  return takePaymentMethod(scene, id);
}

function refuse(scene: Scene, intent: SetupIntent, method: PaymentMethod): StripeError {
  const bankCard = scene.state.bankCards[method.id];
  const decline = bankCard && refusalToSave(bankCard);
  if (!decline) {
    throw new Error('Only a card that is refused can be refused');
  }
  intent.status = 'requires_payment_method';
  intent.payment_method = null;
  // The declaration names the codes that it knows.
  intent.last_setup_error = {
    ...decline,
    payment_method: structuredClone(method),
    type: 'card_error',
  } as SetupIntent['last_setup_error'];
  scene.emit('setup_intent.setup_failed', intent);
  return toCardError(decline, {
    payment_method: structuredClone(method),
    setup_intent: structuredClone(intent),
  });
}

function succeed(scene: Scene, intent: SetupIntent, method: PaymentMethod): SetupIntent {
  const bankCard = scene.state.bankCards[method.id];
  if (bankCard) {
    bankCard.isAuthenticated = true;
  }
  if (intent.customer !== null) {
    attach(scene, method);
  }
  intent.status = 'succeeded';
  intent.next_action = null;
  intent.last_setup_error = null;
  scene.emit('setup_intent.succeeded', intent);
  return intent;
}

/** The holder answered the bank's question. */
export function finishSetup(scene: Scene, id: string, isAgreed: boolean): SetupIntent {
  const intent = existing(scene.state.setupIntents, id, noun, 'intent');
  if (intent.status !== 'requires_action') {
    throw unexpectedState(intent, `This SetupIntent has a status of ${intent.status}.`);
  }
  const method = existing(scene.state.paymentMethods, intent.payment_method ?? '', 'PaymentMethod');
  if (isAgreed) {
    return succeed(scene, intent, method);
  }
  intent.status = 'requires_payment_method';
  intent.next_action = null;
  intent.payment_method = null;
  intent.last_setup_error = {
    code: 'setup_intent_authentication_failure',
    message:
      'The latest attempt to set up the payment method has failed because authentication failed.',
    payment_method: structuredClone(method),
    type: 'invalid_request_error',
  };
  scene.emit('setup_intent.setup_failed', intent);
  return intent;
}

function cancelSetupIntent(scene: Scene, params: Stripe.SetupIntentCancelParams, id: string) {
  const intent = existing(scene.state.setupIntents, id, noun, 'intent');
  if (intent.status === 'canceled') {
    throw unexpectedState(
      intent,
      'You cannot cancel this SetupIntent because it it already canceled.',
    );
  }
  if (intent.status === 'succeeded') {
    throw unexpectedState(
      intent,
      'You cannot cancel this SetupIntent because it has a status of succeeded. Only a SetupIntent with one of the following statuses may be canceled: `requires_payment_method`, `requires_confirmation`, `requires_action`.',
    );
  }
  intent.status = 'canceled';
  intent.cancellation_reason = params.cancellation_reason ?? null;
  intent.next_action = null;
  scene.emit('setup_intent.canceled', intent);
  return intent;
}

function unexpectedState(intent: SetupIntent, message: string) {
  return new StripeError(400, 'invalid_request_error', message, {
    code: 'setup_intent_unexpected_state',
    setup_intent: structuredClone(intent),
  });
}
