import type { PaymentProvider } from '../../port/payment-provider.ts';
import { hasReceipt } from './hosted-invoice/hosted-invoice.ts';
import type { Sandbox } from './sandbox-work.ts';
import { findInvoiceRow, listInvoiceRows } from './stores/invoice-row-store.ts';
import { runQuery } from './stores/sandbox-store.ts';

type InvoiceCalls = Pick<
  PaymentProvider,
  'readPayment' | 'listReturns' | 'findChargeCustomer' | 'readInvoiceLink'
>;

const newestLookedAt = 100;

/** Calls about invoices: their payments, refunds, disputes and pages. */
export function invoiceCalls({ db, publicUrl }: Sandbox): InvoiceCalls {
  return {
    async readPayment(invoiceId) {
      const invoice = await runQuery(() => findInvoiceRow(db, invoiceId));
      return { card: invoice?.paidCard ?? null, isOutside: false };
    },

    async listReturns(customerId) {
      const invoices = await runQuery(() => listInvoiceRows(db, customerId, newestLookedAt));
      return invoices
        .filter(({ status }) => status === 'paid')
        .map(({ id, refunded, disputed, dispute }) => ({
          invoiceId: id,
          refunded,
          disputed,
          dispute,
        }));
    },

    // The sandbox's events name their customer, so charges are never looked up.
    findChargeCustomer: async () => undefined,

    async readInvoiceLink({ invoiceId, document }) {
      const invoice = await runQuery(() => findInvoiceRow(db, invoiceId));
      if (!invoice || invoice.status === 'draft') {
        return undefined;
      }
      const page = `${publicUrl.replace(/\/$/, '')}/sandbox/invoices/${invoice.secret}`;
      switch (document) {
        case 'page':
          return page;
        case 'pdf':
          return `${page}/pdf`;
        case 'receipt':
          return hasReceipt(invoice) ? `${page}/receipt` : undefined;
      }
    },
  };
}
