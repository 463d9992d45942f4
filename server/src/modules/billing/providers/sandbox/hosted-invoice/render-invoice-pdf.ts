import type { Paper } from './hosted-invoice-pdf.ts';

/** Renders an invoice or a receipt. The library for PDFs is loaded with the first one: with Stripe there is none. */
export async function renderInvoicePdf(paper: Paper): Promise<Uint8Array> {
  const { drawInvoicePdf } = await import('./hosted-invoice-pdf.ts');
  return await drawInvoicePdf(paper);
}
