import { findInvoiceBySecret } from './invoice-row-store.ts';
import type { BilledTo, SandboxInvoice } from './ledger.ts';
import type { InvoiceLine } from './proration.ts';
import { reach } from './sandbox-store.ts';
import type { Sandbox } from './sandbox-work.ts';

/** Content of an invoice's page. */
export interface HostedInvoice {
  readonly number: string;
  readonly createdAt: Date;
  readonly paidAt: Date | null;
  readonly status: SandboxInvoice['status'];
  readonly currency: string;
  readonly lines: readonly InvoiceLine[];
  /** Minor units, like the others; negative where it became credit. */
  readonly total: number;
  readonly creditUsed: number;
  readonly amountDue: number;
  readonly billedTo: BilledTo;
}

/** Undefined for an unknown secret, and for drafts. */
export async function findHostedInvoice(
  { db }: Sandbox,
  secret: string,
): Promise<HostedInvoice | undefined> {
  const invoice = await reach(() => findInvoiceBySecret(db, secret));
  if (!invoice?.number) {
    return undefined;
  }
  const { number, createdAt, paidAt, status, currency } = invoice;
  const { lines, total, creditUsed, amountDue, billedTo } = invoice;
  return {
    number,
    createdAt,
    paidAt,
    status,
    currency,
    lines,
    total,
    creditUsed,
    amountDue,
    billedTo,
  };
}
