import type { PayingContext } from '../port/billing-services.ts';
import { keepTaxRate, listUnknownRates } from '../records/tax-rate-store.ts';
import type { Snapshot } from './snapshot.ts';

/** Reads the rates that invoices name for the first time, since an invoice has no more than their ids. */
export async function learnTaxRates(
  { invoices }: Pick<Snapshot, 'invoices'>,
  { db, payments }: Pick<PayingContext, 'db' | 'payments'>,
): Promise<void> {
  const named = invoices.flatMap(({ taxes }) => taxes.flatMap(({ rateId }) => rateId ?? []));
  const ids = named.length === 0 ? [] : await listUnknownRates(db, [...new Set(named)]);
  for (const id of ids) {
    const rate = await payments.readTaxRate(id);
    if (rate) {
      await keepTaxRate(db, rate);
    }
  }
}
