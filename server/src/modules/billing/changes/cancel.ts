import * as contract from '@hearth/contract';
import { refuseIf, refuseUnless } from '../../../platform/refusal.ts';
import type { Database, Transaction } from '../../../platform/transaction.ts';
import {
  changeStatus,
  findPlan,
  findSubscription,
  requireUnfrozen,
  type Subscription,
} from '../../subscriptions/index.ts';
import type { RunOnceContext } from '../intents/begin-intent.ts';
import { type Kind, ofSetting, type Settlement } from '../intents/kind.ts';
import { saga } from '../intents/operation.ts';
import { isTransferPending, resumeTransfer } from '../intents/resume-before-change.ts';
import { runOnce } from '../intents/run-once.ts';
import type { BillingServices, PerformContext } from '../port/billing-services.ts';
import { type ProviderSubscription, ProviderUnknown } from '../port/payment-provider.ts';
import { asRefusals, requirePaying, requirePayments } from '../port/require-payments.ts';
import { owes } from '../port/rules/debt.ts';
import { isGivenPlan } from '../port/rules/given-plan.ts';
import { notifyEnding } from '../projection/notify-ending.ts';
import { notifyOwnCancellation } from '../projection/notify-status.ts';
import type { BillingAccount } from '../records/billing-account-store.ts';
import { findBillingAccount } from '../records/billing-account-store.ts';
import type { IntentOf, IntentRefusal, RequestOf } from '../records/intent.ts';
import { hasPaidInvoice } from '../records/invoice-store.ts';
import { nextReading } from '../records/reading-store.ts';
import { hasOpenRestore } from '../records/restore-store.ts';
import { restorePurchases } from './shared/link-customer.ts';
import { lockOwnedSubscription } from './shared/lock-owned-subscription.ts';
import { readCharged } from './shared/read-charged.ts';

/** Reads the credit that would be lost at the provider, since only an invoice of this project can use it. */
export const previewCancellation = saga(
  contract.previewCancellation,
  async ({ subscriptionId }, context) => {
    const { db, payments } = context;
    await resumeTransfer(subscriptionId, context);
    const customerId = (await findBillingAccount(db, subscriptionId))?.customerId;
    // The new owner must not see the old owner's credit.
    if (!customerId || !payments || (await isTransferPending(db, subscriptionId))) {
      return { credit: null };
    }
    const customer = await asRefusals(() => payments.readCustomer(customerId));
    const { credit = 0, creditCurrency: currency } = customer ?? {};
    return { credit: credit > 0 && currency ? { amount: credit, currency } : null };
  },
);

type Input = contract.InputOf<typeof contract.cancelSubscription>;

/** Ends the subscription, immediately or with its paid period. */
export const cancelSubscription = saga(contract.cancelSubscription, async (input, context) => {
  await (input.when === 'period-end' ? endLater(input, context) : endNow(input, context));
  return {};
});

async function endNow(input: Input, context: RunOnceContext): Promise<void> {
  const { subscriptionId, confirmationId } = input;
  refuseUnless(confirmationId === subscriptionId, 'billing/wrong-confirmation');

  await runOnce(
    {
      kind: 'cancel',
      input,
      subscriptionId,
      async begin(tx) {
        const subscription = await lockOwnedSubscription(tx, subscriptionId, context.caller);
        return { subscriptionId, request: await toEndNow(tx, subscription, context) };
      },
    },
    context,
  );
}

/** The change that ends it now, whoever asks; refuses what has ended, or has to stay. */
export async function toEndNow(
  tx: Transaction,
  { id, status }: Subscription,
  context: Pick<BillingServices, 'payments'>,
): Promise<RequestOf<'cancel'>> {
  refuseIf(status === 'canceled', 'subscription/canceled');
  await requireUnfrozen(tx, id);
  await requireProviderForEnding(tx, id, context);
  return { kind: 'cancel' };
}

async function endLater(input: Input, context: RunOnceContext): Promise<void> {
  const { subscriptionId, confirmationId = subscriptionId } = input;
  refuseUnless(confirmationId === subscriptionId, 'billing/wrong-confirmation');

  await runOnce(
    {
      kind: 'end-at-period-end',
      input,
      subscriptionId,
      async begin(tx) {
        const subscription = await lockOwnedSubscription(tx, subscriptionId, context.caller);
        return { subscriptionId, request: await toEndLater(tx, subscription, context) };
      },
    },
    context,
  );
}

