import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createEventLog } from '../../harness/logged-events.ts';
import { createTestApp, type TestApp } from '../../harness/test-app.ts';
import { createPerson, type Person } from '../../harness/wire-client.ts';
import { createPaidSubscription, openIntent, settle } from '../support/payment-scenes.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const [info, warn] = [30, 40];

describe('the line "billing backlog reported"', () => {
  let app: TestApp;
  let person: Person;
  let id: string;
  const log = createEventLog();

  beforeAll(async () => {
    app = await createTestApp({ logger: log.logger });
    person = await createPerson(app);
    id = await createPaidSubscription(app, person);
  });
  beforeEach(async () => {
    await settle(app);
    await settle(app);
  });
  afterAll(() => app.close());

  /** Lines that the next minute adds. */
  async function passMinute(ms = minuteMs): Promise<object[]> {
    const before = log.events('billing backlog reported').length;
    app.clock.advance(ms);
    await settle(app);
    return log.events('billing backlog reported').slice(before);
  }

  it('is not logged while nothing waits', async () => {
    expect(await passMinute()).toEqual([]);
  });

  it('counts open intents, warns once one is open for ten minutes, and is logged once more when none is', async () => {
    await openIntent(app, id, person);
    const open = { openIntents: 1, waitingEvents: 0, waitingProjections: 0, drift: 0 };
    const [line] = await passMinute();
    expect(line).toMatchObject({ ...open, level: info, oldestEventSeconds: 0 });
    expect(line).toHaveProperty('oldestOpenSeconds', expect.closeTo(60, -1));
    expect(await passMinute(10 * minuteMs)).toMatchObject([{ ...open, level: warn }]);
    await sql`delete from intents where status = 'open'`.execute(app.db);
    expect(await passMinute()).toMatchObject([{ level: info, openIntents: 0 }]);
    expect(await passMinute()).toEqual([]);
  });

  it('counts waiting events, and warns once one waits for an hour', async () => {
    const at = app.clock.now();
    await sql`
      insert into provider_events (id, type, customer_id, created_at, received_at)
      values ('evt_planted', 'invoice.paid', 'cus_planted', ${at}, ${at})`.execute(app.db);
    const waiting = { openIntents: 0, waitingEvents: 1 };
    expect(await passMinute()).toMatchObject([{ ...waiting, level: info }]);
    expect(await passMinute(hourMs)).toMatchObject([{ ...waiting, level: warn }]);
    await sql`delete from provider_events where id = 'evt_planted'`.execute(app.db);
    expect(await passMinute()).toMatchObject([{ level: info, waitingEvents: 0 }]);
  });

  it('counts projections that wait', async () => {
    await sql`
      select graphile_worker.add_job('project-billing', '{}', run_at => now() + interval '1 hour')
      `.execute(app.db);
    expect(await passMinute()).toMatchObject([{ level: info, waitingProjections: 1 }]);
    await sql`
      select graphile_worker.complete_jobs(array_agg(id)) from graphile_worker.jobs
      where task_identifier = 'project-billing'`.execute(app.db);
    expect(await passMinute()).toMatchObject([{ waitingProjections: 0 }]);
  });

  it('counts the differences that the reconciler has found since the line before', async () => {
    await sql`update invoices set status = 'open' where subscription_id = ${id}`.execute(app.db);
    await passMinute(hourMs + minuteMs);
    expect(log.events('billing drift')).toHaveLength(1);
    expect(await passMinute()).toMatchObject([{ level: info, drift: 1 }]);
    expect(await passMinute()).toMatchObject([{ drift: 0 }]);
    expect(await passMinute()).toEqual([]);
  });
});
