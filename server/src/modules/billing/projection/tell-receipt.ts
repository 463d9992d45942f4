import type { Transaction } from '../../../platform/transaction.ts';
import type { Subscription } from '../../subscriptions/index.ts';
import type { PerformContext } from '../port/billing-services.ts';
import { planOfInvoice } from '../port/plan.ts';
import { isReadable } from '../records/invoice-store.ts';
import type { ChangedInvoice } from './difference.ts';
import { invoiceLink } from './invoice-link.ts';
import type { Snapshot } from './snapshot.ts';
import { planTitle, tellOwner } from './tell-owner.ts';

interface Paid extends Pick<Snapshot, 'payments'> {
  readonly subscription: Subscription;
  readonly invoice: ChangedInvoice;
}

/** A receipt for an invoice that was not known as paid and cost something. */
export async function tellReceipt(
  tx: Transaction,
  { subscription, invoice, payments }: Paid,
  context: PerformContext,
): Promise<void> {
  if (!isReceipt(invoice)) {
    return;
  }
  const { id, number, createdAt, total, due, fromCredit, credited, priceIds } = invoice.read;
  const plan = planOfInvoice(context.settings, priceIds);
  // A new owner pays for what the old one left, and must not read who that was.
  const page = (await isReadable(tx, id)) ? invoiceLink(subscription.id, id, context.site) : null;
  await tellOwner(
    tx,
    {
      subscription,
      page: '/billing',
      content: (about, language) => ({
        kind: 'receipt',
        ...about,
        number,
        issuedAt: createdAt.toISOString(),
        plan: plan ? planTitle(plan.id, language, context) : null,
        total,
        fromCredit,
        credited: { ...total, amount: credited },
        charged: due,
        card: payments.get(id)?.card ?? null,
        isPaidOutside: invoice.now.isPaidOutside,
        invoiceLink: page,
      }),
    },
    context,
  );
}

/** A receipt names the credit notes of its invoice. */
export function isReceipt({ before, read: { status, total } }: ChangedInvoice): boolean {
  return status === 'paid' && before?.status !== 'paid' && total.amount > 0;
}
