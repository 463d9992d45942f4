import type { Store } from '../store/store.ts';
import { toHtml } from './html.ts';
import { type Paper, toCreditNotePaper, toInvoicePaper, toReceiptPaper } from './paper.ts';
import { toPdf } from './pdf.ts';
import type { PaperLanguage } from './words.ts';

/** The addresses of papers in answers, without their hosts. */
const addresses = {
  invoice: /^\/i\/acct\/(\w+)$/,
  invoicePdf: /^\/invoice\/acct\/(\w+)\/pdf$/,
  receipt: /^\/receipts\/payment\/(\w+)$/,
  creditNotePdf: /^\/credit_notes\/acct\/(\w+)\/pdf$/,
};

const languages: readonly PaperLanguage[] = ['de', 'zh'];

/** An invoice, a receipt or a credit note in the language of its reader, or in `lng` of the address; undefined for another address. */
export async function servePaper(
  store: Store,
  { pathname, searchParams }: URL,
  headers: Headers,
): Promise<Response | undefined> {
  const [kind, id] =
    Object.entries(addresses)
      .map(([name, address]) => [name, address.exec(pathname)?.[1]] as const)
      .find(([, found]) => found !== undefined) ?? [];
  if (kind === undefined || id === undefined) {
    return undefined;
  }
  const asked = searchParams.get('lng') ?? headers.get('accept-language') ?? '';
  const language = languages.find((one) => asked.toLowerCase().startsWith(one)) ?? 'en';
  const paper = await readPaper(store, id, language);
  if (!paper) {
    return new Response('Not found', { status: 404, headers: { 'content-type': 'text/plain' } });
  }
  if (kind === 'invoicePdf' || kind === 'creditNotePdf') {
    const body = Uint8Array.from(toPdf(paper));
    return new Response(body, { headers: { 'content-type': 'application/pdf' } });
  }
  const root = '../..';
  const pdf = kind === 'invoice' ? `${root}/invoice/acct/${id}/pdf?lng=${language}` : undefined;
  return new Response(toHtml(paper, { root, ...(pdf && { pdf }) }), {
    headers: { 'content-type': 'text/html; charset=utf-8' },
  });
}

function readPaper(store: Store, id: string, language: PaperLanguage): Promise<Paper | undefined> {
  return store.transaction(async (tx) => {
    const [owner] = await tx.ownersOf([id]);
    const [state] = owner === undefined ? [] : await tx.readStates([owner]);
    if (!state) {
      return undefined;
    }
    const found = { state, catalogue: await tx.readCatalogue() };
    const invoice = state.invoices[id];
    const charge = state.charges[id];
    const note = state.creditNotes[id];
    if (invoice && invoice.status !== 'draft') {
      return toInvoicePaper(found, invoice, language);
    }
    if (charge?.paid) {
      return toReceiptPaper(found, charge, language);
    }
    return note && toCreditNotePaper(found, note, language);
  });
}
