import { pendingUpdateExpiry, renewalDraftSeconds } from '../rules/due-times.ts';
import type { Scene } from '../scene.ts';
import type { PendingUpdate } from '../state.ts';
import { StripeError } from '../wire/errors.ts';
import { createDraft } from './drafts.ts';
import { attemptPayment, finalizeInvoice, noPaymentMethod } from './invoicing.ts';
import type { LineDraft } from './lines.ts';
import {
  type Invoice,
  isLive,
  isTrialing,
  paymentMethodFor,
  periodEndOf,
  type Subscription,
} from './objects.ts';
import { askForCard } from './payments.ts';

export type PaymentBehavior =
  | 'allow_incomplete'
  | 'default_incomplete'
  | 'error_if_incomplete'
  | 'pending_if_incomplete';

/** Bills a new subscription and charges its first invoice. Its status says how that went. */
export function collectFirst(
  scene: Scene,
  subscription: Subscription,
  lines: readonly LineDraft[],
  behavior: PaymentBehavior,
) {
  const invoice = createDraft(scene, {
    subscription,
    reason: 'subscription_create',
    currency: subscription.currency,
    lines,
  });
  if (subscription.collection_method === 'send_invoice' || invoice.amount_due === 0) {
    startUnpaid(scene, subscription, invoice, behavior);
    return;
  }

  subscription.status = 'incomplete';
  const isLater = behavior === 'default_incomplete';
  if (!isLater && !isLive(scene.state, paymentMethodFor(scene.state, subscription))) {
    throw noPaymentMethod();
  }
  finalizeInvoice(scene, invoice);
  const error = isLater ? undefined : attemptPayment(scene, invoice, { isAutomatic: false });
  if (error && behavior !== 'allow_incomplete') {
    throw asIncomplete(error);
  }
}

/** Nothing is charged now. A card is asked for, or its holder, by a SetupIntent. */
function startUnpaid(
  scene: Scene,
  subscription: Subscription,
  invoice: Invoice,
  behavior: PaymentBehavior,
) {
  subscription.status = isTrialing(subscription, scene.now) ? 'trialing' : 'active';
  if (subscription.collection_method === 'send_invoice') {
    invoice.automatically_finalizes_at = scene.now + renewalDraftSeconds;
    return;
  }
  finalizeInvoice(scene, invoice);
  const paymentMethod = paymentMethodFor(scene.state, subscription);
  if (paymentMethod !== null || behavior === 'default_incomplete') {
    subscription.pending_setup_intent = askForCard(scene, paymentMethod)?.id ?? null;
  }
}

/** Bills a change now. A change that has to be paid first is put back and waits for its invoice. */
export function collectChange(
  scene: Scene,
  subscription: Subscription,
  change: {
    before: Subscription;
    lines: readonly LineDraft[];
    metadata: PendingUpdate['metadata'];
  },
  behavior: PaymentBehavior,
): void {
  const { before, lines, metadata } = change;
  const [first] = before.items.data;
  const invoice = createDraft(scene, {
    subscription,
    reason: 'subscription_update',
    currency: subscription.currency,
    lines,
    period: { start: first?.current_period_start ?? scene.now, end: scene.now },
  });
  if (subscription.collection_method === 'send_invoice') {
    invoice.automatically_finalizes_at = scene.now + renewalDraftSeconds;
    return;
  }
  const isCharged = invoice.amount_due > 0 && behavior !== 'default_incomplete';
  if (isCharged && !isLive(scene.state, paymentMethodFor(scene.state, subscription))) {
    throw noPaymentMethod();
  }
  finalizeInvoice(scene, invoice);
  const error = isCharged ? attemptPayment(scene, invoice, { isAutomatic: false }) : undefined;
  if (invoice.status === 'open') {
    leaveUnpaid(scene, subscription, { before, invoice, metadata, error }, behavior);
  }
}

interface UnpaidChange extends Pick<PendingUpdate, 'metadata'> {
  before: Subscription;
  invoice: Invoice;
  error: StripeError | undefined;
}

/** Decides how a change goes on if its invoice could not be paid immediately. */
function leaveUnpaid(
  scene: Scene,
  subscription: Subscription,
  { before, invoice, metadata, error }: UnpaidChange,
  behavior: PaymentBehavior,
) {
  if (behavior === 'error_if_incomplete') {
    throw asIncomplete(error ?? noPaymentMethod());
  }
  if (behavior === 'pending_if_incomplete') {
    holdBack(scene, subscription, before, { invoice: invoice.id, metadata });
    return;
  }
  if (subscription.status === 'active' || subscription.status === 'trialing') {
    subscription.status = 'past_due';
  }
}

const heldFields = [
  'items',
  'billing_cycle_anchor',
  'trial_end',
  'trial_start',
  'discounts',
  'cancel_at',
  'cancel_at_period_end',
  'canceled_at',
  'cancellation_details',
  'status',
] as const;

function holdBack(
  scene: Scene,
  subscription: Subscription,
  before: Subscription,
  pending: Pick<PendingUpdate, 'invoice' | 'metadata'>,
) {
  const after = structuredClone(subscription);
  const { metadata } = pending;
  Object.assign(subscription, structuredClone(before), {
    latest_invoice: pending.invoice,
    pending_update: {
      billing_cycle_anchor: after.billing_cycle_anchor === scene.now ? scene.now : null,
      cancel_at_period_end: changed(before.cancel_at_period_end, after.cancel_at_period_end),
      discount: null,
      discounts: changed(before.discounts, after.discounts),
      expires_at: pendingUpdateExpiry(scene.now, before.trial_end, periodEndOf(before)),
      metadata: metadata
        ? Object.fromEntries(
            Object.entries(metadata).map(([name, value]) => [name, String(value ?? '')]),
          )
        : null,
      subscription_items: changed(before.items.data, after.items.data),
      trial_end: changed(before.trial_end, after.trial_end),
      trial_from_plan: null,
    },
  });
  scene.state.billing.pendingUpdates[subscription.id] = {
    ...pending,
    after: Object.fromEntries(heldFields.map((name) => [name, after[name]])),
  };
}

function changed<T>(before: T, after: T): T | null {
  return JSON.stringify(before) === JSON.stringify(after) ? null : after;
}

/** Stripe names the subscription in the error if the holder of the card has to act. */
function asIncomplete(error: StripeError): StripeError {
  if (error.fields.code !== 'invoice_payment_intent_requires_action') {
    return error;
  }
  return new StripeError(
    402,
    'card_error',
    'Payment for this subscription requires additional user action before it can be completed successfully. Payment can be completed using the PaymentIntent associated with `subscription.latest_invoice`.',
    { ...error.fields, code: 'subscription_payment_intent_requires_action' },
  );
}
