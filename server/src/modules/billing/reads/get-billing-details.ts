import * as contract from '@hearth/contract';
import { saga } from '../intents/operation.ts';
import type { BillingServices } from '../port/billing-services.ts';
import { ProviderFailure } from '../port/payment-provider.ts';
import type { OptionalDetails } from '../port/provider-objects.ts';
import type { TaxIdStatus } from '../port/taxes.ts';
import type { BillingAccount } from '../records/billing-account-store.ts';
import { findBillingAccount } from '../records/billing-account-store.ts';

const nobody = {
  name: '',
  phone: '',
  address: { line1: '', line2: '', city: '', state: '', postal_code: '', country: '' },
};

/** Shows whom invoices are addressed to, with the state of the tax id if there is one. */
export const getBillingDetails = saga(
  contract.getBillingDetails,
  async ({ subscriptionId }, { db, payments, view }) => {
    const { timeZone } = view.subscription;
    const zone = timeZone === null ? {} : { time_zone: timeZone };
    const account = await findBillingAccount(db, subscriptionId);
    if (!account?.details) {
      return { ...nobody, ...zone };
    }
    const { name, phone, address, ...optional } = account.details;
    const { taxId } = optional;
    const { postalCode, ...lines } = address;
    return {
      name,
      phone,
      address: { ...lines, postal_code: postalCode },
      ...zone,
      ...toOptionalFields(optional),
      ...(taxId && { tax_id_status: await findStatus(account, payments) }),
    };
  },
);

/** The parameter names each optional detail, so that one which is not shown does not compile. */
function toOptionalFields({ company, purchaseOrder, taxId, ...others }: OptionalDetails) {
  return {
    ...(others satisfies Record<string, never>),
    ...(company !== undefined && { company }),
    ...(purchaseOrder !== undefined && { purchase_order: purchaseOrder }),
    ...(taxId && { tax_id: taxId.value, tax_id_type: taxId.type }),
  };
}

/** Null while the provider does not answer, so that the details can be read and changed all the same. */
async function findStatus(
  { customerId }: BillingAccount,
  payments: BillingServices['payments'],
): Promise<TaxIdStatus | null> {
  try {
    return customerId && payments ? await payments.readTaxIdStatus(customerId) : null;
  } catch (error) {
    if (error instanceof ProviderFailure) {
      return null;
    }
    throw error;
  }
}
