import { recordAudit } from '../audit/index.ts';
import { lockSubscription, setStatus } from '../subscriptions/index.ts';
import { findBillingAccount } from './billing-account-store.ts';
import type { IntentOf, IntentOutcome } from './intent.ts';
import { endIntent } from './intent-store.ts';
import type { PerformContext } from './perform-context.ts';
import { projectBilling } from './project-billing.ts';
import { requirePayments } from './require-payments.ts';
import { tellOwnCancellation } from './tell-status.ts';

/** Ends what the provider charges, then the subscription itself. */
export async function performCancel(
  intent: IntentOf<'cancel' | 'abandon'>,
  context: PerformContext,
): Promise<IntentOutcome> {
  const { id, subscriptionId, accountId } = intent;
  const { db, clock, client } = context;
  const account = await findBillingAccount(db, subscriptionId);
  const charged = [account?.providerSubscriptionId, account?.nextProviderSubscriptionId];
  for (const providerId of charged.flatMap((one) => one ?? [])) {
    const payments = requirePayments(context.payments);
    await payments.endSubscription({ key: `${id}-end-${providerId}`, id: providerId });
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
    }
  });
  if (account?.customerId && context.payments) {
    await projectBilling(subscriptionId, { ...context, payments: context.payments });
  }
  return outcome;
}
