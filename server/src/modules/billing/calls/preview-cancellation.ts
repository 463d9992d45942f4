import * as contract from '@hearth/contract';
import { isTransferPending, resumeTransfer } from '../intents/resume-open.ts';
import { asRefusals } from '../port/require-payments.ts';
import { findBillingAccount } from '../records/billing-account-store.ts';
import { saga } from './shared/operation.ts';

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
