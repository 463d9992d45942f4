import { type KeyScope, keyScopes, type ServerCallName, wire } from '@hearth/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { revokeApiKey } from '../../src/modules/keys/index.ts';
import { createTeam, type Team } from '../harness/factories.ts';
import { callServer, makeKey } from '../harness/server-api.ts';
import { createOwnTestApp, createTestApp, type TestApp } from '../harness/test-app.ts';
import { expectRefusal } from '../harness/wire-client.ts';

/** Written down a second time, so that none is lost unseen: who sends events to an address may read them, too. */
const scopesOf: Readonly<Record<ServerCallName, readonly KeyScope[]>> = {
  getStanding: ['standing:read'],
  getSubscriptionRecord: ['subscriptions:read'],
  listSubscriptionRecords: ['subscriptions:read'],
  updateSubscriptionRecord: ['subscriptions:write', 'subscriptions:read'],
  listMemberRecords: ['members:read'],
  getAccountRecord: ['accounts:read'],
  listAccountRecords: ['accounts:read'],
  listEvents: ['events:read'],
  redeliverEvent: ['webhooks:write', 'events:read'],
  createWebhookEndpoint: ['webhooks:write', 'events:read'],
  updateWebhookEndpoint: ['webhooks:write', 'events:read'],
  replayWebhookEndpoint: ['webhooks:write', 'events:read'],
  rotateWebhookSecret: ['webhooks:write'],
  testWebhookEndpoint: ['webhooks:write'],
  deleteWebhookEndpoint: ['webhooks:write'],
  listWebhookEndpoints: ['webhooks:write'],
  listWebhookDeliveries: ['webhooks:write'],
};
const calls = Object.entries(scopesOf) as [ServerCallName, readonly KeyScope[]][];

