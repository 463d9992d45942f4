import { changeStatus, findSubscription } from '../../../subscriptions/index.ts';
import type { PerformContext } from '../../port/billing-services.ts';
import { type ProviderSubscription, ProviderUnknown } from '../../port/payment-provider.ts';
import { requirePaying } from '../../port/require-payments.ts';
import { notifyOwnCancellation } from '../../projection/notify-status.ts';
import type { BillingAccount } from '../../records/billing-account-row-store.ts';
import { findBillingAccount } from '../../records/billing-account-store.ts';
import type { IntentOf, RequestOf } from '../../records/intent.ts';
import { nextReading } from '../../records/reading-store.ts';
import { hasOpenRestore } from '../../records/restore-store.ts';
import type { Kind, Settlement } from '../kind.ts';
import { restorePurchases } from '../link-customer.ts';

type EndingIntent = IntentOf<'cancel' | 'abandon'>;

/** Ends the project, after ending everything that the provider charges for it. */
export const cancel: Kind<RequestOf<'cancel' | 'abandon'>> = {
  perform: end,
  wasDone: async () => false,
  blocks: () => true,
  repeatable: false,
  expiresAfterMs: null,
  decides: true,
  usesCard: () => false,
};

/** Gives up a project whose first payment was never made. */
export const abandon: Kind<RequestOf<'cancel' | 'abandon'>> = {
  ...cancel,
  undo: async (_, refusal) => ({ outcome: { refusal } }),
};

async function end(intent: EndingIntent, context: PerformContext): Promise<Settlement> {
  const { db, payments } = context;
  await findLostPurchase(intent, context);
  const account = await findBillingAccount(db, intent.subscriptionId);
  const reading = await nextReading(db);
  const isKnown = account?.customerId && (payments || account.providerSubscriptionId);
  const stopped = isKnown ? await stopKnown({ intent, account }, context) : { charged: undefined };
  if (stopped === 'unknown') {
    return { outcome: { refusal: { code: 'billing/rejected' } }, isDeferred: true };
  }
  if (stopped === 'paid meanwhile') {
    return intent.request.kind === 'abandon'
      ? { outcome: { refusal: { code: 'billing/nothing-to-pay' } } }
      : { outcome: { refusal: { code: 'billing/under-way' } }, isDeferred: true };
  }
  const { charged } = stopped;
  return {
    ...settleCanceled(intent, context),
    ...(payments && charged && { read: { charged, reading } }),
  };
}

/** Links a purchase that a restored backup has lost: it would go on being charged after the project has ended. */
async function findLostPurchase(intent: EndingIntent, context: PerformContext): Promise<void> {
  const { db, payments } = context;
  if (payments && (await hasOpenRestore(db))) {
    await restorePurchases(intent, { ...context, payments });
  }
}

function settleCanceled(intent: EndingIntent, context: PerformContext): Settlement {
  const { subscriptionId, accountId } = intent;
  return {
    outcome: { result: { subscriptionId } },
    action: 'subscription.canceled',
    async apply(tx) {
      const at = context.clock.now();
      await notifyOwnCancellation(tx, intent, context);
      await changeStatus(tx, { id: subscriptionId, status: 'canceled', at }, context);
      const cancellation = { subscriptionId, actorId: accountId, at, origin: context.client };
      await context.subscriptionHooks.onCanceled(tx, cancellation);
    },
  };
}

type Stopped = { readonly charged: ProviderSubscription | undefined } | 'paid meanwhile';

interface ChargedProject {
  readonly intent: EndingIntent;
  readonly account: BillingAccount;
}

/** Answers `unknown` where our account never had the subscription: the operator has to link the project again. */
async function stopKnown(
  stopping: ChargedProject,
  context: PerformContext,
): Promise<Stopped | 'unknown'> {
  try {
    await nameCustomer(stopping, context);
    return await stopCharging(stopping, context);
  } catch (error) {
    if (!(error instanceof ProviderUnknown)) {
      throw error;
    }
    const { id, request } = stopping.intent;
    const details = { err: error, intent: id, kind: request.kind };
    context.log.error(details, 'intent rejected by provider');
    return 'unknown';
  }
}

/**
 * Has the customer of a project that was never charged name this project. A purchase that was superseded before it
 * saved its card has left the name of the project whose first payment was declined.
 */
async function nameCustomer(
  { intent, account }: ChargedProject,
  context: PerformContext,
): Promise<void> {
  const { keyBase, subscriptionId } = intent;
  const { customerId, providerSubscriptionId } = account;
  if (!customerId || providerSubscriptionId) {
    return;
  }
  const { payments } = requirePaying(context);
  const customer = await payments.readCustomer(customerId);
  if (customer?.isOwn && customer.subscriptionId !== subscriptionId) {
    const key = `${keyBase}-name-${customerId}`;
    await payments.updateCustomer({ key, customerId, subscriptionId });
  }
}

/** Gives up a waiting first payment before anything else is ended, in case it was confirmed meanwhile. */
async function stopCharging(
  { intent, account }: ChargedProject,
  context: PerformContext,
): Promise<Stopped> {
  const { keyBase } = intent;
  const { providerSubscriptionId: own } = account;
  const { payments } = requirePaying(context);
  const isWaiting = await waitsForFirstPayment({ intent, account }, context);
  if (own && isWaiting) {
    const key = `${keyBase}-end-${own}`;
    if (!(await payments.giveUpSubscription({ key, id: own }))) {
      return 'paid meanwhile';
    }
  }
  let charged: ProviderSubscription | undefined;
  // An interrupted intent may have started a subscription that no row names.
  const all = await payments.listSubscriptions(account.customerId ?? '');
  // A subscription that somebody else created for this customer is not ended here.
  const ours = all.filter((one) => one.id === own || one.subscriptionId === intent.subscriptionId);
  // Our own is ended again even if it is not listed: an earlier try may not have closed its invoices.
  const unlisted = own && !isWaiting ? [own] : [];
  for (const ended of new Set([...ours.map((one) => one.id), ...unlisted])) {
    const after = await payments.endSubscription({ key: `${keyBase}-end-${ended}`, id: ended });
    charged = ended === own ? after : charged;
  }
  return { charged };
}

async function waitsForFirstPayment(
  { intent, account }: ChargedProject,
  { db }: PerformContext,
): Promise<boolean> {
  const { status } = (await findSubscription(db, intent.subscriptionId)) ?? {};
  return account.isPending || status === 'incomplete' || intent.request.kind === 'abandon';
}
