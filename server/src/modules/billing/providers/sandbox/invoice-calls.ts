import type { PaymentProvider } from '../../port/payment-provider.ts';
import { findInvoiceRow, listInvoiceRows } from './invoice-row-store.ts';
import { reach } from './sandbox-store.ts';
import type { Sandbox } from './sandbox-work.ts';

type InvoiceCalls = Pick<
  PaymentProvider,
  'readPayment' | 'listReturns' | 'findChargeCustomer' | 'readInvoiceLink'
>;

const newestLookedAt = 100;

/** How invoices were paid, what went back, and where they can be read. */
export function invoiceCalls({ db, publicUrl }: Sandbox): InvoiceCalls {
  return {
    async readPayment(invoiceId) {
      const invoice = await reach(() => findInvoiceRow(db, invoiceId));
      return { card: invoice?.paidCard ?? null, isOutside: false };
    },

    async listReturns(customerId) {
      const invoices = await reach(() => listInvoiceRows(db, customerId, newestLookedAt));
      return invoices
        .filter(({ status }) => status === 'paid')
        .map(({ id, refunded, disputed, dispute }) => ({
          invoiceId: id,
          refunded,
          disputed,
          dispute,
        }));
    },

    // Its events name their customer.
    findChargeCustomer: async () => undefined,

    async readInvoiceLink(invoiceId) {
      const invoice = await reach(() => findInvoiceRow(db, invoiceId));
      return invoice && invoice.status !== 'draft'
        ? `${publicUrl.replace(/\/$/, '')}/sandbox/invoices/${invoice.secret}`
        : undefined;
    },
  };
}
