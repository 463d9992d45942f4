import * as contract from '@hearth/contract';
import { randomId } from '../../platform/ids.ts';
import { Refusal, refuse, refuseUnless } from '../../platform/refusal.ts';
import { findBillingAccount } from './billing-account-store.ts';
import { saga } from './operation.ts';
import type { PaymentProvider } from './payment-provider.ts';
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
    const clientSecret = await askAgain(id, payments);
    await projectBilling(subscriptionId, { ...context, payments });
    return { clientSecret: clientSecret ?? refuse('billing/nothing-to-pay') };
  });
});

/** Undefined where nothing is owed, or where it was paid without a question. */
async function askAgain(id: string, payments: PaymentProvider): Promise<string | undefined> {
  const charge = await payments.payOpenInvoice({ key: `${id}-resume-${randomId(12)}`, id });
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
