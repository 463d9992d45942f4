import type Stripe from 'stripe';
import type { Scene } from '../scene.ts';
import { missing } from '../wire/errors.ts';
import { creditsFor } from './credits.ts';
import { createDraft, pendingItems } from './drafts.ts';
import { attemptPayment, finalizeInvoice, voidInvoice } from './invoicing.ts';
import { toInvoiceItem } from './lines.ts';
import { changeSubscription, isEnded, itemsOf, type Subscription } from './objects.ts';
import { closeSchedule } from './schedule-phases.ts';
import { endSubscription } from './subscription-end.ts';
import { setCancellationDetails } from './subscription-fields.ts';

/** Ends a subscription now. Nothing is given back unless it is asked for. */
export function cancelSubscription(
  scene: Scene,
  subscription: Subscription,
  params: Stripe.SubscriptionCancelParams,
): Subscription {
  if (isEnded(subscription)) {
    throw missing('subscription', subscription.id);
  }
  const schedule = scene.state.schedules[subscription.schedule ?? ''];
  const invoice = scene.state.invoices[subscription.latest_invoice ?? ''];
  return changeSubscription(scene, subscription, () => {
    setCancellationDetails(subscription, params.cancellation_details);
    if (subscription.status === 'incomplete') {
      if (invoice?.status === 'open') {
        voidInvoice(scene, invoice);
      }
      endSubscription(scene, subscription, {
        status: 'incomplete_expired',
        reason: 'cancellation_requested',
      });
      return;
    }
    billTheRest(scene, subscription, params);
    endSubscription(scene, subscription, { status: 'canceled', reason: 'cancellation_requested' });
    if (schedule) {
      closeSchedule(scene, schedule, 'canceled');
    }
  });
}

function billTheRest(
  scene: Scene,
  subscription: Subscription,
  { prorate = false, invoice_now: now = false }: Stripe.SubscriptionCancelParams,
) {
  const credits = prorate
    ? itemsOf(subscription).flatMap((item) => creditsFor(scene, subscription, item, scene.now))
    : [];
  for (const credit of credits) {
    toInvoiceItem(scene, String(subscription.customer), credit);
  }
  const pending = pendingItems(scene, subscription.id, subscription.currency);
  if (now && pending.length > 0) {
    const { currency } = subscription;
    const invoice = createDraft(scene, {
      subscription,
      reason: 'subscription_update',
      currency,
      lines: [],
    });
    finalizeInvoice(scene, invoice);
    attemptPayment(scene, invoice, { isAutomatic: true });
    return;
  }
  if (!prorate && !now) {
    for (const item of pending.filter((one) => one.proration)) {
      delete scene.state.invoiceItems[item.id];
      scene.emit('invoiceitem.deleted', item);
    }
  }
}
