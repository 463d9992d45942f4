import * as contract from '@hearth/contract';
import { randomId } from '../../../platform/ids.ts';
import type { Saga } from '../../../platform/operation.ts';
import { Refusal, refuse, refuseIf, refuseUnless } from '../../../platform/refusal.ts';
import {
  type AdmitContext,
  admitCard,
  type CardAttempt,
  recordDecline,
} from '../intents/admit-card.ts';
import { isTransferPending, resumeTransfer } from '../intents/resume-open.ts';
import { owes } from '../port/owes.ts';
import type { Charge } from '../port/payment-provider.ts';
import { asRefusals, requirePayments } from '../port/require-payments.ts';
import { projectSettled } from '../projection/project-settled.ts';
import { findBillingAccount } from '../records/billing-account-store.ts';
import { saga } from './operation.ts';

/** Answers the client secret of a payment that waits for the person; where they said no before, it is asked for again. */
export const resumePayment = saga(contract.resumePayment, async ({ subscriptionId }, context) => {
  await resumeTransfer(subscriptionId, context);
  // What waits until then is the old owner's payment, and with their card.
  refuseIf(await isTransferPending(context.db, subscriptionId), 'billing/under-way');
  const account = await findBillingAccount(context.db, subscriptionId);
  const id = account?.providerSubscriptionId;
  refuseUnless(id, 'billing/nothing-to-pay');
  const payments = requirePayments(context.payments);
  refuseIf(owes(context.view.subscription) && !account?.card, 'billing/card-missing');
  return await asRefusals(async () => {
    const subscription = await payments.readSubscription(id);
    if (subscription?.clientSecret) {
      return { clientSecret: subscription.clientSecret };
    }
    context.patience.requireSome();
    const attempt = await context.transaction((tx) => admitCard(tx, subscriptionId, context));
    const charge = await payments.payOpenInvoice({ key: `${id}-resume-${randomId(12)}`, id });
    await settleAttempt({ attempt, charge }, context);
    // Of several invoices some may be paid by now, whatever became of the last.
    await projectSettled(subscriptionId, { ...context, payments });
    return toAnswer(charge ?? refuse('billing/nothing-to-pay'));
  });
});

interface Tried {
  readonly attempt: CardAttempt;
  readonly charge: Charge | undefined;
}

async function settleAttempt({ attempt, charge }: Tried, context: AdmitContext & Saga) {
  if (charge?.outcome === 'declined') {
    await recordDecline(context.db, context.caller.uid, context);
  } else {
    await context.limits.giveBack(context.db, attempt);
  }
}

/** Without a secret where it was paid without a question. */
function toAnswer(charge: Charge): { clientSecret?: string } {
  switch (charge.outcome) {
    case 'declined':
      throw new Refusal('billing/card-refused', charge.message);
    case 'authentication-needed':
      return { clientSecret: charge.clientSecret };
    case 'paid':
      return {};
  }
}
