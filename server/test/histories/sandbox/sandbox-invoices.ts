import { sql } from 'kysely';
import { sandboxCodes } from '../../../src/modules/billing/providers/sandbox/rules/promotion-codes.ts';
import type { InvoiceLine } from '../../../src/modules/billing/providers/sandbox/rules/proration.ts';
import type { TestApp } from '../../harness/test-app.ts';
import type { BookedInvoice, BookedLine, BookedReturn } from '../books.ts';

interface SandboxInvoice extends Omit<BookedInvoice, 'lines' | 'returns' | 'codes'> {
  readonly codeId: string | null;
  readonly lines: readonly InvoiceLine[];
  /** Those that `billing refund` made. */
  readonly refunds: readonly {
    readonly intentId: string;
    readonly cents: number;
    readonly at: string;
  }[];
}

/** The sandbox keeps only the sum of what went back in its dashboard, so `returns` tells when it did. */
export async function readSandboxInvoices(
  db: TestApp['db'],
  returns: ReadonlyMap<string, readonly BookedReturn[]>,
): Promise<BookedInvoice[]> {
  const { rows } = await sql<SandboxInvoice>`
    select id, customer_id as "customerId", subscription_id as "subscriptionId", reason, status,
      total, amount_due as due, created_at as "createdAt", paid_at as "paidAt", discount, lines,
      coalesce((select json_agg(json_build_object(
        'intentId', refund.intent_id, 'cents', refund.amount, 'at', refund.created_at))
        from sandbox.refunds refund where refund.invoice_id = invoices.id), '[]') as refunds,
      array(select distinct line ->> 'priceId' from jsonb_array_elements(lines) line) as "priceIds",
      case when discount > 0 then redemption.code_id end as "codeId"
    from sandbox.invoices left join sandbox.redemptions redemption using (subscription_id)
    order by sequence`.execute(db);
  return rows.map(({ codeId, refunds, lines, ...invoice }) => ({
    ...invoice,
    lines: lines.map(toLine),
    returns: [
      ...refunds.map((one) => ({ ...one, kind: 'refund' as const, at: new Date(one.at) })),
      ...(returns.get(invoice.id) ?? []),
    ],
    codes: sandboxCodes.flatMap(({ id, code }) => (id === codeId ? [code] : [])),
  }));
}

const toLine = ({ priceId, amount, tax, from, to }: InvoiceLine): BookedLine => ({
  priceId,
  amount: amount + (tax?.behavior === 'exclusive' ? tax.amount : 0),
  from: new Date(from),
  to: new Date(to),
});
