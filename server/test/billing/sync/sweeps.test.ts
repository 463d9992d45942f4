import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { keepEvent, sweepRecords } from '../../../src/modules/billing/index.ts';
import { createTestApp, type TestApp } from '../../harness/test-app.ts';
import { createPerson } from '../../harness/wire-client.ts';
import { createPaidSubscription, dayMs, settle } from '../support/payment-scenes.ts';

interface IntentRow {
  readonly id: string;
  readonly kind?: string;
  readonly status: 'open' | 'done' | 'refused';
  readonly subscriptionId?: string;
  readonly idleDays: number;
}

describe('the sweep of billing', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    await sql`delete from intents`.execute(app.db);
    await sql`delete from provider_events`.execute(app.db);
  });

  const daysAgo = (days: number) => new Date(app.clock.now().getTime() - days * dayMs);

  async function addIntent(row: IntentRow): Promise<void> {
    const { id, kind = 'update-details', status, subscriptionId = id, idleDays } = row;
    const outcome = status === 'open' ? null : JSON.stringify({ result: { subscriptionId } });
    const input = JSON.stringify({ kind });
    await sql`
      insert into intents (id, kind, subscription_id, account_id, request_key, request_hash, input,
        status, outcome, created_at, leased_until)
      values (${id}, ${kind}, ${subscriptionId}, 'nobody', ${id}, '', ${input}::jsonb, ${status},
        ${outcome}::jsonb, ${daysAgo(200)}, ${daysAgo(idleDays)})`.execute(app.db);
  }

  async function idsIn(table: 'intents' | 'provider_events'): Promise<string[]> {
    const { rows } = await sql<{ id: string }>`
      select id from ${sql.table(table)} order by id`.execute(app.db);
    return rows.map(({ id }) => id);
  }

  it('removes intents that ended 90 days ago, however old they are', async () => {
    await addIntent({ id: 'done-long-ago', status: 'done', idleDays: 91 });
    await addIntent({ id: 'refused-long-ago', status: 'refused', idleDays: 91 });
    await addIntent({ id: 'done-lately', status: 'done', idleDays: 89 });
    await addIntent({ id: 'open', status: 'open', idleDays: 91 });
    await sweepRecords(app.db, app.clock.now());
    expect(await idsIn('intents')).toEqual(['done-lately', 'open']);
  });

  it('keeps the choice of a card while the subscription runs', async () => {
    const subscriptionId = await createPaidSubscription(app, await createPerson(app));
    // Late messages about the purchase would add rows in the middle of the tests that follow.
    await settle(app);
    await sql`delete from intents`.execute(app.db);
    const tried = { kind: 'set-default', status: 'done', idleDays: 91 } as const;
    await addIntent({ id: 'tried', subscriptionId, ...tried });
    await addIntent({ id: 'tried-for-nobody', ...tried });
    await sweepRecords(app.db, app.clock.now());
    expect(await idsIn('intents')).toEqual(['tried']);

    await sql`update subscriptions set status = 'canceled' where id = ${subscriptionId}`.execute(
      app.db,
    );
    await sweepRecords(app.db, app.clock.now());
    expect(await idsIn('intents')).toEqual([]);
  });

  it('removes events that were processed 35 days ago, and none that waits', async () => {
    const createdAt = daysAgo(100);
    const event = { type: 'invoice.paid', customerId: null, createdAt };
    for (const id of ['lately', 'long-ago', 'waiting']) {
      await keepEvent(app.db, { id, ...event }, createdAt);
    }
    await sql`update provider_events set processed_at = ${daysAgo(34)} where id = 'lately'`.execute(
      app.db,
    );
    await sql`
      update provider_events set processed_at = ${daysAgo(36)} where id = 'long-ago'`.execute(
      app.db,
    );
    await sweepRecords(app.db, app.clock.now());
    expect(await idsIn('provider_events')).toEqual(['lately', 'waiting']);
  });

  it('takes so many rows each time, the oldest first', async () => {
    for (const idleDays of [93, 95, 94]) {
      await addIntent({ id: `ended-${idleDays}`, status: 'done', idleDays });
    }
    await sweepRecords(app.db, app.clock.now(), 2);
    expect(await idsIn('intents')).toEqual(['ended-93']);
    await sweepRecords(app.db, app.clock.now(), 2);
    expect(await idsIn('intents')).toEqual([]);
  });

  it('is done every minute', async () => {
    await addIntent({ id: 'done-long-ago', status: 'done', idleDays: 91 });
    await app.app.runDue();
    expect(await idsIn('intents')).toEqual([]);
  });
});