/** The change that ends it with its paid period, whoever asks; refuses if none is running whose end could be waited for. */
export async function toEndLater(
  tx: Transaction,
  subscription: Subscription,
  { settings, payments }: Pick<BillingServices, 'settings' | 'payments'>,
): Promise<RequestOf<'end-at-period-end'>> {
  const { id, planId, status } = subscription;
  refuseIf(settings.billing.cancel === 'now', 'subscription/only-now');
  refuseIf(status === 'canceled', 'subscription/canceled');
  await requireUnfrozen(tx, id);
  const account = await findBillingAccount(tx, id);
  const isCharged =
    account?.providerSubscriptionId != null && !account.isPending && status !== 'incomplete';
  const isFree = findPlan(settings, planId)?.free === true;
  refuseUnless(isCharged && !isFree, 'subscription/nothing-to-end');
  // The end would take the place of the return to the free plan; kept after all, it would renew at its price.
  refuseIf(isGivenPlan(account, settings), 'subscription/only-now');
  requirePayments(payments);
  refuseIf(owes(subscription), 'billing/payment-open');
  refuseIf(account?.endsAt != null, 'subscription/ending');
  return { kind: 'end-at-period-end' };
}

/** Gives up a subscription whose first payment was never made. */
export const abandonSubscription = saga(contract.abandonSubscription, async (input, context) => {
  const { subscriptionId } = input;
  if (await hasRunOut(context.view.subscription, context)) {
    return {};
  }
  await runOnce(
    {
      kind: 'abandon',
      input,
      subscriptionId,
      async begin(tx) {
        const { status } = await lockOwnedSubscription(tx, subscriptionId, context.caller);
        await requireUnfrozen(tx, subscriptionId);
        await requireProviderForEnding(tx, subscriptionId, context);
        refuseUnless(status === 'incomplete', 'billing/nothing-to-pay');
        return { subscriptionId, request: { kind: 'abandon' } };
      },
    },
    context,
  );
  return {};
});

/** Whether the time for the first payment is over, so that it was given up already. */
async function hasRunOut(
  { id, status }: Subscription,
  { db }: { readonly db: Database },
): Promise<boolean> {
  const account = status === 'canceled' ? await findBillingAccount(db, id) : undefined;
  return account?.providerSubscriptionId != null && !(await hasPaidInvoice(db, id));
}

/** Refuses to end a charged subscription while no provider is set up that could end it. */
async function requireProviderForEnding(
  db: Database,
  subscriptionId: string,
  { payments }: Pick<BillingServices, 'payments'>,
): Promise<void> {
  const account = await findBillingAccount(db, subscriptionId);
  if (account?.providerSubscriptionId) {
    requirePayments(payments);
  }
}

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
    return { outcome: { refusal: { code: 'billing/rejected' } }, isPutOff: true };
  }
  if (stopped === 'paid meanwhile') {
    return intent.request.kind === 'abandon'
      ? { outcome: { refusal: { code: 'billing/nothing-to-pay' } } }
      : { outcome: { refusal: { code: 'billing/under-way' } }, isPutOff: true };
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
  const { subscriptionId, accountId, request } = intent;
  return {
    outcome: { result: { subscriptionId } },
    action: 'subscription.canceled',
    async apply(tx) {
      const at = context.clock.now();
      await notifyOwnCancellation(tx, intent, context);
      await changeStatus(tx, { id: subscriptionId, status: 'canceled', at }, context);
      const actorId = request.byOperator ? null : accountId;
      const cancellation = { subscriptionId, actorId, at, origin: context.client };
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

/**
 * Has the subscription end with its paid period. It expires, because a renewal may follow that its owner did not
 * want to pay.
 */
export const endAtPeriodEnd: Kind<RequestOf<'end-at-period-end'>> = {
  async perform({ keyBase, subscriptionId }, context) {
    const { db, payments } = requirePaying(context);
    const charged = (await findBillingAccount(db, subscriptionId))?.providerSubscriptionId;
    if (!charged) {
      return { outcome: { refusal: { code: 'subscription/nothing-to-end' } }, isPutOff: true };
    }
    const reading = await nextReading(db);
    const after = await payments.endAtPeriodEnd({ key: `${keyBase}-end-${charged}`, id: charged });
    const read = { charged: after, reading };
    const { endsAt } = after;
    if (endsAt === null) {
      return { outcome: { refusal: toRefusal(after) }, isPutOff: true, read };
    }
    return {
      outcome: { result: { subscriptionId } },
      action: 'subscription.end-scheduled',
      details: { ends_at: endsAt.toISOString() },
      apply: (tx) => notifyEnding(tx, { subscriptionId, endsAt }, context),
      read,
    };
  },
  async wasDone({ subscriptionId }, context) {
    const found = await readCharged(subscriptionId, context);
    return found !== undefined && found.endsAt !== null;
  },
  ...ofSetting,
};

/** The provider ends only what is active. */
function toRefusal({ status }: ProviderSubscription): IntentRefusal {
  return { code: status === 'canceled' ? 'subscription/canceled' : 'billing/payment-open' };
}
