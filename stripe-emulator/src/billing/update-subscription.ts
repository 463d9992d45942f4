import type Stripe from 'stripe';
import { mergeMetadata, type Scene } from '../scene.ts';
import { invalid } from '../wire/errors.ts';
import { changeItems, type ItemParam, type ItemsChange } from './change-items.ts';
import { collectChange, type PaymentBehavior } from './collect.ts';
import { useOnce } from './drafts.ts';
import { addedLines } from './invoice-items.ts';
import { voidInvoice } from './invoicing.ts';
import { toInvoiceItem } from './lines.ts';
import { changeSubscription, isEnded, periodEndOf, type Subscription } from './objects.ts';
import { setCancellation, setCancellationDetails, setFields } from './subscription-fields.ts';

type UpdateParams = Omit<Stripe.SubscriptionUpdateParams, 'expand'>;

export function updateSubscription(
  scene: Scene,
  subscription: Subscription,
  params: UpdateParams,
): Subscription {
  if (isEnded(subscription)) {
    return updateEnded(scene, subscription, params);
  }
  const behavior = (params.payment_behavior ?? 'allow_incomplete') as PaymentBehavior;
  checkAllowed(subscription, params, behavior);

  return changeSubscription(scene, subscription, () => {
    if (isItemsChange(params) || params.cancel_at_period_end !== undefined) {
      expirePendingUpdate(scene, subscription);
    }
    applyUpdate(scene, subscription, params, behavior);
  });
}

function applyUpdate(
  scene: Scene,
  subscription: Subscription,
  params: UpdateParams,
  behavior: PaymentBehavior,
) {
  const before = structuredClone(subscription);
  const { metadata, ...fields } = params;
  const held = behavior === 'pending_if_incomplete' ? metadata : undefined;
  setFields(scene, subscription, held === undefined ? params : fields);
  setPause(subscription, params);
  const { lines, isBilledNow } = prepareChange(scene, subscription, params);
  if (isBilledNow) {
    collectChange(scene, subscription, { before, lines, metadata: held }, behavior);
  }
  if (subscription.pending_update === null) {
    subscription.metadata = mergeMetadata(subscription.metadata, held);
  }
}

/** Changes items and the end of a subscription. What is not billed now waits for the next invoice. */
export function prepareChange(scene: Scene, subscription: Subscription, params: UpdateParams) {
  if (!isItemsChange(params)) {
    setCancellation(scene, subscription, params);
    return { lines: [], isBilledNow: false };
  }
  const change = toItemsChange(scene, params);
  checkProrationDate(subscription, params.proration_date);
  const { lines: changed, isNewCycle } = changeItems(scene, subscription, change);
  setCancellation(scene, subscription, params);
  if (subscription.cancel_at_period_end) {
    subscription.cancel_at = periodEndOf(subscription);
  }
  const lines = [...changed, ...addedLines(scene, subscription, params.add_invoice_items ?? [])];
  const isBilledNow =
    isNewCycle || (change.prorationBehavior === 'always_invoice' && lines.length > 0);
  if (!isBilledNow) {
    useOnce(
      scene,
      subscription,
      lines.flatMap((line) => line.includedDiscounts),
    );
    for (const line of lines) {
      toInvoiceItem(scene, String(subscription.customer), line);
    }
  }
  return { lines, isBilledNow };
}

function checkProrationDate(subscription: Subscription, date: number | undefined) {
  const starts = subscription.items.data.map((item) => item.current_period_start);
  if (
    date !== undefined &&
    (date < Math.min(...starts) || date > periodEndOf(subscription, 'last'))
  ) {
    throw invalid(
      'Cannot specify `proration_date` that is outside of the current period.',
      'proration_date',
    );
  }
}

const itemsParams = [
  'items',
  'billing_cycle_anchor',
  'trial_end',
  'discounts',
  'add_invoice_items',
] as const;

function isItemsChange(params: UpdateParams): boolean {
  return itemsParams.some((name) => params[name] !== undefined);
}

function toItemsChange(scene: Scene, params: UpdateParams): ItemsChange {
  const { billing_cycle_anchor: anchor, discounts } = params;
  return {
    items: (params.items ?? []) as ItemParam[],
    anchor: (anchor?.type ?? null) as ItemsChange['anchor'],
    trialEnd: params.trial_end ?? null,
    prorationBehavior: (params.proration_behavior ??
      'create_prorations') as ItemsChange['prorationBehavior'],
    prorationDate: params.proration_date ?? scene.now,
    discounts: discounts === undefined ? null : discounts || [],
  };
}

function updateEnded(scene: Scene, subscription: Subscription, params: UpdateParams): Subscription {
  const { metadata, cancellation_details: details, ...others } = params;
  if (Object.keys(others).length > 0) {
    throw invalid('A canceled subscription can only update its cancellation_details and metadata.');
  }
  return changeSubscription(scene, subscription, () => {
    subscription.metadata = mergeMetadata(subscription.metadata, metadata);
    setCancellationDetails(subscription, details);
  });
}

/** With `pending_if_incomplete` a change can be put back; these can. */
const heldParams = [
  'add_invoice_items',
  'billing_cycle_anchor',
  'cancel_at_period_end',
  'discounts',
  'items',
  'metadata',
  'off_session',
  'payment_behavior',
  'proration_behavior',
  'proration_date',
  'trial_end',
  'trial_from_plan',
];

function checkAllowed(subscription: Subscription, params: UpdateParams, behavior: PaymentBehavior) {
  if (behavior === 'pending_if_incomplete') {
    const refused = Object.keys(params).filter((name) => !heldParams.includes(name));
    if (refused.length > 0) {
      const names = refused.map((name) => `\`${name}\``).join(', ');
      throw invalid(
        `When updating a subscription with \`payment_behavior=pending_if_incomplete\`, you can only pass supported params. ${names} is not supported. For more information, see https://docs.stripe.com/billing/subscriptions/pending-updates-reference`,
      );
    }
  }
  const isIncomplete = subscription.status === 'incomplete';
  if (
    isIncomplete &&
    (params.items || params.trial_end !== undefined || params.billing_cycle_anchor)
  ) {
    throw invalid('You cannot update the items of a subscription that is `incomplete`.');
  }
  if (params.items && 'quantity' in params) {
    throw invalid('Received both items and quantity parameters. Please pass in only one.');
  }
}

/** A later change replaces one that still waits to be paid. */
export function expirePendingUpdate(scene: Scene, subscription: Subscription) {
  const pending = scene.state.billing.pendingUpdates[subscription.id];
  const invoice = scene.state.invoices[pending?.invoice ?? ''];
  if (invoice?.status === 'open') {
    voidInvoice(scene, invoice);
  }
}

function setPause(subscription: Subscription, params: UpdateParams) {
  if (params.pause_collection !== undefined) {
    const { pause_collection: pause } = params;
    subscription.pause_collection = pause
      ? { behavior: pause.behavior, resumes_at: pause.resumes_at ?? null }
      : null;
  }
}
