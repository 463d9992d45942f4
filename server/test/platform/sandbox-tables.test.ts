import { createPostgresStore } from '@hearth/stripe-emulator';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { openPool } from '../../src/platform/database-client.ts';
import { at, copyDatabase, dropDatabase, withDatabase } from '../harness/postgres.ts';
import { describeSchema } from './describe-schema.ts';

const postgres = inject('postgres');
const name = `hearth_sandbox_tables_${process.pid}`;
beforeAll(() => copyDatabase(postgres, { name, template: inject('templateDatabase') }));
afterAll(() => dropDatabase(postgres, name));

it('the migrations make the tables that the Stripe emulator would make', async () => {
  const location = at(postgres, name);
  const pool = openPool({ location, max: 1, limits: { statementMs: 0 }, onError: () => {} });
  await createPostgresStore({ pool, schema: 'emulator' }).finally(() => pool.end());
  await withDatabase(location, async (db) => {
    const made = await describeSchema(db, 'emulator');
    expect(made.match(/^create table/gm)?.length).toBeGreaterThan(5);
    const migrated = await describeSchema(db, 'sandbox');
    expect(withoutComments(migrated)).toBe(made.replaceAll('emulator.', 'sandbox.'));
  });
});

/** Only the migrations say what the tables are for. */
const withoutComments = (text: string) => text.replaceAll(/^ *-- .*\n/gm, '');
