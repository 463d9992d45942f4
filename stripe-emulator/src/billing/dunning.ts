import type { Reaction } from '../routes.ts';
import { nextAttemptAt } from '../rules/due-times.ts';
import { type Scene, update } from '../scene.ts';
import {
  attemptPayment,
  invoiceOfIntent,
  isAttempting,
  isCounted,
  markPaid,
  recordFailure,
  subscriptionFor,
} from './invoicing.ts';
import { changeSubscription, type Invoice, isEnded, type Subscription } from './objects.ts';
import { endSubscription } from './subscription-end.ts';

/** An automatic attempt, of a renewal or one of its retries. The settings say what follows from the last one. */
export function attemptAutomatically(scene: Scene, invoice: Invoice) {
  const error = attemptPayment(scene, invoice, { isAutomatic: true });
  if (error) {
    followFailure(scene, invoice);
  } else if (invoice.status === 'open') {
    // The bank decides later, and nothing is tried before.
    update(scene, 'invoice.updated', invoice, () => {
      invoice.next_payment_attempt = null;
    });
  }
}

/** A payment outside of an attempt, as from a page on which the holder confirms it, or about which the bank decides later. */
export const paymentReactions: Reaction[] = [
  {
    to: 'payment_intent.succeeded',
    run: (scene, id) => {
      const invoice = invoiceOfIntent(scene, id);
      if (invoice && invoice.status !== 'paid') {
        markPaid(scene, invoice);
      }
    },
  },
  {
    to: 'payment_intent.payment_failed',
    run: (scene, id) => {
      const invoice = invoiceOfIntent(scene, id);
      if (invoice && !isAttempting(invoice)) {
        const isAutomatic = isTriedLate(invoice);
        recordFailure(scene, invoice, isCounted(invoice, { isAutomatic }));
        if (isAutomatic) {
          followFailure(scene, invoice);
        }
      }
    },
  },
];

/** Tells an automatic attempt at a renewal about which the bank decides later. */
function isTriedLate({ auto_advance, billing_reason, next_payment_attempt }: Invoice): boolean {
  return (
    next_payment_attempt === null &&
    auto_advance === true &&
    billing_reason === 'subscription_cycle'
  );
}

function followFailure(scene: Scene, invoice: Invoice) {
  if (invoice.status !== 'open') {
    return;
  }
  const { retryDays } = scene.catalogue.settings;
  const next = nextAttemptAt(scene.now, invoice.attempt_count, retryDays);
  update(scene, 'invoice.updated', invoice, () => {
    invoice.next_payment_attempt = next;
    invoice.auto_advance = next !== null;
  });
  const subscription = subscriptionFor(scene, invoice);
  if (subscription && !isEnded(subscription) && subscription.status !== 'incomplete') {
    changeSubscription(scene, subscription, () =>
      becomeOverdue(scene, subscription, next === null),
    );
  }
}

function becomeOverdue(scene: Scene, subscription: Subscription, wasLastAttempt: boolean) {
  const { afterLastRetry } = scene.catalogue.settings;
  if (wasLastAttempt && afterLastRetry === 'cancel') {
    endSubscription(scene, subscription, { status: 'canceled', reason: 'payment_failed' });
    return;
  }
  const isGivenUp = wasLastAttempt && afterLastRetry === 'unpaid';
  // Retries of other invoices may go on; they do not make it past due again.
  subscription.status = isGivenUp || subscription.status === 'unpaid' ? 'unpaid' : 'past_due';
}
