import type { BilledTo } from '../billed-to.ts';
import type { SandboxInvoice } from '../ledger.ts';
import type { InvoiceLine } from '../rules/proration.ts';
import type { Sandbox } from '../sandbox-work.ts';
import { findReference } from '../stores/customer-store.ts';
import { findInvoiceBySecret } from '../stores/invoice-row-store.ts';
import { runQuery } from '../stores/sandbox-store.ts';

/** Content of an invoice's page. */
export interface HostedInvoice {
  readonly number: string;
  readonly createdAt: Date;
  readonly paidAt: Date | null;
  /** Zone of the dates on the page: a name of the IANA. */
  readonly timeZone: string;
  readonly status: SandboxInvoice['status'];
  readonly currency: string;
  readonly lines: readonly InvoiceLine[];
  /** Minor units, like the others. */
  readonly discount: number;
  /** Negative where it became credit. */
  readonly total: number;
  readonly creditUsed: number;
  readonly amountDue: number;
  readonly refunded: number;
  /** Card that paid; null where none did. */
  readonly paidCard: SandboxInvoice['paidCard'];
  readonly billedTo: BilledTo;
}

/** Whether a card was charged, so that there is a receipt. */
export function hasReceipt({
  status,
  paidCard,
  amountDue,
}: Pick<HostedInvoice, 'status' | 'paidCard' | 'amountDue'>): boolean {
  return status === 'paid' && paidCard !== null && amountDue > 0;
}

/** Undefined for an unknown secret, and for drafts. */
export async function findHostedInvoice(
  { db, readTimeZone }: Sandbox,
  secret: string,
): Promise<HostedInvoice | undefined> {
  const invoice = await runQuery(() => findInvoiceBySecret(db, secret));
  if (!invoice?.number) {
    return undefined;
  }
  const { number, createdAt, paidAt, status, currency } = invoice;
  const { lines, discount, total, creditUsed, amountDue, refunded, paidCard, billedTo } = invoice;
  return {
    number,
    createdAt,
    paidAt,
    timeZone: await runQuery(() => readTimeZoneOf({ db, readTimeZone }, invoice.customerId)),
    status,
    currency,
    lines,
    discount,
    total,
    creditUsed,
    amountDue,
    refunded,
    paidCard,
    billedTo,
  };
}

/** In UTC where nobody has chosen a time zone for the subscription. */
async function readTimeZoneOf(
  { db, readTimeZone }: Pick<Sandbox, 'db' | 'readTimeZone'>,
  customerId: string,
): Promise<string> {
  const reference = await findReference(db, customerId);
  return (reference === undefined ? undefined : await readTimeZone(reference)) ?? 'UTC';
}
