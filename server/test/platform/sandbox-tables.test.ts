import { createPostgresStore } from '@hearth/stripe-emulator';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { openPool } from '../../src/platform/database-client.ts';
import type { Database } from '../../src/platform/transaction.ts';
import { at, copyDatabase, dropDatabase, withDatabase } from '../harness/postgres.ts';

const postgres = inject('postgres');
const name = `hearth_sandbox_tables_${process.pid}`;
beforeAll(() => copyDatabase(postgres, { name, template: inject('templateDatabase') }));
afterAll(() => dropDatabase(postgres, name));

it('the migrations make the tables that the Stripe emulator would make', async () => {
  const location = at(postgres, name);
  const pool = openPool({ location, max: 1, limits: { statementMs: 0 }, onError: () => {} });
  await createPostgresStore({ pool, schema: 'emulator' }).finally(() => pool.end());
  await withDatabase(location, async (db) => {
    const made = await describe(db, 'emulator');
    expect(made.length).toBeGreaterThan(30);
    expect(await describe(db, 'sandbox')).toEqual(made);
  });
});

/** Tables, columns, constraints, indexes and sequences of a schema, one a line and without its name. */
async function describe(db: Database, schema: string): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    select replace(line, ${`${schema}.`}, '') as line from (
      select concat_ws(' ', relkind, relname, attnum, attname, format_type(atttypid, atttypmod),
          case when attnotnull then 'not null' end, pg_get_expr(adbin, adrelid)) as line
        from pg_class c
        left join pg_attribute on attrelid = c.oid and attnum > 0 and not attisdropped
        left join pg_attrdef on adrelid = c.oid and adnum = attnum
        where relnamespace = ${schema}::regnamespace
      union all select concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(oid))
        from pg_constraint where connamespace = ${schema}::regnamespace
      union all select indexdef from pg_indexes where schemaname = ${schema}
    ) lines`.execute(db);
  return rows.map(({ line }) => line).sort();
}
