import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { type OpenDatabase, openDatabase } from '../../src/platform/database.ts';
import { migrate } from '../../src/platform/migrations.ts';
import { at, dropDatabase, withDatabase } from '../harness/postgres.ts';

const name = `hearth_items_${process.pid}`;
const shipped = join(import.meta.dirname, '../../migrations');
const item = (price: string) => ({ role: 'plan', price, quantity: 1 });

let database: OpenDatabase;
beforeAll(async () => {
  const postgres = inject('postgres');
  await withDatabase(postgres, async (db) => {
    await sql.raw(`create database ${name}`).execute(db);
  });
  database = openDatabase(at(postgres, name), () => {});
  const folder = await mkdtemp(join(tmpdir(), 'hearth-before-items-'));
  for (const file of (await readdir(shipped)).filter((one) => one < '0137')) {
    await copyFile(join(shipped, file), join(folder, file));
  }
  await migrate(database, folder);
  await rm(folder, { recursive: true });
});
afterAll(async () => {
  await database.close();
  await dropDatabase(inject('postgres'), name);
});

it('prices of before become items: in rows, in scheduled changes and in changes under way', async () => {
  const { db } = database;
  await sql`
    insert into subscriptions (id, plan_id, status, owner_id, created_at, updated_at)
    select id, 'pro', 'active', 'ada', now(), now() from unnest('{paid,free}'::text[]) id`.execute(
    db,
  );
  await sql`
    insert into billing_accounts (subscription_id, price_ids, scheduled_price_ids, scheduled_at) values
      ('paid', '{price_b,price_a}', '{price_c}', now()), ('free', null, null, null)`.execute(db);
  const open = {
    change: {
      kind: 'change-plan',
      plan: { id: 'pro', priceIds: ['price_b', 'price_a'] },
      at: 'then',
    },
    undo: { kind: 'undo-plan-change', dropped: { priceIds: ['price_c'], at: 'then' } },
    cancel: { kind: 'cancel' },
  };
  for (const [id, input] of Object.entries(open)) {
    await sql`
      insert into intents (id, kind, subscription_id, account_id, request_key, request_hash, input,
        status, created_at, leased_until)
      values (${id}, ${input.kind}, ${id}, 'ada', ${id}, '', ${JSON.stringify(input)}, 'open', now(),
        now())`.execute(db);
  }

  expect((await migrate(database, shipped))[0]).toBe('0137-items');

  const accounts = await sql`
    select subscription_id as id, items, scheduled_items as scheduled from billing_accounts
    order by 1`.execute(db);
  expect(accounts.rows).toEqual([
    { id: 'free', items: null, scheduled: null },
    { id: 'paid', items: [item('price_b'), item('price_a')], scheduled: [item('price_c')] },
  ]);
  const { rows } = await sql<{ id: string; input: object }>`
    select id, input from intents`.execute(db);
  expect(Object.fromEntries(rows.map(({ id, input }) => [id, input]))).toEqual({
    change: {
      kind: 'change-plan',
      plan: { id: 'pro', items: [item('price_b'), item('price_a')] },
      at: 'then',
    },
    undo: { kind: 'undo-plan-change', dropped: { items: [item('price_c')], at: 'then' } },
    cancel: { kind: 'cancel' },
  });
});
