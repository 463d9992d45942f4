import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Transaction } from '../src/platform/transaction.ts';
import { billingInfo, createPaidSubscription } from './billing.ts';
import { compareBooks } from './billing-drift.ts';
import { openStripeWorld } from './billing-stripe-world.ts';
import type { World } from './billing-world.ts';
import { createCrowd } from './crowd.ts';
import {
  hasStandIn,
  type StripeStandIn,
  startStandIn,
} from './payment-provider/stripe-stand-in.ts';
import { openSecondApp } from './second-app.ts';
import type { TestApp } from './test-app.ts';
import { callable } from './wire-client.ts';

const minuteMs = 60_000;

describe.skipIf(!hasStandIn)('a backup that was restored', () => {
  let standIn: StripeStandIn;
  let world: World;
  beforeAll(async () => {
    standIn = await startStandIn();
    world = await openStripeWorld({ standIn });
  });
  afterAll(async () => {
    await world.close();
    await standIn.stop();
  });

  it('finds a purchase made since then before it sells the plan again', async () => {
    const { app } = world;
    const [ada = expect.fail()] = await createCrowd(app, 1);
    const created = await callable(app, 'createSubscription', { ...ada, data: { planId: 'free' } });
    const { subscriptionId } = created.json().data;
    await world.settle();
    await backUp(app);
    const data = { subscriptionId, planId: 'pro', billingInfo: billingInfo() };
    const bought = await callable(app, 'changeSubscriptionPlan', { ...ada, data });
    expect(bought.statusCode, bought.body).toBe(200);
    await world.settle();
    await restore(app);

    await world.advance(5 * minuteMs);
    const second = await openSecondApp(app);
    const again = await callable(second, 'changeSubscriptionPlan', { ...ada, data });

    expect(again.json().error?.details.code, again.body).toBe('billing/preview-outdated');
    await world.settle();
    expect(await planOf(app, subscriptionId)).toBe('pro');
    const { subscriptions } = await world.readBooks();
    const running = subscriptions.filter(({ reference }) => reference === subscriptionId);
    expect(running.map(({ status }) => status)).toEqual(['active']);
  });

  it('links purchases of projects that nobody touches, and removes no customer who pays', async () => {
    const { app } = world;
    const [ada = expect.fail(), bob = expect.fail()] = await createCrowd(app, 2);
    const created = await callable(app, 'createSubscription', { ...ada, data: { planId: 'free' } });
    const { subscriptionId } = created.json().data;
    await world.settle();
    await backUp(app);
    const data = { subscriptionId, planId: 'enterprise', billingInfo: billingInfo() };
    expect((await callable(app, 'changeSubscriptionPlan', { ...ada, data })).statusCode).toBe(200);
    const lostId = await createPaidSubscription(app, bob);
    await world.settle();
    await restore(app);

    await world.advance(10 * minuteMs);
    await world.settle();
    await sql`update graphile_worker._private_jobs set run_at = now()`.execute(app.db);
    await world.settle();

    expect(await planOf(app, subscriptionId)).toBe('enterprise');
    const { customers, subscriptions } = await world.readBooks();
    // The project that was founded since then is gone; whoever pays for it is left for a person.
    expect(subscriptions.find(({ reference }) => reference === lostId)?.status).toBe('active');
    expect(customers.some(({ reference }) => reference === lostId)).toBe(true);
    const wrong = await compareBooks(app, await world.readBooks());
    expect(wrong.filter((sentence) => sentence.startsWith(subscriptionId))).toEqual([]);
  });
});

async function planOf({ db }: TestApp, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ plan_id: string }>`
    select plan_id from subscriptions where id = ${id}`.execute(db);
  return rows[0]?.plan_id;
}

async function listTables({ db }: TestApp): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public'`.execute(db);
  // The audit trail refuses to forget; nothing is decided by it.
  return rows.map(({ name }) => name).filter((name) => name !== 'audit_events');
}

/** All rows of the product as they are now; those of its job queue are no part of it. */
async function backUp(app: TestApp): Promise<void> {
  await sql`drop schema if exists backup cascade`.execute(app.db);
  await sql`create schema backup`.execute(app.db);
  for (const name of await listTables(app)) {
    await sql`create table ${sql.id('backup', name)} as table ${sql.table(name)}`.execute(app.db);
  }
}

/** Table after table in an order that foreign keys allow, found by trying. */
async function restore(app: TestApp): Promise<void> {
  const names = await listTables(app);
  await app.db.transaction().execute(async (tx) => {
    await sql`truncate ${sql.join(names.map((name) => sql.table(name)))}`.execute(tx);
    await sql`delete from graphile_worker._private_jobs`.execute(tx);
    for (let left = names; left.length > 0; ) {
      const failed: string[] = [];
      for (const name of left) {
        await sql`savepoint one`.execute(tx);
        try {
          await copyBack(tx, name);
        } catch {
          await sql`rollback to savepoint one`.execute(tx);
          failed.push(name);
        }
      }
      expect(failed.length).toBeLessThan(left.length);
      left = failed;
    }
  });
}

async function copyBack(tx: Transaction, name: string): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select column_name as name from information_schema.columns
    where table_schema = 'public' and table_name = ${name}
      and is_generated = 'NEVER'`.execute(tx);
  const columns = sql.join(rows.map((column) => sql.id(column.name)));
  await sql`
    insert into ${sql.table(name)} (${columns}) overriding system value
    select ${columns} from ${sql.id('backup', name)}`.execute(tx);
}