describe('the server API', () => {
  let app: TestApp;
  let team: Team;
  beforeAll(async () => {
    app = await createTestApp();
    team = await createTeam(app);
  });
  afterAll(() => app.close());

  let endpointId: string;
  let eventId: string;
  beforeEach(async () => {
    await sql`delete from webhook_endpoints`.execute(app.db);
    const { secret } = await makeKey(app);
    const made = await callServer(app, 'POST /webhook-endpoints', { secret, body: { url } });
    endpointId = made.json().id;
    const events = await callServer(app, 'GET /events?limit=1', { secret });
    eventId = events.json().data[0].id;
  });

  const url = 'https://example.com/hook';
  const bodies: Partial<Record<ServerCallName, object>> = {
    updateSubscriptionRecord: { metadata: {} },
    createWebhookEndpoint: { url },
    updateWebhookEndpoint: { description: 'backend' },
    replayWebhookEndpoint: { since: '2999-01-01T00:00:00Z' },
    redeliverEvent: {},
  };

  /** A request that a key with the right scope is answered with 200. */
  function call(name: ServerCallName, secret?: string, headers = {}) {
    const { method, path } = wire.server[name];
    const { owner, subscriptionId } = team;
    const fields = new Map(Object.entries({ subscriptionId, uid: owner.uid, endpointId, eventId }));
    const filled = path.replace(/\{(\w+)\}/g, (_, field: string) => fields.get(field) ?? '');
    const query = name === 'getStanding' ? `?uid=${owner.uid}&subscription=${subscriptionId}` : '';
    const body = bodies[name];
    return callServer(app, `${method} ${filled.replace('/server/v1', '')}${query}`, {
      ...(secret !== undefined && { secret }),
      ...(body && { body }),
      headers,
    });
  }

  describe.each(calls)('%s', (name, scopes) => {
    it('answers a key with its scopes alone, and refuses one without each of them', async () => {
      const { secret } = await makeKey(app, scopes);
      const answer = await call(name, secret);
      expect(answer.statusCode, answer.body).toBe(200);

      for (const missing of scopes) {
        const others = keyScopes.filter((scope) => scope !== missing);
        const refused = await call(name, (await makeKey(app, others)).secret);
        expect(refused.statusCode).toBe(403);
        expectRefusal(refused, 'api-key/missing-scope');
        expect(refused.json().error.message).toContain(missing);
      }
    });

    it('answers every fault of a key alike', async () => {
      const { secret, id } = await makeKey(app);
      const { secret: expiring } = await makeKey(app, keyScopes, 1);
      const { secret: deleted, id: gone } = await makeKey(app);
      await sql`delete from api_keys where id = ${gone}`.execute(app.db);
      const { secret: expired, id: late } = await makeKey(app, keyScopes, 1);
      await sql`update api_keys set expires_at = ${app.clock.now()} where id = ${late}`.execute(
        app.db,
      );
      await revokeApiKey(id, app);
      const { secret: other } = await makeKey(app);
      const ofAnother = `${other.slice(0, 23)}${expiring.slice(23)}`;
      const { idToken } = team.owner;
      const wrong = [secret, deleted, expired, ofAnother, idToken, 'hearth_sk_x', `${expiring}x`];
      const without = await call(name);
      expect(without.statusCode).toBe(401);
      expectRefusal(without, 'api-key/invalid');
      for (const one of wrong) {
        expect((await call(name, one)).body).toBe(without.body);
      }
      const basic = await call(name, undefined, { authorization: `Basic ${expiring}` });
      expect(basic.body).toBe(without.body);
      expect((await call(name, expiring)).statusCode).toBe(200);
    });

    it('lets in no page of a browser, not even one of our own', async () => {
      const { secret } = await makeKey(app);
      const origin = app.config.publicUrl;
      const answer = await call(name, secret, { origin });
      expect(answer.statusCode).toBe(200);
      expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
      const { method, path } = wire.server[name];
      const preflight = await app.server.inject({
        method: 'OPTIONS',
        url: path,
        headers: { origin, 'access-control-request-method': method },
      });
      expect(preflight.statusCode).toBeGreaterThanOrEqual(400);
      expect(preflight.headers).not.toHaveProperty('access-control-allow-origin');
    });
  });

  it('keeps a key out of the calls of people', async () => {
    const { secret } = await makeKey(app);
    const headers = { authorization: `Bearer ${secret}` };
    const answer = await app.server.inject({ url: '/v1/subscriptions', headers });
    expect(answer.statusCode).toBe(401);
    expectRefusal(answer, 'auth/invalid-id-token');
  });

  it('stores no key that could be used', async () => {
    const { secret } = await makeKey(app);
    const { rows } = await sql<{ text: string }>`
      select string_agg(k::text, ' ') as text from api_keys k`.execute(app.db);
    expect(rows[0]?.text).not.toContain(secret.slice(23));
  });

  it('notes when a key was last used, to five minutes', async () => {
    const { secret, id } = await makeKey(app);
    const readUse = async () => {
      const { rows } = await sql<{ at: Date | null }>`
        select last_used_at as at from api_keys where id = ${id}`.execute(app.db);
      return rows[0]?.at ?? null;
    };
    expect(await readUse()).toBeNull();
    await call('getStanding', secret);
    const first = await readUse();
    expect(first).not.toBeNull();
    app.clock.advance(4 * 60_000);
    await call('getStanding', secret);
    expect(await readUse()).toEqual(first);
    app.clock.advance(2 * 60_000);
    await call('getStanding', secret);
    expect(await readUse()).not.toEqual(first);
  });

  it('answers 100 calls of a key together and refuses the next, while other keys go on', async () => {
    const own = await createOwnTestApp({ env: { RATE_LIMITS: 'on' } });
    const at = new Date();
    own.clock.now = () => at;
    const [busy, calm] = [await makeKey(own), await makeKey(own)];
    const ask = ({ secret }: typeof busy) => callServer(own, 'GET /accounts', { secret });
    for (let asked = 0; asked < 100; asked += 1) {
      expect((await ask(busy)).statusCode).toBe(200);
    }
    const refused = await ask(busy);
    expect(refused.statusCode).toBe(429);
    expectRefusal(refused, 'auth/too-many-requests');
    expect((await ask(calm)).statusCode).toBe(200);
    own.clock.now = () => new Date(at.getTime() + 10);
    expect((await ask(busy)).statusCode).toBe(200);
  });

  it('answers unknown addresses and methods as elsewhere', async () => {
    const { secret } = await makeKey(app);
    expectRefusal(await callServer(app, 'GET /nothing', { secret }), 'request/unknown-path');
    expectRefusal(await callServer(app, 'DELETE /standing', { secret }), 'request/wrong-method');
  });
});
