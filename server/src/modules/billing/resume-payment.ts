import * as contract from '@hearth/contract';
import { refuseUnless } from '../../platform/refusal.ts';
import { findBillingAccount } from './billing-account-store.ts';
import { saga } from './operation.ts';
import { asRefusals, requirePayments } from './require-payments.ts';

/** Answers the client secret of a payment that waits for the person again. */
export const resumePayment = saga(contract.resumePayment, async ({ subscriptionId }, context) => {
  const account = await findBillingAccount(context.db, subscriptionId);
  const id = account?.nextProviderSubscriptionId ?? account?.providerSubscriptionId;
  refuseUnless(id, 'billing/nothing-to-pay');
  const payments = requirePayments(context.payments);
  const subscription = await asRefusals(() => payments.readSubscription(id));
  refuseUnless(subscription?.clientSecret, 'billing/nothing-to-pay');
  return { clientSecret: subscription.clientSecret };
});
