import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sealSecret } from '../../src/modules/server-api/webhooks/webhook-endpoint.ts';
import { hurryJobs } from '../harness/hurry-jobs.ts';
import { callServer, makeKey } from '../harness/server-api.ts';
import { createTestApp, type TestApp } from '../harness/test-app.ts';
import { ok, type Receiver, startReceiver } from '../harness/webhook-receiver.ts';
import { createPerson } from '../harness/wire-client.ts';

describe('webhooks while something else happens', () => {
  let app: TestApp;
  let secret: string;
  let receiver: Receiver;
  beforeAll(async () => {
    app = await createTestApp({ logger: false });
    ({ secret } = await makeKey(app));
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    await sql`delete from webhook_endpoints`.execute(app.db);
    receiver = await startReceiver();
  });

  const call = (line: Parameters<typeof callServer>[1], body?: object) =>
    callServer(app, line, { secret, ...(body && { body }) });

  async function create(): Promise<string> {
    const body = { url: receiver.url, types: ['account.created'] };
    return (await call('POST /webhook-endpoints', body)).json().id;
  }

  async function deliveryOf(id: string) {
    return (await call(`GET /webhook-endpoints/${id}/deliveries`)).json().data[0];
  }

  it('an endpoint that is being removed: fails no change, and no resend', async () => {
    const id = await create();
    const eventId = (await createPerson(app)) && (await deliveryOf(id)).event_id;
    let changing: Promise<unknown> | undefined;
    let sending: ReturnType<typeof call> | undefined;
    await app.db.transaction().execute(async (tx) => {
      await sql`delete from webhook_endpoints where id = ${id}`.execute(tx);
      changing = createPerson(app);
      sending = call(`POST /events/${eventId}/redeliver`, {});
      await expect.poll(countWaiting).toBe(2);
    });
    await changing;
    expect((await sending)?.json()).toEqual({ deliveries: 0 });
  });

  async function countWaiting(): Promise<number> {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(app.db);
    return rows[0]?.count ?? 0;
  }

  it('an event that is sent again during its attempt: arrives once more', async () => {
    const id = await create();
    let finish = () => {};
    receiver.answer = (response) => {
      finish = () => ok(response);
    };
    await createPerson(app);
    const running = app.app.runJobs();
    await expect.poll(() => receiver.received.length).toBe(1);
    await call(`POST /events/${(await deliveryOf(id)).event_id}/redeliver`, {});
    receiver.answer = ok;
    finish();
    await running;
    await app.app.runJobs();
    expect(receiver.received).toHaveLength(2);
    expect(await deliveryOf(id)).toMatchObject({ status: 'delivered', attempts: 1 });
  });

  it('a secret of another SECRET_KEY: fails with a reason until it is rotated', async () => {
    const id = await create();
    const sealed = sealSecret('whsec_AAAA', 'the one of before');
    await sql`update webhook_endpoints set sealed_secret = ${sealed}`.execute(app.db);
    await createPerson(app);
    await app.app.runJobs();
    const reason = 'Its secret does not open with this SECRET_KEY. Rotate it.';
    expect(await deliveryOf(id)).toMatchObject({
      status: 'waiting',
      attempts: 1,
      last_attempt: { status: null, answer: reason },
    });

    await call(`POST /webhook-endpoints/${id}/rotate-secret`);
    await hurryJobs(app.db);
    await app.app.runJobs();
    expect(await deliveryOf(id)).toMatchObject({ status: 'delivered' });
  });
});
