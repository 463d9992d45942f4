import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { callAs, createOperatedApp, createOperator } from '../../harness/operators.ts';
import { createPerson } from '../../harness/wire-client.ts';
import { createPaidSubscription } from '../support/payment-scenes.ts';

/** More than are read together. */
const copies = 1_500;

it('all projects are counted, however many there are, also after one that was charged for no time', async () => {
  const app = await createOperatedApp();
  onTestFinished(() => app.close());
  const operator = await createOperator(app);
  const id = await createPaidSubscription(app, await createPerson(app));
  await sql`
    insert into subscriptions (id, owner_id, plan_id, status, created_at, updated_at)
    select '0' || lpad(n::text, 19, '0'), owner_id, plan_id, status, created_at, updated_at
    from subscriptions, generate_series(1, ${copies}::int) n where id = ${id}`.execute(app.db);
  await sql`
    insert into invoices (id, subscription_id, created_at, total, currency, status)
    select 'in_' || s.id, s.id, i.created_at, i.total, i.currency, i.status
    from subscriptions s, invoices i
    where i.subscription_id = ${id} and s.id <> ${id}`.execute(app.db);
  await sql`
    insert into ledger (invoice_id, subscription_id, kind, amount, currency, at, invoiced_at,
      price_id, quantity, starts_at, ends_at, gross)
    select 'in_' || s.id, s.id, kind, amount, currency, at, invoiced_at,
      case when s.id <> ${'0'.repeat(19)} || '7' then price_id end,
      quantity, starts_at, ends_at, gross
    from subscriptions s, ledger l
    where l.subscription_id = ${id} and s.id <> ${id}`.execute(app.db);

  const month = app.clock.now().toISOString().slice(0, 7);
  const line = `GET /revenue?from=${month}&to=${month}` as const;
  const { currencies } = (await callAs(app, operator, line)).json();
  // The one that was paid, and all copies but the seventh.
  expect(currencies[0].months[0].paying).toBe(copies);
});
