import * as contract from '@hearth/contract';
import { toPaymentMethod } from '../changes/shared/wire-documents.ts';
import { saga } from '../intents/operation.ts';
import { isTransferPending, resumeTransfer } from '../intents/resume-before-change.ts';
import { asRefusals } from '../port/require-payments.ts';
import { findBillingAccount } from '../records/billing-account-store.ts';

/** The subscription's cards, the default one first. */
export const getPaymentMethods = saga(
  contract.getPaymentMethods,
  async ({ subscriptionId }, context) => {
    const { db, payments, caller } = context;
    if (caller.seenBy === undefined) {
      await resumeTransfer(subscriptionId, context);
    }
    const customerId = (await findBillingAccount(db, subscriptionId))?.customerId;
    // The new owner must not see the old owner's cards.
    if (!customerId || !payments || (await isTransferPending(db, subscriptionId))) {
      return { paymentMethods: [] };
    }
    const cards = await asRefusals(() => payments.listCards(customerId));
    const ordered = [...cards].sort(
      (one, other) => Number(other.isDefault) - Number(one.isDefault),
    );
    return { paymentMethods: ordered.map(toPaymentMethod) };
  },
);
