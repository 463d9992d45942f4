import { lowersInvoiceAt } from '../../port/promotion-code.ts';
import type { PurchasePreview, PurchaseTerms } from '../../port/purchase-calls.ts';
import type { Connection } from './connection.ts';
import { partsOf } from './invoices.ts';
import { withCode } from './promotion-codes.ts';
import { oneTimeKey } from './read-subscription.ts';

/** Previews the first invoice without a customer, so no balance and no tax are part of it. */
export async function previewPurchase(
  { stripe }: Connection,
  { priceIds, promotion }: PurchaseTerms,
): Promise<PurchasePreview> {
  const invoice = await withCode(() =>
    stripe.invoices.createPreview(
      {
        subscription_details: { items: priceIds.map((price) => ({ price, quantity: 1 })) },
        ...(promotion && { discounts: [{ promotion_code: promotion.id }] }),
      },
      oneTimeKey(),
    ),
  );
  const { currency, total, amount_due, lines } = invoice;
  const [line] = lines.data;
  if (!line) {
    throw new Error('The preview of a purchase has no lines.');
  }
  const [boughtAt, nextAt] = [toDate(line.period.start), toDate(line.period.end)];
  const parts = partsOf(invoice);
  const isKept = !promotion || lowersInvoiceAt(promotion, { boughtAt, at: nextAt });
  return {
    parts,
    dueNow: { amount: amount_due, currency },
    // Both invoices are of the same prices, so one that has the discount too has the same total.
    next: { amount: isKept ? total : total + parts.discount, currency },
    nextAt,
  };
}

const toDate = (seconds: number) => new Date(seconds * 1_000);
