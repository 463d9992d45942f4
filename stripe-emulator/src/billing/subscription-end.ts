import { type Scene, update } from '../scene.ts';
import { changeSubscription, invoicesOf, type Subscription } from './objects.ts';

export interface SubscriptionEnd {
  status: 'canceled' | 'incomplete_expired';
  reason: 'cancellation_requested' | 'payment_failed' | null;
}

/** Ends a subscription. Its open invoices stay open, but nobody is charged for them by themselves any more. */
export function endSubscription(scene: Scene, subscription: Subscription, end: SubscriptionEnd) {
  changeSubscription(scene, subscription, () => {
    Object.assign(subscription, {
      status: end.status,
      cancel_at: null,
      cancel_at_period_end: false,
      canceled_at: subscription.canceled_at ?? scene.now,
      ended_at: scene.now,
      pending_setup_intent: null,
      pending_update: null,
      schedule: null,
    });
    subscription.cancellation_details ??= {
      comment: null,
      feedback: null,
      feedback_option: null,
      reason: null,
    };
    subscription.cancellation_details.reason =
      end.reason ?? subscription.cancellation_details.reason;
    delete scene.state.billing.pendingUpdates[subscription.id];
  });
  for (const invoice of invoicesOf(scene.state, subscription.id).filter(
    (one) => one.status === 'open',
  )) {
    update(scene, 'invoice.updated', invoice, () => {
      invoice.auto_advance = false;
      invoice.next_payment_attempt = null;
    });
  }
}
