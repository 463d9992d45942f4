import * as contract from '@hearth/contract';
import { findBillingAccount } from '../records/billing-account-store.ts';
import { read } from './shared/operation.ts';

const nobody = {
  name: '',
  phone: '',
  address: { line1: '', line2: '', city: '', state: '', postal_code: '', country: '' },
};

/** Shows name, phone and address of the payer. */
export const getBillingDetails = read(
  contract.getBillingDetails,
  async ({ subscriptionId }, { db }) => {
    const details = (await findBillingAccount(db, subscriptionId))?.details;
    if (!details) {
      return nobody;
    }
    const { postalCode, ...address } = details.address;
    return { ...details, address: { ...address, postal_code: postalCode } };
  },
);
