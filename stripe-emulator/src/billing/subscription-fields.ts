import type Stripe from 'stripe';
import { mergeMetadata, type Scene } from '../scene.ts';
import { invalid, missing } from '../wire/errors.ts';
import { customerOf, itemsOf, periodEndOf, type Subscription } from './objects.ts';
import { requireTaxable } from './taxes.ts';

type FieldParams =
  | Partial<Stripe.SubscriptionCreateParams>
  | Partial<Stripe.SubscriptionUpdateParams>;

/** Fields that are stored as they are given. An empty value removes one. */
export function setFields(scene: Scene, subscription: Subscription, params: FieldParams) {
  setPaymentFields(scene, subscription, params);
  subscription.metadata = mergeMetadata(subscription.metadata, params.metadata);
  if (params.description !== undefined) {
    subscription.description = params.description || null;
  }
  setTaxFields(scene, subscription, params);
  if (params.trial_settings) {
    const { billing_cycle_anchor = null, missing_payment_method = 'create_invoice' } =
      params.trial_settings.end_behavior;
    subscription.trial_settings = {
      end_behavior: { billing_cycle_anchor, missing_payment_method },
    };
  }
  if (params.invoice_settings?.description !== undefined) {
    subscription.invoice_settings.description = params.invoice_settings.description || null;
  }
}

function setTaxFields(scene: Scene, subscription: Subscription, params: FieldParams) {
  if (params.default_tax_rates !== undefined) {
    subscription.default_tax_rates = (params.default_tax_rates || []).map((id) => {
      const rate = scene.catalogue.taxRates[id];
      if (!rate) {
        throw missing('tax rate', id, 'default_tax_rates');
      }
      return rate;
    });
  }
  if (params.automatic_tax) {
    const { enabled } = params.automatic_tax;
    subscription.automatic_tax = {
      disabled_reason: null,
      enabled,
      liability: enabled ? { type: 'self' } : null,
    };
    if (enabled && itemsOf(subscription).length > 0) {
      requireTaxable(
        scene,
        itemsOf(subscription).map((item) => item.price),
      );
    }
  }
}

function setPaymentFields(scene: Scene, subscription: Subscription, params: FieldParams) {
  if (params.default_payment_method !== undefined) {
    subscription.default_payment_method = ownPaymentMethod(scene, params.default_payment_method);
  }
  if (params.payment_settings && subscription.payment_settings) {
    const { save_default_payment_method: saved, payment_method_types: types } =
      params.payment_settings;
    subscription.payment_settings.save_default_payment_method =
      saved ?? subscription.payment_settings.save_default_payment_method;
    if (types !== undefined) {
      subscription.payment_settings.payment_method_types = types || null;
    }
  }
  if (params.collection_method !== undefined) {
    subscription.collection_method = params.collection_method;
  }
  if (params.days_until_due !== undefined) {
    subscription.days_until_due = params.days_until_due;
  }
  if (subscription.collection_method === 'send_invoice' && subscription.days_until_due === null) {
    throw invalid(
      'When creating a subscription with `collection_method` set to `send_invoice`, you must specify `days_until_due`.',
      'days_until_due',
    );
  }
}

function ownPaymentMethod(scene: Scene, id: string): string | null {
  if (id === '') {
    return null;
  }
  const paymentMethod = scene.state.paymentMethods[id];
  if (!paymentMethod) {
    throw missing('PaymentMethod', id, 'default_payment_method');
  }
  if (paymentMethod.customer !== customerOf(scene.state).id) {
    throw invalid(
      'The customer does not have a payment method with the ID ' +
        id +
        '. The payment method must be attached to the customer.',
      'default_payment_method',
      'resource_missing',
    );
  }
  return id;
}

interface CancellationParams {
  cancel_at?: number | string | null;
  cancel_at_period_end?: boolean;
  cancellation_details?: Stripe.SubscriptionUpdateParams.CancellationDetails;
}

/** When a subscription is to end. A time that is named by a word is looked up once and does not follow the period. */
export function setCancellation(
  scene: Scene,
  subscription: Subscription,
  params: CancellationParams,
) {
  setCancellationDetails(subscription, params.cancellation_details);
  if (params.cancel_at === undefined && params.cancel_at_period_end === undefined) {
    return;
  }
  // A date that was set by itself, as in the portal, is not taken back with the flag.
  const isFlagOff = params.cancel_at === undefined && !params.cancel_at_period_end;
  if (isFlagOff && !subscription.cancel_at_period_end) {
    return;
  }
  if (params.cancel_at && params.cancel_at_period_end) {
    throw invalid(
      'You may only specify one of these parameters: cancel_at, cancel_at_period_end.',
      'cancel_at',
    );
  }
  if (subscription.schedule !== null) {
    throw invalid(
      `The subscription is managed by the subscription schedule \`${subscription.schedule}\`, and updating any cancelation behavior directly is not allowed. Please update the schedule instead.`,
    );
  }
  const cancelAt = params.cancel_at_period_end
    ? periodEndOf(subscription)
    : cancelAtOf(scene, subscription, params.cancel_at);
  setEnd(scene, subscription, cancelAt, params.cancel_at_period_end ?? false);
}

function setEnd(
  scene: Scene,
  subscription: Subscription,
  cancelAt: number | null,
  isPeriodEnd: boolean,
) {
  const isChanged = (cancelAt === null) !== (subscription.cancel_at === null);
  subscription.cancel_at = cancelAt;
  subscription.cancel_at_period_end = isPeriodEnd;
  if (isChanged) {
    subscription.canceled_at = cancelAt === null ? null : scene.now;
  }
  if (subscription.cancellation_details) {
    subscription.cancellation_details.reason = cancelAt === null ? null : 'cancellation_requested';
  }
}

function cancelAtOf(
  scene: Scene,
  subscription: Subscription,
  cancelAt: number | string | null | undefined,
): number | null {
  switch (cancelAt) {
    case undefined:
    case null:
    case '':
      return null;
    case 'min_period_end':
      return periodEndOf(subscription);
    case 'max_period_end':
    case 'max_billed_until':
      return periodEndOf(subscription, 'last');
    default: {
      const at = Number(cancelAt);
      if (at <= scene.now) {
        throw invalid('The `cancel_at` timestamp must be in the future.', 'cancel_at');
      }
      return at;
    }
  }
}

export function setCancellationDetails(
  subscription: Subscription,
  params: CancellationParams['cancellation_details'],
) {
  if (!params) {
    return;
  }
  const details = subscription.cancellation_details ?? {
    comment: null,
    feedback: null,
    feedback_option: null,
    reason: null,
  };
  if (params.comment !== undefined) {
    details.comment = params.comment || null;
  }
  if (params.feedback !== undefined) {
    details.feedback = params.feedback || null;
  }
  subscription.cancellation_details = details;
}
