import type { DueRule } from '../routes.ts';
import { trialWarningAt } from '../rules/due-times.ts';
import type { Scene } from '../scene.ts';
import type { Catalogue, CustomerState } from '../state.ts';
import { attemptAutomatically } from './dunning.ts';
import { intentOf, voidInvoice } from './invoicing.ts';
import {
  changeSubscription,
  type Invoice,
  isEnded,
  itemsOf,
  periodEndOf,
  type Subscription,
} from './objects.ts';
import { endAtTerm, finalizeAutomatically, renew } from './renewals.ts';
import { advanceSchedule, scheduleDueAt } from './schedule-phases.ts';
import { endSubscription } from './subscription-end.ts';

interface Due {
  at: number;
  run(scene: Scene): void;
}

/** Scheduled changes of subscriptions and invoices. At one instant they happen in this order. */
export const billingDue: DueRule = {
  nextAt(state, catalogue) {
    const times = dueOf(state, catalogue).map((due) => due.at);
    return times.length > 0 ? Math.min(...times) : undefined;
  },
  run(scene) {
    const all = dueOf(scene.state, scene.catalogue).filter((due) => due.at <= scene.now);
    const [first] = all.sort((one, other) => one.at - other.at);
    first?.run(scene);
  },
};

function dueOf(state: CustomerState, catalogue: Catalogue): Due[] {
  const subscriptions = Object.values(state.subscriptions).filter(
    (subscription) => !isEnded(subscription),
  );
  return [
    ...subscriptions.flatMap((subscription) => endsOf(state, catalogue, subscription)),
    ...Object.values(state.schedules).flatMap((schedule) => {
      const at = scheduleDueAt(schedule);
      return at === undefined
        ? []
        : { at, run: (scene: Scene) => advanceSchedule(scene, schedule) };
    }),
    ...subscriptions.flatMap((subscription) => stepsOf(state, subscription)),
    ...Object.values(state.invoices).flatMap(invoiceDue),
  ];
}

function endsOf(state: CustomerState, catalogue: Catalogue, subscription: Subscription): Due[] {
  const due: Due[] = [];
  const voidFor =
    (id: string | null | undefined, otherwise: (scene: Scene) => void) => (scene: Scene) => {
      const invoice = state.invoices[id ?? ''];
      if (invoice?.status === 'open') {
        voidInvoice(scene, invoice);
      } else {
        otherwise(scene);
      }
    };
  // Nothing expires while the bank decides.
  const isUndecided = (id: string | null | undefined) => {
    const invoice = state.invoices[id ?? ''];
    return invoice !== undefined && intentOf({ state }, invoice)?.status === 'processing';
  };
  if (subscription.status === 'incomplete' && !isUndecided(subscription.latest_invoice)) {
    const expire = (scene: Scene) =>
      endSubscription(scene, subscription, { status: 'incomplete_expired', reason: null });
    due.push({
      at: subscription.created + catalogue.settings.incompleteHours * 3600,
      run: voidFor(subscription.latest_invoice, expire),
    });
  }
  const pendingInvoice = state.billing.pendingUpdates[subscription.id]?.invoice;
  if (subscription.pending_update && !isUndecided(pendingInvoice)) {
    const drop = (scene: Scene) =>
      changeSubscription(scene, subscription, () => {
        subscription.pending_update = null;
      });
    due.push({
      at: subscription.pending_update.expires_at,
      run: voidFor(pendingInvoice, drop),
    });
  }
  const resumedAt = state.billing.resumptions[subscription.id];
  if (resumedAt && subscription.status === 'paused') {
    due.push({
      at: resumedAt.expiresAt,
      run: (scene) => expireResumption(scene, subscription, resumedAt.invoice),
    });
  }
  if (subscription.cancel_at !== null && subscription.status !== 'incomplete') {
    due.push({
      at: subscription.cancel_at,
      run: (scene) => endAtTerm(scene, subscription),
    });
  }
  return due;
}

function expireResumption(scene: Scene, subscription: Subscription, invoiceId: string) {
  delete scene.state.billing.resumptions[subscription.id];
  const invoice = scene.state.invoices[invoiceId];
  if (invoice?.status === 'open') {
    voidInvoice(scene, invoice);
  }
}

const renewed = ['active', 'past_due', 'unpaid', 'trialing'];

function stepsOf(state: CustomerState, subscription: Subscription): Due[] {
  const due: Due[] = [];
  const { trial_end: trialEnd, trial_start: trialStart } = subscription;
  if (
    subscription.status === 'trialing' &&
    trialEnd !== null &&
    state.billing.announcedTrials[subscription.id] !== trialEnd
  ) {
    due.push({
      at: trialWarningAt(trialStart ?? subscription.created, trialEnd),
      run: (scene) => {
        scene.state.billing.announcedTrials[subscription.id] = trialEnd;
        scene.emit('customer.subscription.trial_will_end', subscription);
      },
    });
  }
  for (const id of discountsOf(subscription)) {
    const end = state.discounts[id]?.end;
    if (end) {
      due.push({ at: end, run: (scene) => endDiscount(scene, subscription, id) });
    }
  }
  if (subscription.pause_collection?.resumes_at) {
    due.push({
      at: subscription.pause_collection.resumes_at,
      run: (scene) => {
        changeSubscription(scene, subscription, () => {
          subscription.pause_collection = null;
        });
      },
    });
  }
  if (renewed.includes(subscription.status) && itemsOf(subscription).length > 0) {
    due.push({ at: periodEndOf(subscription), run: (scene) => renew(scene, subscription) });
  }
  return due;
}

function discountsOf(subscription: Subscription): string[] {
  return [...subscription.discounts, ...itemsOf(subscription).flatMap((item) => item.discounts)];
}

function endDiscount(scene: Scene, subscription: Subscription, id: string) {
  changeSubscription(scene, subscription, () => {
    subscription.discounts = subscription.discounts.filter((one) => one !== id);
    for (const item of itemsOf(subscription)) {
      item.discounts = item.discounts.filter((one) => one !== id);
    }
  });
  const discount = scene.state.discounts[id];
  if (discount) {
    scene.emit('customer.discount.deleted', discount);
  }
}

function invoiceDue(invoice: Invoice): Due[] {
  if (!invoice.auto_advance) {
    return [];
  }
  if (invoice.status === 'draft' && invoice.automatically_finalizes_at !== null) {
    return [
      {
        at: invoice.automatically_finalizes_at,
        run: (scene) => finalizeAutomatically(scene, invoice),
      },
    ];
  }
  if (invoice.status === 'open' && invoice.next_payment_attempt !== null) {
    return [
      { at: invoice.next_payment_attempt, run: (scene) => attemptAutomatically(scene, invoice) },
    ];
  }
  return [];
}
