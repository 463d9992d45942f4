import { sql } from 'kysely';
import type { Database } from '../../../platform/transaction.ts';
import type { TaxRate } from '../port/taxes.ts';

/** Lists the given rates that are not stored. */
export async function listUnknownRates(db: Database, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from unnest(${ids}::text[]) as named (id)
    where not exists (select from tax_rates where tax_rates.id = named.id)`.execute(db);
  return rows.map(({ id }) => id);
}

export async function keepTaxRate(db: Database, rate: TaxRate): Promise<void> {
  const { id, percent, country, state } = rate;
  await sql`
    insert into tax_rates (id, percent, country, state)
    values (${id}, ${percent}, ${country}, ${state}) on conflict (id) do nothing`.execute(db);
}
