import * as contract from '@hearth/contract';
import { randomId } from '../../platform/ids.ts';
import { Refusal, refuse, refuseUnless } from '../../platform/refusal.ts';
import { findBillingAccount } from './billing-account-store.ts';
import { saga } from './operation.ts';
import type { Charge } from './payment-provider.ts';
import { projectBilling } from './project-billing.ts';
import { asRefusals, requirePayments } from './require-payments.ts';

/** Answers the client secret of a payment that waits for the person; where they said no before, it is asked for again. */
export const resumePayment = saga(contract.resumePayment, async ({ subscriptionId }, context) => {
  const account = await findBillingAccount(context.db, subscriptionId);
  const id = account?.nextProviderSubscriptionId ?? account?.providerSubscriptionId;
  refuseUnless(id, 'billing/nothing-to-pay');
  const payments = requirePayments(context.payments);
  return await asRefusals(async () => {
    const subscription = await payments.readSubscription(id);
    if (subscription?.clientSecret) {
      return { clientSecret: subscription.clientSecret };
    }
    context.patience.requireSome();
    const charge = await payments.payOpenInvoice({ key: `${id}-resume-${randomId(12)}`, id });
    // Of several invoices some may be paid by now, whatever became of the last.
    await projectBilling(subscriptionId, { ...context, payments });
    return { clientSecret: toClientSecret(charge) ?? refuse('billing/nothing-to-pay') };
  });
});

/** Undefined where nothing was owed, or where it was paid without a question. */
function toClientSecret(charge: Charge | undefined): string | undefined {
  switch (charge?.outcome) {
    case 'declined':
      throw new Refusal('billing/card-refused', charge.message);
    case 'authentication-needed':
      return charge.clientSecret;
    case 'paid':
    case undefined:
      return undefined;
  }
}
