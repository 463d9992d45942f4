import type Stripe from 'stripe';
import type { PurchasePreview, PurchaseTerms } from '../../port/payment-provider.ts';
import { lowersInvoiceAt } from '../../port/rules/promotion.ts';
import type { Connection } from './connection.ts';
import { costLinesOf } from './cost-lines.ts';
import { partsOf } from './invoice-parts.ts';
import { toItemParams } from './items.ts';
import { withCode } from './promotion-codes.ts';
import { oneTimeKey } from './read-subscription.ts';
import { previewedBuyer, withTaxErrors } from './taxes.ts';

/** Previews the first invoice without a customer, so no balance is part of it. */
export async function previewPurchase(
  connection: Connection,
  terms: PurchaseTerms,
): Promise<PurchasePreview> {
  const { promotion } = terms;
  const invoice = await withCode(() => previewInvoice(connection, terms));
  const { currency, amount_due, lines } = invoice;
  const [line] = lines.data;
  if (!line) {
    throw new Error('The preview of a purchase has no lines.');
  }
  const [boughtAt, nextAt] = [toDate(line.period.start), toDate(line.period.end)];
  const isKept = !promotion || lowersInvoiceAt(promotion, { boughtAt, at: nextAt });
  const parts = partsOf(invoice);
  const next = isKept
    ? { total: invoice.total, tax: parts.tax }
    : await totalWithoutCode(connection, terms, invoice);
  return {
    parts,
    lines: costLinesOf(invoice),
    dueNow: { amount: amount_due, currency },
    next: { amount: next.total, currency },
    nextTax: next.tax,
    nextAt,
  };
}

function previewInvoice(
  { stripe }: Connection,
  { items, promotion, buyer }: PurchaseTerms,
): Promise<Stripe.Invoice> {
  return withTaxErrors(() =>
    stripe.invoices.createPreview(
      {
        subscription_details: { items: toItemParams(items) },
        ...(promotion && { discounts: [{ promotion_code: promotion.id }] }),
        ...(buyer && previewedBuyer(buyer)),
      },
      oneTimeKey(),
    ),
  );
}

/** Both invoices are of the same prices, so without a tax only the discount makes a difference. */
async function totalWithoutCode(
  connection: Connection,
  { items, buyer }: PurchaseTerms,
  first: Stripe.Invoice,
): Promise<{ readonly total: number; readonly tax: number | null }> {
  if (!buyer) {
    return { total: first.total + partsOf(first).discount, tax: 0 };
  }
  const second = await previewInvoice(connection, { items, buyer });
  return { total: second.total, tax: partsOf(second).tax };
}

const toDate = (seconds: number) => new Date(seconds * 1_000);
