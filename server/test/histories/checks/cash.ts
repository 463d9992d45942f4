import type { Both } from '../compare-books.ts';

/** In sentences, invoices whose ledger has another sum of cash than cards paid at the provider and did not get back. */
export function findWrongCash({ ours, theirs }: Both): string[] {
  return ours.invoices.flatMap(({ id, kept }) => {
    const charges = theirs.charges.filter(({ invoiceId }) => invoiceId === id);
    const there = charges.reduce((sum, charge) => sum + charge.kept, 0);
    return kept === there ? [] : [`The ledger of ${id} says ${kept}, cards paid ${there}.`];
  });
}
