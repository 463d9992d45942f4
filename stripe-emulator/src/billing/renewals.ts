import { boundary, periodAt } from '../rules/periods.ts';
import { type Scene, update } from '../scene.ts';
import { createDraft, pendingItems } from './drafts.ts';
import { attemptAutomatically } from './dunning.ts';
import { finalizeInvoice, markUncollectible, subscriptionFor, voidInvoice } from './invoicing.ts';
import { type LineDraft, wholePeriodLine } from './lines.ts';
import {
  changeSubscription,
  type Invoice,
  isLive,
  itemsOf,
  paymentMethodFor,
  recurrenceOf,
  type Subscription,
} from './objects.ts';
import { endSubscription } from './subscription-end.ts';

/** A period or a trial is over: the next period begins, and its invoice is a draft for a while. */
export function renew(scene: Scene, subscription: Subscription): Invoice | undefined {
  const endsTrial = subscription.status === 'trialing';
  if (endsTrial && endsWithoutCard(scene, subscription)) {
    return undefined;
  }

  let invoice: Invoice | undefined;
  changeSubscription(scene, subscription, () => {
    const due = itemsOf(subscription).filter((item) => item.current_period_end <= scene.now);
    const [first] = due;
    const period = { start: first?.current_period_start ?? scene.now, end: scene.now };
    for (const item of due) {
      const recurrence = recurrenceOf(item.price);
      const next = endsTrial
        ? { start: scene.now, end: boundary(scene.now, recurrence, 1) }
        : periodAt(subscription.billing_cycle_anchor, recurrence, scene.now);
      item.current_period_start = next.start;
      item.current_period_end = next.end;
    }
    if (endsTrial) {
      subscription.status = 'active';
    }
    if (subscription.cancel_at_period_end) {
      subscription.cancel_at = Math.min(
        ...itemsOf(subscription).map((item) => item.current_period_end),
      );
    }
    const lines = due.map((item) => wholePeriodLine(scene, subscription, item, false));
    invoice = draftAutomatically(scene, subscription, lines, period);
  });
  if (invoice?.automatically_finalizes_at === scene.now) {
    finalizeAutomatically(scene, invoice);
  }
  return invoice;
}

/** A draft that Stripe finalizes by itself, unless nothing is collected for the subscription. */
export function draftAutomatically(
  scene: Scene,
  subscription: Subscription,
  lines: readonly LineDraft[],
  period: { start: number; end: number },
): Invoice {
  const { currency } = subscription;
  const invoice = createDraft(scene, {
    subscription,
    reason: 'subscription_cycle',
    currency,
    lines,
    period,
  });
  const isHeld =
    subscription.status === 'unpaid' || subscription.pause_collection?.behavior === 'keep_as_draft';
  invoice.auto_advance = !isHeld;
  if (!isHeld) {
    invoice.automatically_finalizes_at = scene.now + scene.catalogue.settings.draftMinutes * 60;
    invoice.next_payment_attempt =
      subscription.collection_method === 'charge_automatically'
        ? invoice.automatically_finalizes_at
        : null;
  }
  return invoice;
}

function endsWithoutCard(scene: Scene, subscription: Subscription): boolean {
  const behavior =
    subscription.trial_settings?.end_behavior.missing_payment_method ?? 'create_invoice';
  const isMissing = !isLive(scene.state, paymentMethodFor(scene.state, subscription));
  if (
    !isMissing ||
    behavior === 'create_invoice' ||
    subscription.collection_method === 'send_invoice'
  ) {
    return false;
  }
  if (behavior === 'cancel') {
    endSubscription(scene, subscription, { status: 'canceled', reason: null });
    return true;
  }
  changeSubscription(scene, subscription, () => {
    subscription.status = 'paused';
    subscription.status_details = {
      paused: {
        subscription: { type: 'trial_end_without_payment_method' },
        transitioned_at: scene.now,
        type: 'subscription',
      },
    };
  });
  scene.emit('customer.subscription.paused', subscription);
  return true;
}

export function finalizeAutomatically(scene: Scene, invoice: Invoice) {
  finalizeInvoice(scene, invoice);
  if (invoice.status !== 'open') {
    return;
  }
  const subscription = subscriptionFor(scene, invoice);
  switch (subscription?.pause_collection?.behavior) {
    case 'void':
      voidInvoice(scene, invoice);
      return;
    case 'mark_uncollectible':
      markUncollectible(scene, invoice);
      return;
  }
  if (invoice.collection_method === 'charge_automatically') {
    attemptAutomatically(scene, invoice);
    return;
  }
  update(scene, 'invoice.updated', invoice, () => {
    invoice.due_date = scene.now + (subscription?.days_until_due ?? 30) * 86_400;
  });
  scene.emit('invoice.sent', invoice);
}

/** The end that was set has come. Prorations that still wait are billed. */
export function endAtTerm(scene: Scene, subscription: Subscription) {
  endSubscription(scene, subscription, { status: 'canceled', reason: 'cancellation_requested' });
  if (pendingItems(scene, subscription.id, subscription.currency).length > 0) {
    const [first] = itemsOf(subscription);
    draftAutomatically(scene, subscription, [], {
      start: first?.current_period_start ?? scene.now,
      end: scene.now,
    });
  }
}
