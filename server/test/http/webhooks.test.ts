import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { signWebhook } from '../../src/modules/server-api/webhooks/webhook-signature.ts';
import { createTeam } from '../harness/factories.ts';
import { hurryJobs } from '../harness/hurry-jobs.ts';
import { callServer, makeKey } from '../harness/server-api.ts';
import { createTestApp, type TestApp } from '../harness/test-app.ts';
import { ok, type Receiver, startReceiver, withStatus } from '../harness/webhook-receiver.ts';
import { createPerson, expectRefusal } from '../harness/wire-client.ts';

const dayMs = 86_400_000;

interface Delivery {
  readonly event_id: string;
  readonly status: string;
  readonly attempts: number;
  readonly last_attempt: { readonly status: number | null; readonly answer: string } | null;
  readonly next_attempt: string | null;
}

describe('webhooks', () => {
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

  async function create(body: object = {}): Promise<{ id: string; secret: string }> {
    const answer = await call('POST /webhook-endpoints', { url: receiver.url, ...body });
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json();
  }

  async function deliveriesOf(id: string): Promise<Delivery[]> {
    const answer = await call(`GET /webhook-endpoints/${id}/deliveries`);
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json().data;
  }

  /** Runs the attempts that wait, whenever they are due. */
  async function attempt(): Promise<void> {
    await hurryJobs(app.db);
    await app.app.runJobs();
  }

  const typesReceived = () => receiver.received.map(({ body }) => JSON.parse(body).type);

  it('sends each event of a change once, signed as Standard Webhooks says', async () => {
    const endpoint = await create();
    const { subscriptionId } = await createTeam(app);
    await app.app.runJobs();
    expect(typesReceived().sort()).toEqual([
      'account.created',
      'member.added',
      'subscription.created',
    ]);
    for (const { headers, body } of receiver.received) {
      const { id, type, timestamp, data } = JSON.parse(body);
      expect(headers['webhook-id']).toBe(id);
      const sentAt = Number(headers['webhook-timestamp']);
      expect(Math.abs(sentAt - Date.now() / 1_000)).toBeLessThan(60);
      const signature = signWebhook({ id, timestamp: sentAt, body }, [endpoint.secret]);
      expect(headers['webhook-signature']).toBe(signature);
      expect([type, timestamp, data]).toEqual([
        expect.any(String),
        expect.any(String),
        expect.any(Object),
      ]);
    }
    const created = receiver.received
      .map(({ body }) => JSON.parse(body))
      .find(({ type }) => type === 'subscription.created');
    expect(created.data).toMatchObject({ id: subscriptionId, entitlements: { active: true } });
    await attempt();
    expect(receiver.received).toHaveLength(3);
    const deliveries = await deliveriesOf(endpoint.id);
    expect(deliveries.map(({ status, attempts }) => [status, attempts])).toEqual(
      Array.from({ length: 3 }, () => ['delivered', 1]),
    );
    expect(deliveries[0]?.last_attempt).toMatchObject({ status: 200, answer: 'thanks' });
  });

  it('sends only the types that the endpoint wants, and nothing of what was rolled back', async () => {
    const endpoint = await create({ types: ['account.created'] });
    const undone = app.db.transaction().execute(async (tx) => {
      await sql`update accounts set display_name = 'x'`.execute(tx);
      await sql`insert into accounts (id, email, last_signed_in_at, created_at, updated_at)
        values ('nobody', 'nobody@example.com', now(), now(), now())`.execute(tx);
      throw new Error('Undone.');
    });
    await expect(undone).rejects.toThrow('Undone.');
    await createTeam(app);
    await app.app.runJobs();
    expect(typesReceived()).toEqual(['account.created']);
    expect(await deliveriesOf(endpoint.id)).toHaveLength(1);
  });

  it.each([
    ['an error', withStatus(500), 500],
    ['a redirection, which is not followed', withStatus(302), 302],
    ['a closed connection', (response: Parameters<typeof ok>[0]) => void response.destroy(), null],
  ])('tries again after %s, and not once it was taken', async (_case, answer, status) => {
    const endpoint = await create({ types: ['account.created'] });
    receiver.answer = answer;
    await createPerson(app);
    await app.app.runJobs();
    const [failed] = await deliveriesOf(endpoint.id);
    expect(failed).toMatchObject({ status: 'waiting', attempts: 1, last_attempt: { status } });
    expect(failed?.next_attempt).not.toBeNull();
    receiver.answer = ok;
    await attempt();
    expect(await deliveriesOf(endpoint.id)).toMatchObject([{ status: 'delivered', attempts: 2 }]);
    expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual([
      failed?.event_id,
      failed?.event_id,
    ]);
  });

  it('gives up after ten attempts, and sends it again when told to', async () => {
    const endpoint = await create({ types: ['account.created'] });
    receiver.answer = withStatus(503);
    await createPerson(app);
    for (let tried = 0; tried < 12; tried += 1) {
      await attempt();
    }
    const [dead] = await deliveriesOf(endpoint.id);
    expect(dead).toMatchObject({ status: 'dead', attempts: 10, next_attempt: null });
    expect(receiver.received).toHaveLength(10);

    receiver.answer = ok;
    const again = await call(`POST /events/${dead?.event_id}/redeliver`, {});
    expect(again.json()).toEqual({ deliveries: 1 });
    await app.app.runJobs();
    expect(await deliveriesOf(endpoint.id)).toMatchObject([{ status: 'delivered', attempts: 1 }]);
  });

  it('reads no more than the beginning of an answer without an end', async () => {
    const endpoint = await create({ types: ['account.created'] });
    receiver.answer = (response) => {
      response.writeHead(200);
      const more = () => {
        while (!response.destroyed && response.write('x'.repeat(16_384))) {
          // Until the other side takes no more for now.
        }
      };
      response.on('drain', more);
      more();
    };
    await createPerson(app);
    await app.app.runJobs();
    const [delivery] = await deliveriesOf(endpoint.id);
    expect(delivery?.status).toBe('delivered');
    expect(delivery?.last_attempt?.answer).toHaveLength(2_000);
  });

  it('turns an endpoint off that says it is gone', async () => {
    const endpoint = await create();
    receiver.answer = withStatus(410);
    await createTeam(app);
    await app.app.runJobs();
    const { data } = (await call('GET /webhook-endpoints')).json();
    expect(data).toMatchObject([{ id: endpoint.id, state: 'off', off_reason: 'gone' }]);
    expect((await deliveriesOf(endpoint.id)).map(({ status }) => status)).toEqual(
      Array.from({ length: 3 }, () => 'dead'),
    );
    const { length } = receiver.received;
    await createPerson(app);
    await attempt();
    expect(receiver.received).toHaveLength(length);
  });

  it('turns an endpoint off that failed for five days, and sends what it missed once it is on again', async () => {
    const since = app.clock.now().toISOString();
    const endpoint = await create({ types: ['account.created'] });
    receiver.answer = withStatus(500);
    await createPerson(app);
    await attempt();
    app.clock.advance(4.9 * dayMs);
    await attempt();
    expect((await call('GET /webhook-endpoints')).json().data).toMatchObject([{ state: 'on' }]);
    app.clock.advance(0.2 * dayMs);
    await attempt();
    const { data } = (await call('GET /webhook-endpoints')).json();
    expect(data).toMatchObject([{ state: 'off', off_reason: 'failing' }]);
    await createPerson(app);

    receiver.answer = ok;
    receiver.received.length = 0;
    const refused = await call(`POST /webhook-endpoints/${endpoint.id}/replay`, { since });
    expectRefusal(refused, 'webhook/endpoint-off');
    await call(`PATCH /webhook-endpoints/${endpoint.id}`, { state: 'on' });
    const replay = await call(`POST /webhook-endpoints/${endpoint.id}/replay`, { since });
    expect(replay.json().deliveries).toBeGreaterThanOrEqual(1);
    await app.app.runJobs();
    expect(receiver.received).toHaveLength(replay.json().deliveries);
  });

  it('signs with both secrets for a day after a rotation', async () => {
    const endpoint = await create({ types: ['webhook.test'] });
    const rotated = await call(`POST /webhook-endpoints/${endpoint.id}/rotate-secret`);
    const newer = rotated.json().secret;
    const signatureOfTest = async () => {
      await call(`POST /webhook-endpoints/${endpoint.id}/test`);
      await app.app.runJobs();
      const { headers, body } = receiver.received.at(-1) ?? expect.fail();
      const timestamp = Number(headers['webhook-timestamp']);
      const message = { id: JSON.parse(body).id, timestamp, body };
      return { message, signature: headers['webhook-signature'] };
    };
    const first = await signatureOfTest();
    expect(first.signature).toBe(signWebhook(first.message, [newer, endpoint.secret]));
    app.clock.advance(dayMs + 1);
    const later = await signatureOfTest();
    expect(later.signature).toBe(signWebhook(later.message, [newer]));
  });

  it('stores no secret that could be used', async () => {
    const endpoint = await create();
    const { rows } = await sql<{ text: string }>`
      select string_agg(w::text, ' ') as text from webhook_endpoints w`.execute(app.db);
    const bytes = Buffer.from(endpoint.secret.slice(6), 'base64').toString('hex');
    expect(rows[0]?.text).not.toContain(endpoint.secret.slice(6));
    expect(rows[0]?.text).not.toContain(bytes);
  });
});
