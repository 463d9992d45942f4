import * as contract from '@hearth/contract';
import { toPage, toPageQuestion } from '../../../platform/page-token.ts';
import { adminLevelKeys, requireSeesBilling } from '../../subscriptions/index.ts';
import { read } from '../intents/operation.ts';
import type { BillingServices } from '../port/billing-services.ts';
import { invoiceLink } from '../projection/invoice-link.ts';
import { type InvoiceRow, listInvoiceRows } from '../records/invoice-store.ts';

const defaultPageSize = 10;

/** Reads subscriptions/{id}/invoices; links to their pages are for admin-level holders. */
export const listInvoices = read(contract.listInvoices, async (input, context) => {
  const { db, view, settings, site } = context;
  const { subscriptionId } = input;
  requireSeesBilling(view, 'invoices', settings);
  const asked = toPageQuestion(input, defaultPageSize);
  const { rows, total } = await listInvoiceRows(db, {
    subscriptionId,
    ...asked,
    isOldestFirst: input.order === 'oldest',
  });
  const { page, nextPageToken } = toPage(rows, asked.limit, ({ created_at, id }) => ({
    createdAt: created_at,
    id,
  }));
  const isAdmin = adminLevelKeys(settings.permissions).some((key) => view.held.includes(key));
  return {
    invoices: page.map((row) => toDocument(row, isAdmin ? site : undefined)),
    total,
    nextPageToken,
  };
});

/** Adds a link where the site is given, that is, where the caller may open invoices. */
function toDocument(row: InvoiceRow, site: BillingServices['site'] | undefined): contract.Invoice {
  const page =
    site && row.is_readable && row.status !== 'draft'
      ? invoiceLink(row.subscription_id, row.id, site)
      : null;
  const hasReceipt = row.status === 'paid' && !row.paid_outside && (row.due ?? 0) > 0;
  return {
    id: row.id,
    number: row.number,
    created: toSeconds(row.created_at),
    paid_until: row.paid_until && toSeconds(row.paid_until),
    total: row.total,
    ...toParts(row),
    currency: row.currency,
    status: row.status,
    refunded: row.refunded ?? 0,
    credited: row.credited ?? 0,
    disputed: row.disputed,
    dispute_status: row.dispute,
    paid_outside: row.paid_outside,
    hosted_invoice_url: page,
    pdf_url: page && `${page}?document=pdf`,
    receipt_url: page && hasReceipt ? `${page}?document=receipt` : null,
  };
}

/** Names only the parts that the invoice has. */
function toParts({ subtotal, discount, tax }: InvoiceRow) {
  return {
    ...(subtotal !== null && { subtotal }),
    ...(discount !== null && { discount }),
    ...(tax !== null && { tax }),
  };
}

const toSeconds = (date: Date) => Math.floor(date.getTime() / 1000);
