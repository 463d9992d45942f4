import * as contract from '@hearth/contract';
import { refuseUnless } from '../../../platform/refusal.ts';
import { saga } from '../intents/operation.ts';
import { asRefusals, requirePayments } from '../port/require-payments.ts';
import { findReadableStatus } from '../records/invoice-store.ts';

/** Asks the provider for a document of the invoice. The address is not stored. */
export const getInvoiceLink = saga(
  contract.getInvoiceLink,
  async ({ subscriptionId, invoiceId, document = 'page' }, { db, payments }) => {
    const status = await findReadableStatus(db, { subscriptionId, id: invoiceId });
    refuseUnless(status !== undefined && status !== 'draft', 'billing/invoice-unknown');
    const provider = requirePayments(payments);

    const url = await asRefusals(() => provider.readInvoiceLink({ invoiceId, document }));
    refuseUnless(url, 'billing/invoice-unknown');
    return { url };
  },
);
