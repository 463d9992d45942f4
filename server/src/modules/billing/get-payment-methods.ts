import * as contract from '@hearth/contract';
import { findBillingAccount } from './billing-account-store.ts';
import { saga } from './operation.ts';
import { toPaymentMethod } from './payment-method.ts';
import { asRefusals } from './require-payments.ts';

/** The subscription's cards, the default one first. */
export const getPaymentMethods = saga(
  contract.getPaymentMethods,
  async ({ subscriptionId }, { db, payments }) => {
    const customerId = (await findBillingAccount(db, subscriptionId))?.customerId;
    if (!customerId || !payments) {
      return { paymentMethods: [] };
    }
    const cards = await asRefusals(() => payments.listCards(customerId));
    const ordered = [...cards].sort(
      (one, other) => Number(other.isDefault) - Number(one.isDefault),
    );
    return { paymentMethods: ordered.map(toPaymentMethod) };
  },
);
