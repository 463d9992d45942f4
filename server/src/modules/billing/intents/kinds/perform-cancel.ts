import { recordAudit } from '../../../audit/index.ts';
import { findSubscription, lockSubscription, setStatus } from '../../../subscriptions/index.ts';
import type { PerformContext } from '../../port/billing-services.ts';
import { requirePaying } from '../../port/require-payments.ts';
import { projectAfterEnd } from '../../projection/project-after-end.ts';
import { tellOwnCancellation } from '../../projection/tell-status.ts';
import { type BillingAccount, findBillingAccount } from '../../records/billing-account-store.ts';
import type { IntentOf, IntentOutcome } from '../../records/intent.ts';
import { endIntent, endPutOff, endRefused } from '../settle-intent.ts';

/** Ends what the provider charges, unless a first payment comes through at this moment; then the subscription itself. */
export async function performCancel(
  intent: IntentOf<'cancel' | 'abandon'>,
  context: PerformContext,
): Promise<IntentOutcome> {
  const { id, subscriptionId, accountId } = intent;
  const { db, clock, client } = context;
  const account = await findBillingAccount(db, subscriptionId);
  if (account && !(await stopCharging({ intent, account }, context))) {
    const refused =
      intent.request.kind === 'abandon'
        ? await endRefused(intent, 'billing/nothing-to-pay', context)
        : await endPutOff(intent, 'billing/under-way', context);
    await projectAfterEnd(subscriptionId, requirePaying(context));
    return refused;
  }

  const outcome = { result: { subscriptionId } };
  await db.transaction().execute(async (tx) => {
    await lockSubscription(tx, subscriptionId);
    if (await endIntent(tx, { id, outcome })) {
      const at = clock.now();
      await tellOwnCancellation(tx, intent, context);
      await setStatus(tx, { id: subscriptionId, status: 'canceled', at });
      await recordAudit(tx, {
        action: 'subscription.canceled',
        actorId: accountId,
        subjectId: subscriptionId,
        subscriptionId,
        at,
        origin: client,
      });
      const cancellation = { subscriptionId, actorId: accountId, at, origin: client };
      await context.subscriptionHooks.onCanceled(tx, cancellation);
    }
  });
  if (account?.customerId && context.payments) {
    await projectAfterEnd(subscriptionId, { ...context, payments: context.payments });
  }
  return outcome;
}

interface Charged {
  readonly intent: IntentOf<'cancel' | 'abandon'>;
  readonly account: BillingAccount;
}

/** False where the bank has said yes to a first payment meanwhile; asked first, so that nothing else is lost then. */
async function stopCharging(charged: Charged, context: PerformContext): Promise<boolean> {
  const { id } = charged.intent;
  const { waiting, running } = await sortCharged(charged, context);
  for (const one of waiting) {
    const { payments } = requirePaying(context);
    if (!(await payments.giveUpSubscription({ key: `${id}-end-${one}`, id: one }))) {
      return false;
    }
  }
  for (const one of [...running, ...(await listLeft(charged, context))]) {
    const { payments } = requirePaying(context);
    await payments.endSubscription({ key: `${id}-end-${one}`, id: one });
  }
  return true;
}

async function sortCharged({ intent, account }: Charged, { db }: PerformContext) {
  const { providerSubscriptionId, nextProviderSubscriptionId } = account;
  const current = providerSubscriptionId ? [providerSubscriptionId] : [];
  const next = nextProviderSubscriptionId ? [nextProviderSubscriptionId] : [];
  const { status } = (await findSubscription(db, intent.subscriptionId)) ?? {};
  const isWaiting = intent.request.kind === 'abandon' || status === 'incomplete';
  return isWaiting
    ? { waiting: [...next, ...current], running: [] }
    : { waiting: next, running: current };
}

/** A change that was never finished may have left one that nobody here knows. */
async function listLeft({ account }: Charged, { payments }: PerformContext): Promise<string[]> {
  const { customerId, providerSubscriptionId } = account;
  const all = customerId && payments ? await payments.listSubscriptions(customerId) : [];
  return all.map(({ id }) => id).filter((id) => id !== providerSubscriptionId);
}
