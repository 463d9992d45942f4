import * as contract from '@hearth/contract';
import { refuseIf, refuseUnless } from '../../../platform/refusal.ts';
import { type Kind, keyLifeMs } from '../intents/kind.ts';
import { saga } from '../intents/operation.ts';
import { isTransferPending, resumeTransfer } from '../intents/resume-before-change.ts';
import { runOnce } from '../intents/run-once.ts';
import type { OwedCharge } from '../port/payment-provider.ts';
import { asRefusals, requirePaying, requirePayments } from '../port/require-payments.ts';
import { owes } from '../port/rules/debt.ts';
import { findBillingAccount } from '../records/billing-account-store.ts';
import type { IntentOutcome, RequestOf } from '../records/intent.ts';
import { lockOwnedSubscription } from './shared/lock-owned-subscription.ts';

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

/** Charges the default card what is owed. As an intent, it never runs beside a cancellation. */
export const payOwed: Kind<RequestOf<'pay-owed'>> = {
  async perform({ keyBase, subscriptionId, request: { shown } }, context) {
    const { db, payments } = requirePaying(context);
    const owing = (await findBillingAccount(db, subscriptionId))?.providerSubscriptionId;
    const charge = owing
      ? await payments.payOpenInvoice({ key: `${keyBase}-pay-${owing}`, id: owing, shown })
      : undefined;
    return { outcome: toOutcome(subscriptionId, charge) };
  },
  wasDone: async () => false,
  undo: async (_, refusal) => ({ outcome: { refusal } }),
  blocks: () => true,
  repeatable: true,
  expiresAfterMs: keyLifeMs,
  decides: false,
  usesCard: () => true,
};

function toOutcome(subscriptionId: string, charge: OwedCharge | undefined): IntentOutcome {
  switch (charge?.outcome) {
    case undefined:
      return { refusal: { code: 'billing/nothing-to-pay' } };
    case 'processing':
      return { refusal: { code: 'billing/payment-processing' } };
    case 'declined':
      return { refusal: { code: 'billing/card-refused', detail: charge.message } };
    case 'authentication-needed':
      return { result: { subscriptionId, clientSecret: charge.clientSecret } };
    case 'paid':
      return { result: { subscriptionId } };
  }
}
