import type { WantedDocument } from '../../port/invoice-payment.ts';
import type { Connection } from './connection.ts';
import { isMissing } from './stripe-errors.ts';

/** Fetches a fresh URL of a document: it is a secret, and expires after some weeks. */
export async function readInvoiceLink(
  { stripe }: Connection,
  { invoiceId, document }: WantedDocument,
): Promise<string | undefined> {
  try {
    if (document === 'receipt') {
      return await readReceiptLink({ stripe }, invoiceId);
    }
    const { hosted_invoice_url, invoice_pdf } = await stripe.invoices.retrieve(invoiceId);
    return (document === 'pdf' ? invoice_pdf : hosted_invoice_url) ?? undefined;
  } catch (error) {
    if (isMissing(error)) {
      return undefined;
    }
    throw error;
  }
}

/** Reads the receipt of the newest payment that charged a card. */
async function readReceiptLink(
  { stripe }: Pick<Connection, 'stripe'>,
  invoice: string,
): Promise<string | undefined> {
  const { data } = await stripe.invoicePayments.list({
    invoice,
    status: 'paid',
    expand: ['data.payment.payment_intent.latest_charge'],
  });
  const charges = data.flatMap(({ payment: { payment_intent } }) =>
    typeof payment_intent === 'object' && typeof payment_intent.latest_charge === 'object'
      ? (payment_intent.latest_charge ?? [])
      : [],
  );
  return charges.find(({ paid }) => paid)?.receipt_url ?? undefined;
}
