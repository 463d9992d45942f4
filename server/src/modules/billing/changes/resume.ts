import * as contract from '@hearth/contract';
import { refuseIf, refuseUnless } from '../../../platform/refusal.ts';
import type { Transaction } from '../../../platform/transaction.ts';
import { findPlan, type Subscription } from '../../subscriptions/index.ts';
import { type Kind, ofSetting } from '../intents/kind.ts';
import { saga } from '../intents/operation.ts';
import { runOnce } from '../intents/run-once.ts';
import type { BillingServices } from '../port/billing-services.ts';
import { requirePaying, requirePayments } from '../port/require-payments.ts';
import { notifyResumed } from '../projection/notify-ending.ts';
import { findBillingAccount } from '../records/billing-account-store.ts';
import type { RequestOf } from '../records/intent.ts';
import { nextReading } from '../records/reading-store.ts';
import { lockOwnedSubscription } from './shared/lock-owned-subscription.ts';
import { readCharged } from './shared/read-charged.ts';

/** Keeps a subscription that was going to end, whether its owner or the provider's operator had set that. */
export const resumeSubscription = saga(contract.resumeSubscription, async (input, context) => {
  const { subscriptionId } = input;

  await runOnce(
    {
      kind: 'resume',
      input,
      subscriptionId,
      async begin(tx) {
        const subscription = await lockOwnedSubscription(tx, subscriptionId, context.caller);
        return { subscriptionId, request: await toResume(tx, subscription, context) };
      },
    },
    context,
  );
  return {};
});

/** The change that keeps it, whoever asks; refuses if it is not going to end. */
export async function toResume(
  tx: Transaction,
  { id, status, planId }: Subscription,
  { settings, payments }: Pick<BillingServices, 'settings' | 'payments'>,
): Promise<RequestOf<'resume'>> {
  refuseIf(status === 'canceled', 'subscription/canceled');
  const account = await findBillingAccount(tx, id);
  // On Free, an end at the provider does not end the project.
  const isEnding = account?.endsAt != null && findPlan(settings, planId)?.free !== true;
  refuseUnless(isEnding, 'subscription/not-ending');
  requirePayments(payments);
  return { kind: 'resume' };
}

/** Takes a set end back. It expires, because the owner may have got used to the end meanwhile. */
export const resume: Kind<RequestOf<'resume'>> = {
  async perform({ keyBase, subscriptionId }, context) {
    const { db, payments } = requirePaying(context);
    const charged = (await findBillingAccount(db, subscriptionId))?.providerSubscriptionId;
    if (!charged) {
      return { outcome: { refusal: { code: 'subscription/not-ending' } } };
    }
    const reading = await nextReading(db);
    const after = await payments.keepGoing({ key: `${keyBase}-keep-${charged}`, id: charged });
    const read = { charged: after, reading };
    if (after.status === 'canceled') {
      return { outcome: { refusal: { code: 'subscription/canceled' } }, read };
    }
    return {
      outcome: { result: { subscriptionId } },
      action: 'subscription.resumed',
      apply: (tx) =>
        notifyResumed(
          tx,
          { subscriptionId, renewsAt: after.isPaused ? null : after.periodEnd },
          context,
        ),
      read,
    };
  },
  async wasDone({ subscriptionId }, context) {
    const found = await readCharged(subscriptionId, context);
    return found !== undefined && found.endsAt === null;
  },
  ...ofSetting,
};
