import type Stripe from 'stripe';
import { incompleteLifetimeSeconds } from '../rules/due-times.ts';
import type { Scene } from '../scene.ts';
import { invalid } from '../wire/errors.ts';
import { changeItems, type ItemsChange } from './change-items.ts';
import { createDraft } from './drafts.ts';
import { attemptPayment, finalizeInvoice, noPaymentMethod } from './invoicing.ts';
import { changeSubscription, isLive, paymentMethodFor, type Subscription } from './objects.ts';

/** Takes a paused subscription up again. It is active once its invoice is paid; unpaid for 23 hours, it stays paused. */
export function resumeSubscription(
  scene: Scene,
  subscription: Subscription,
  params: Stripe.SubscriptionResumeParams,
): Subscription {
  if (subscription.status !== 'paused') {
    throw invalid('You can only resume a subscription whose status is `paused`.');
  }
  if (!isLive(scene.state, paymentMethodFor(scene.state, subscription))) {
    throw noPaymentMethod();
  }
  changeSubscription(scene, subscription, () => {
    const { lines } = changeItems(scene, subscription, {
      items: [],
      anchor: (params.billing_cycle_anchor?.type ?? 'now') as ItemsChange['anchor'],
      trialEnd: null,
      prorationBehavior: (params.proration_behavior ??
        'create_prorations') as ItemsChange['prorationBehavior'],
      prorationDate: params.proration_date ?? scene.now,
      discounts: null,
    });
    const { currency } = subscription;
    const invoice = createDraft(scene, {
      subscription,
      reason: 'subscription_update',
      currency,
      lines,
    });
    scene.state.billing.resumptions[subscription.id] = {
      invoice: invoice.id,
      expiresAt: scene.now + incompleteLifetimeSeconds,
    };
    finalizeInvoice(scene, invoice);
    if (params.payment_behavior !== 'resume_on_payment_success') {
      attemptPayment(scene, invoice, { isAutomatic: false });
    }
  });
  return subscription;
}
