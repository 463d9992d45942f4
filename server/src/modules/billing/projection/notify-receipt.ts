import type { Language } from '@hearth/contract';
import type { Transaction } from '../../../platform/transaction.ts';
import type { ContentOf } from '../../mail/index.ts';
import type { Subscription } from '../../subscriptions/index.ts';
import type { PayingContext } from '../port/billing-services.ts';
import { toLineDocuments } from '../port/rules/cost-lines.ts';
import { pricedPlanOfInvoice } from '../port/rules/plan.ts';
import { isReadable } from '../records/invoice-store.ts';
import type { ChangedInvoice } from './difference.ts';
import { recordDecision, toPaymentDetails } from './follow-status.ts';
import { invoiceLink } from './invoice-link.ts';
import { notifyOwner, planTitle } from './notify-owner.ts';
import { frequencyOf, toPeriod } from './plan-details.ts';
import type { Snapshot } from './snapshot.ts';

interface Paid extends Pick<Snapshot, 'payments'> {
  readonly subscription: Subscription;
  readonly invoice: ChangedInvoice;
}

/** Records the payment of an invoice that is newly paid and not of 0, and mails a receipt for it. */
export async function notifyReceipt(
  tx: Transaction,
  { subscription, invoice, payments }: Paid,
  context: PayingContext,
): Promise<void> {
  if (!isReceipt(invoice)) {
    return;
  }
  const { id, number, createdAt, total, due, credited, prices } = invoice.read;
  const { subtotal, discount, tax, fromCredit, carried } = invoice.read;
  const priced = pricedPlanOfInvoice(context.settings, prices);
  const card = payments.get(id)?.card ?? null;
  const inMoney = (amount: number | null) => (amount === null ? null : { ...total, amount });
  const amount = due.amount > 0 ? due : total;
  const details = toPaymentDetails(subscription, { amount, number, card });
  const action = 'billing.payment-received';
  await recordDecision(tx, { subscription, action, details }, context);
  // After a transfer the page may name the old owner, whom the new one must not see.
  const page = (await isReadable(tx, id)) ? invoiceLink(subscription.id, id, context.site) : null;
  await notifyOwner(
    tx,
    {
      subscription,
      page: '/billing',
      content: (about, language) => ({
        kind: 'receipt',
        ...about,
        number,
        issuedAt: createdAt.toISOString(),
        frequency: frequencyOf(priced),
        plan: priced ? planTitle(priced.plan.id, language, context) : null,
        ...toPeriod(invoice.read),
        ...toMailedLines(invoice.read, language, context),
        total,
        subtotal: inMoney(subtotal),
        discount: inMoney(discount),
        tax: inMoney(tax),
        fromCredit,
        ...(carried && { carried: { ...total, amount: carried } }),
        credited: { ...total, amount: credited },
        charged: due,
        card,
        isPaidOutside: invoice.now.isPaidOutside,
        invoiceLink: page,
      }),
    },
    context,
  );
}

/** A single line would only repeat the subtotal. */
function toMailedLines(
  { charges, total }: ChangedInvoice['read'],
  language: Language,
  context: PayingContext,
): Pick<ContentOf<'receipt'>, 'lines'> {
  const documents = toLineDocuments(charges, total.currency, context.settings);
  if (documents.length < 2) {
    return {};
  }
  const lines = documents.map(({ kind, amount, plan_id: planId, frequency = null }) => ({
    kind: kind === 'plan' || kind === 'unused-time' ? kind : ('other' as const),
    plan: planId === undefined ? null : planTitle(planId, language, context),
    frequency,
    amount,
  }));
  return { lines };
}

/** Whether the change is mailed as a receipt, which also names the invoice's credit notes. */
export function isReceipt({ before, read: { status, total } }: ChangedInvoice): boolean {
  return status === 'paid' && before?.status !== 'paid' && total.amount > 0;
}
