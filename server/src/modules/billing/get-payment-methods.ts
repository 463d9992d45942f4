import * as contract from '@hearth/contract';
import { findBillingAccount } from './billing-account-store.ts';
import { finishTransfer } from './finish-transfer.ts';
import { isForgetting } from './intent-store.ts';
import { saga } from './operation.ts';
import { toPaymentMethod } from './payment-method.ts';
import { asRefusals } from './require-payments.ts';

/** The subscription's cards, the default one first. */
export const getPaymentMethods = saga(
  contract.getPaymentMethods,
  async ({ subscriptionId }, context) => {
    const { db, payments } = context;
    await finishTransfer(subscriptionId, context);
    const customerId = (await findBillingAccount(db, subscriptionId))?.customerId;
    // The old owner's cards are nothing to the new one.
    if (!customerId || !payments || (await isForgetting(db, subscriptionId))) {
      return { paymentMethods: [] };
    }
    const cards = await asRefusals(() => payments.listCards(customerId));
    const ordered = [...cards].sort(
      (one, other) => Number(other.isDefault) - Number(one.isDefault),
    );
    return { paymentMethods: ordered.map(toPaymentMethod) };
  },
);
