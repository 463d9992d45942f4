import * as contract from '@hearth/contract';
import { refuseUnless } from '../../../platform/refusal.ts';
import { adminLevelKeys } from '../../subscriptions/index.ts';
import {
  type InvoicePosition,
  type InvoiceRow,
  listInvoiceRows,
} from '../records/invoice-store.ts';
import { read } from './operation.ts';

const defaultPageSize = 10;

/** Reads subscriptions/{id}/invoices; where they can be paid is for admin-level holders. */
export const listInvoices = read(contract.listInvoices, async (input, context) => {
  const { db, view, settings } = context;
  const { subscriptionId } = input;
  const limit = Number(input.pageSize ?? defaultPageSize);
  const after = input.pageToken === undefined ? undefined : toPosition(input.pageToken);
  // One more than the page has tells whether another follows.
  const { rows, total } = await listInvoiceRows(db, { subscriptionId, after, limit: limit + 1 });
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  const isAdmin = adminLevelKeys(settings.permissions).some((key) => view.held.includes(key));
  return {
    invoices: page.map((row) => toDocument(row, isAdmin)),
    total,
    nextPageToken: last ? toToken(last) : null,
  };
});

function toDocument(row: InvoiceRow, isAdmin: boolean): contract.Invoice {
  return {
    id: row.id,
    number: row.number,
    created: Math.floor(row.created_at.getTime() / 1000),
    total: row.total,
    currency: row.currency,
    status: row.status,
    hosted_invoice_url: isAdmin ? row.hosted_url : null,
  };
}

function toToken({ created_at, id }: InvoiceRow): string {
  return Buffer.from(JSON.stringify([created_at.toISOString(), id])).toString('base64url');
}

function toPosition(token: string): InvoicePosition {
  const [createdAt, id] = parse(token);
  const isPosition = isInstant(createdAt) && typeof id === 'string' && /^\w+$/.test(id);
  refuseUnless(isPosition, 'request/invalid', 'pageToken');
  return { createdAt: new Date(createdAt), id };
}

/** Written as our own tokens write it. */
function isInstant(text: unknown): text is string {
  return typeof text === 'string' && /^\d{4}-.*Z$/.test(text) && !Number.isNaN(Date.parse(text));
}

function parse(token: string): unknown[] {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(token, 'base64url').toString());
    return Array.isArray(parsed) ? parsed : [];
  } catch {
    return [];
  }
}
