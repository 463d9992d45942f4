import * as contract from '@hearth/contract';
import { refuseIf, refuseUnless } from '../../../platform/refusal.ts';
import { isTransferPending, resumeTransfer } from '../intents/resume-open.ts';
import { runOnce } from '../intents/run-once.ts';
import { owes } from '../port/owes.ts';
import { asRefusals, requirePayments } from '../port/require-payments.ts';
import { findBillingAccount } from '../records/billing-account-store.ts';
import { lockOwnedSubscription } from './shared/lock-owned-subscription.ts';
import { saga } from './shared/operation.ts';

/** Answers the client secret of a payment that waits for confirmation; one that was declined there is tried again. */
export const resumePayment = saga(contract.resumePayment, async (input, context) => {
  const { subscriptionId, dueNow: shown } = input;
  await resumeTransfer(subscriptionId, context);
  // A payment that waits during a transfer is the old owner's, with their card.
  refuseIf(await isTransferPending(context.db, subscriptionId), 'billing/under-way');
  const account = await findBillingAccount(context.db, subscriptionId);
  const id = account?.providerSubscriptionId;
  refuseUnless(id, 'billing/nothing-to-pay');
  const payments = requirePayments(context.payments);
  refuseIf(owes(context.view.subscription) && !account?.card, 'billing/card-missing');
  const waiting = await asRefusals(() => payments.readSubscription(id));
  if (waiting?.clientSecret) {
    return { clientSecret: waiting.clientSecret };
  }

  const { clientSecret } = await runOnce(
    {
      kind: 'pay-owed',
      input,
      subscriptionId,
      async begin(tx) {
        const { status } = await lockOwnedSubscription(tx, subscriptionId, context.caller);
        refuseIf(status === 'canceled', 'billing/nothing-to-pay');
        return { subscriptionId, request: { kind: 'pay-owed', ...(shown && { shown }) } };
      },
    },
    context,
  );
  return { ...(clientSecret !== undefined && { clientSecret }) };
});
