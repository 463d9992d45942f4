import type { Reaction } from '../routes.ts';
import { nextAttemptAt } from '../rules/due-times.ts';
import { type Scene, update } from '../scene.ts';
import { attemptPayment, invoiceOfIntent, isAttempting, isTriedLate, subscriptionFor } from './invoicing.ts';
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

/** A bank that decides later says no to an automatic attempt. */
export const lateFailures: Reaction[] = [
  {
    to: 'payment_intent.payment_failed',
    run: (scene, id) => {
      const invoice = invoiceOfIntent(scene, id);
      if (invoice && !isAttempting(invoice) && isTriedLate(invoice)) {
        followFailure(scene, invoice);
      }
    },
  },
];

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
