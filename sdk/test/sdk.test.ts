import type { AddressInfo } from 'node:net';
import type * as contract from '@hearth/contract';
import type { OutputOf } from '@hearth/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, expectTypeOf, it } from 'vitest';
import { createTeam, joinTeam, type Team } from '../../server/test/harness/factories.ts';
import { callServer, makeKey } from '../../server/test/harness/server-api.ts';
import { createTestApp, type TestApp } from '../../server/test/harness/test-app.ts';
import { startReceiver } from '../../server/test/harness/webhook-receiver.ts';
import { createPerson } from '../../server/test/harness/wire-client.ts';
import {
  type Account,
  createHearth,
  type EventOfType,
  type EventType,
  type Hearth,
  HearthError,
  type HearthEvent,
  type Member,
  type Page,
  type Standing,
  type Subscription,
  type WebhookEndpoint,
} from '../src/index.ts';

describe('the SDK against the running product', () => {
  let app: TestApp;
  let url: string;
  let hearth: Hearth;
  let team: Team;
  let requests: string[] = [];

  beforeAll(async () => {
    app = await createTestApp();
    await app.server.listen({ port: 0, host: '127.0.0.1' });
    url = `http://127.0.0.1:${(app.server.server.address() as AddressInfo).port}`;
    hearth = connect((await makeKey(app)).secret);
    team = await createTeam(app);
  });
  afterAll(() => app.close());

  /** Notes the paths that it asks for. */
  const connect = (apiKey: string, others: object = {}) =>
    createHearth({
      url,
      apiKey,
      publicUrl: app.config.publicUrl,
      fetch: (input, init) => {
        requests.push(new URL(String(input)).pathname);
        return fetch(input, init);
      },
      ...others,
    });

  const codeOf = (failing: Promise<unknown>) =>
    failing.then(
      () => 'none',
      (error: unknown) => (error instanceof HearthError ? `${error.status} ${error.code}` : error),
    );

  it('verifies a token, and asks nobody about the next one', async () => {
    const { uid, email, idToken } = team.owner;
    expect(await hearth.verifyToken(idToken)).toEqual({
      uid,
      email,
      emailVerified: false,
      name: 'Ada Lovelace',
      sessionId: expect.any(String),
      signedInAt: expect.any(Date),
      expiresAt: expect.any(Date),
    });
    expect(requests.sort()).toEqual(['/.well-known/jwks.json', '/config.json']);
    requests = [];
    const others = await Promise.all([createPerson(app), createPerson(app)]);
    const uids = await Promise.all(others.map((one) => hearth.verifyToken(one.idToken)));
    expect(uids.map((one) => one.uid)).toEqual(others.map((one) => one.uid));
    expect(requests).toEqual([]);
  });

  it.each([
    ['nonsense', () => 'nonsense'],
    ['a changed token', ({ idToken }: Team['owner']) => `${idToken.slice(0, -6)}AAAAAA`],
    [
      'an unsigned token',
      ({ idToken }: Team['owner']) =>
        `${Buffer.from('{"alg":"none"}').toString('base64url')}.${idToken.split('.')[1]}.`,
    ],
  ])('refuses %s', async (_case, change) => {
    expect(await codeOf(hearth.verifyToken(change(team.owner)))).toBe('401 auth/invalid-id-token');
  });

  it('refuses a token of another product', async () => {
    const other = connect('', { projectId: 'another' });
    const refusal = await codeOf(other.verifyToken(team.owner.idToken));
    expect(refusal).toBe('401 auth/invalid-id-token');
  });

  it('answers the standing of a member and of a stranger', async () => {
    const { owner, subscriptionId } = team;
    expect(await hearth.standing(owner.uid, subscriptionId)).toMatchObject({
      is_member: true,
      is_owner: true,
      second_factor_required: false,
      entitlements: { active: true },
      subscription: { id: subscriptionId, plan_id: 'free' },
    });
    const stranger = await createPerson(app);
    const standing = await hearth.standing(stranger.uid, subscriptionId);
    expect([standing.is_member, standing.permissions]).toEqual([false, []]);
  });

  it('reads subscriptions and notes metadata', async () => {
    const { subscriptionId } = team;
    const noted = await hearth.subscriptions.setMetadata(subscriptionId, { tenant: 't/1' });
    expect(noted.metadata).toEqual({ tenant: 't/1' });
    expect(await hearth.subscriptions.get(subscriptionId)).toEqual(noted);
    const { data, next_cursor: next } = await hearth.subscriptions.list({ status: 'active' });
    expect(data).toContainEqual(noted);
    expect(next).toBeNull();
    const cleared = await hearth.subscriptions.setMetadata(subscriptionId, { tenant: null });
    expect(cleared.metadata).toEqual({});
  });

  it('reads people, page by page', async () => {
    const member = await joinTeam(app, team);
    const first = await hearth.members.list(team.subscriptionId, { limit: 1 });
    const second = await hearth.members.list(team.subscriptionId, {
      limit: 1,
      cursor: first.next_cursor ?? expect.fail(),
    });
    const uids = [...first.data, ...second.data].map(({ uid }) => uid);
    expect(uids.sort()).toEqual([team.owner.uid, member.uid].sort());
    const account = await hearth.accounts.get(member.uid);
    expect(account).toMatchObject({ uid: member.uid, email: member.email });
    expect(await hearth.accounts.findByEmail(member.email.toUpperCase())).toEqual(account);
    expect(await hearth.accounts.findByEmail('nobody@example.com')).toBeUndefined();
    expect((await hearth.accounts.list()).data).toContainEqual(account);
  });

  it('lists events after the last one, and sends one again', async () => {
    const { data } = await hearth.events.list({ type: 'subscription.created' });
    const created = data.find((event) => event.data.id === team.subscriptionId) ?? expect.fail();
    const later = await hearth.events.list({ after: created.id });
    expect(later.data.map(({ id }) => id)).not.toContain(created.id);
    expect(await hearth.events.redeliver(created.id)).toBe(0);
  });

  it("takes a type of the product's own, which is refused where there is no such product", async () => {
    const asked = hearth.events.list({ type: 'task.completed' });
    expectTypeOf<Awaited<typeof asked>>().toEqualTypeOf<Page<EventOfType<'task.completed'>>>();
    await expect(asked).rejects.toMatchObject({ code: 'request/invalid' });
  });

  it('verifies a webhook as it was sent, by the new secret and the old one', async () => {
    const { endpointId, secret, receiver } = await addEndpoint();
    const { secret: apiKey } = await makeKey(app);
    const rotated = await callServer(app, `POST /webhook-endpoints/${endpointId}/rotate-secret`, {
      secret: apiKey,
    });
    const person = await createPerson(app);
    await app.app.runJobs();
    const [{ headers, body } = expect.fail()] = receiver.received;
    for (const webhookSecret of [secret, rotated.json().secret, ['whsec_AAAA', secret]]) {
      const event = createHearth({ url, webhookSecret }).webhooks.verify(headers, body);
      expect(event).toMatchObject({ type: 'account.created', data: { uid: person.uid } });
    }
    const { webhooks } = createHearth({ url, webhookSecret: secret });
    const asFetched = new Headers(
      Object.entries(headers).map(([name, value]) => [name, `${value}`]),
    );
    expect(webhooks.verify(asFetched, Buffer.from(body)).id).toBe(JSON.parse(body).id);
    expect(() => webhooks.verify(headers, `${body} `)).toThrow(HearthError);
    expect(() => webhooks.verify({}, body)).toThrow('not signed');
    const old = { ...headers, 'webhook-timestamp': String(Date.now() / 1_000 - 400) };
    expect(() => webhooks.verify(old, body)).toThrow('not signed');
    expect(() => createHearth({ url }).webhooks.verify(headers, body)).toThrow('webhookSecret');
  });

  it('adds a webhook endpoint, tests it, changes it and removes it', async () => {
    const receiver = await startReceiver();
    const { endpoints } = hearth.webhooks;
    const { secret, ...made } = await endpoints.create({
      url: receiver.url,
      types: ['webhook.test'],
    });
    expect(secret).toMatch(/^whsec_/);
    expect(await endpoints.list()).toContainEqual(made);

    const eventId = await endpoints.test(made.id);
    await app.app.runJobs();
    expect(receiver.received.map(({ body }) => JSON.parse(body).id)).toEqual([eventId]);
    expect(await endpoints.rotateSecret(made.id)).not.toBe(secret);
    expect(await endpoints.replay(made.id, new Date(Date.now() - 1_000).toISOString())).toBe(0);

    expect(await endpoints.update(made.id, { state: 'off' })).toMatchObject({
      state: 'off',
      off_reason: 'operator',
    });
    expect(await codeOf(endpoints.test(made.id))).toBe('400 webhook/endpoint-off');
    await endpoints.remove(made.id);
    expect((await endpoints.list()).map(({ id }) => id)).not.toContain(made.id);
  });

  async function addEndpoint() {
    const receiver = await startReceiver();
    const { secret: key } = await makeKey(app);
    const body = { url: receiver.url, types: ['account.created'] };
    const made = await callServer(app, 'POST /webhook-endpoints', { secret: key, body });
    const { id: endpointId, secret } = made.json();
    return { endpointId, secret, receiver };
  }

  it('says what Hearth refused', async () => {
    const unknown = hearth.subscriptions.get('no/such id');
    expect(await codeOf(unknown)).toBe('404 subscription/unknown');
    expect(await codeOf(connect('wrong').accounts.list())).toBe('401 api-key/invalid');
    const narrow = connect((await makeKey(app, ['events:read'])).secret);
    expect(await codeOf(narrow.accounts.list())).toBe('403 api-key/missing-scope');
    const { uid } = await createPerson(app);
    await sql`delete from accounts where id = ${uid}`.execute(app.db);
    expect(await codeOf(hearth.accounts.get(uid))).toBe('404 account/unknown');
  });

  it('asks again where Hearth is busy, and never twice for what is no repetition', async () => {
    let asked = 0;
    const busy: typeof fetch = async (input, init) => {
      asked += 1;
      return asked % 2 === 1 ? new Response('busy', { status: 503 }) : fetch(input, init);
    };
    const other = connect((await makeKey(app)).secret, { fetch: busy });
    expect((await other.subscriptions.get(team.subscriptionId)).id).toBe(team.subscriptionId);
    expect(asked).toBe(2);
    expect(await codeOf(other.events.redeliver('evt_1'))).toBe('503 server/internal');
    expect(asked).toBe(3);
  });

  it('adds one endpoint, and makes one secret, where the answer of the first attempt is lost', async () => {
    const keys: unknown[] = [];
    const lost: typeof fetch = async (input, init) => {
      keys.push(new Headers(init?.headers).get('idempotency-key'));
      const answer = await fetch(input, init);
      if (keys.length % 2 === 1) {
        throw new TypeError('fetch failed');
      }
      return answer;
    };
    const receiver = await startReceiver();
    const { endpoints } = connect((await makeKey(app)).secret, { fetch: lost }).webhooks;
    const before = (await hearth.webhooks.endpoints.list()).length;
    const made = await endpoints.create({ url: receiver.url });
    expect(await hearth.webhooks.endpoints.list()).toHaveLength(before + 1);
    expect(await endpoints.rotateSecret(made.id)).not.toBe(made.secret);
    const [first, second, third, fourth] = keys;
    expect([first, third]).toEqual([second, fourth]);
    expect(new Set(keys).size).toBe(2);
    expect(first).toMatch(/^[\w-]{36}$/);
  });

  it('makes addresses of billing pages', () => {
    const at = createHearth({ url: 'https://accounts.example.com/' });
    expect(at.billingUrl('s1')).toBe('https://accounts.example.com/subscription/s1/billing');
    expect(
      at.billingUrl('s1', { page: 'change-plan', returnUrl: 'https://app.example/a?b=c' }),
    ).toBe(
      'https://accounts.example.com/subscription/s1/billing/change-plan?return_url=https%3A%2F%2Fapp.example%2Fa%3Fb%3Dc',
    );
  });

  it('has the types of the contract', () => {
    type Listed<E extends contract.Entry> = OutputOf<E>;
    expectTypeOf<Standing>().toEqualTypeOf<OutputOf<typeof contract.getStanding>>();
    expectTypeOf<Subscription>().toEqualTypeOf<contract.SubscriptionRecord>();
    expectTypeOf<Account>().toEqualTypeOf<OutputOf<typeof contract.getAccountRecord>>();
    expectTypeOf<Page<Member>>().toEqualTypeOf<Listed<typeof contract.listMemberRecords>>();
    expectTypeOf<WebhookEndpoint>().toEqualTypeOf<contract.WebhookEndpoint>();
    expectTypeOf<EventType>().toEqualTypeOf<contract.EventType>();
    expectTypeOf<keyof HearthEvent>().toEqualTypeOf<keyof contract.Event>();
  });
});
