import {
  type DocumentName,
  type Entry,
  type IdentityName,
  type ServerCallName,
  wire,
} from '@hearth/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { admitView, dismissOperator, findViewHash } from '../../src/modules/console/index.ts';
import { bought } from '../billing/support/crash-steps.ts';
import { verdictOf } from '../harness/crowd.ts';
import { inviteTo } from '../harness/factories.ts';
import { receivedMails } from '../harness/mailbox.ts';
import { createOperator, createRole, giveRole } from '../harness/operators.ts';
import type { TestApp } from '../harness/test-app.ts';
import { createViewedApp, seeAs } from '../harness/views.ts';
import {
  type Answer,
  createFreeSubscription,
  createVerifiedPerson,
  disable,
  document,
  expectRefusal,
  identity,
  type Person,
} from '../harness/wire-client.ts';
import { type Place, table } from './authorization-table.ts';

/** Calls that a view may make; a new one is added here by somebody who has asked what it answers. */
const marked = [
  'lookup',
  'getUser',
  'getSignInMethods',
  'listSessions',
  'getPaymentMethods',
  'getBillingDetails',
  'getBillingSummary',
  'getSpending',
  'listInvoices',
  'getSubscription',
  'listSubscriptions',
  'getActivity',
  'getSubscriptionUsers',
  'getInvite',
  'listInvites',
];

const calls: Readonly<Record<string, Entry>> = Object.assign({}, ...Object.values(wire));
const names = Object.keys(calls);

describe('a view of an operator', () => {
  let app: TestApp;
  let operator: Person;
  let person: Person;
  let place: Place;
  let view: { readonly idToken: string };

  beforeAll(async () => {
    app = await createViewedApp();
    operator = await createOperator(app);
    person = await createVerifiedPerson(app);
    const subscriptionId = await bought('pro')(app, person);
    const host = await createVerifiedPerson(app);
    const elsewhere = await createFreeSubscription(app, host);
    const { inviteId } = await inviteTo(
      app,
      { owner: host, subscriptionId: elsewhere },
      person.email,
    );
    const { uid } = person;
    place = { subscriptionId, inviteId, revokedInviteId: inviteId, uid, sessionId: 'none' };
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    view = await seeAs(app, operator, person);
  });

  /** Like a client that has only this token. */
  async function send(name: string, { idToken }: { readonly idToken: string }): Promise<Answer> {
    const input = table[name]?.input(place) ?? {};
    const headers = { authorization: `Bearer ${idToken}` };
    if (name in wire.callables) {
      const url = `/functions/${app.config.product.region}/${name}`;
      return await app.server.inject({ method: 'POST', url, headers, payload: { data: input } });
    }
    if (name in wire.identity) {
      const { method, path } = wire.identity[name as IdentityName];
      const url = `${path}?key=${app.config.apiKey}`;
      const payload = { ...input, idToken };
      return await app.server.inject({ method, url, ...(method === 'POST' && { payload }) });
    }
    const { method, path } = { ...wire.documents, ...wire.server }[
      name as DocumentName | ServerCallName
    ];
    const fields = new Map(Object.entries(input));
    const url = path.replace(/\{(\w+)\}/g, (_, field: string) => {
      const value = String(fields.get(field) ?? 'unknown');
      fields.delete(field);
      return value;
    });
    const rest = Object.fromEntries(fields);
    return ['GET', 'DELETE'].includes(method)
      ? await app.server.inject({ method, url, headers, query: toQuery(rest) })
      : await app.server.inject({ method, url, headers, payload: rest });
  }

  const toQuery = (fields: object) =>
    Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]));

  /** Each row of each table with the transaction that wrote it. */
  async function readTables(): Promise<Record<string, string>> {
    const { rows } = await sql<{ name: string }>`
      select c.oid::regclass::text as name from pg_class c
      where c.relnamespace in ('public'::regnamespace, to_regnamespace('graphile_worker'))
        and c.relkind = 'r'`.execute(app.db);
    const versions: Record<string, string> = {};
    for (const { name } of rows) {
      const found = await sql<{ version: string }>`
        select count(*) || coalesce(md5(string_agg(ctid::text || xmin::text, ' ')), '') as version
        from ${sql.raw(name)}`.execute(app.db);
      versions[name] = found.rows[0]?.version ?? '';
    }
    return versions;
  }

  /** Sends all mails first, so that nothing is left to do in the background. */
  async function expectNothingWritten(work: () => Promise<void>): Promise<void> {
    await receivedMails(app);
    const before = await readTables();
    await work();
    expect(await readTables()).toEqual(before);
  }

  it('is for these calls and no others', () => {
    expect(names.filter((name) => calls[name]?.readOnly).sort()).toEqual([...marked].sort());
  });

  it('every marked call answers as the person, and writes nothing', async () => {
    // By now it is due to record when the person was last seen, and to keep the next total.
    app.clock.advance(6 * 60_000);
    await sql`update billing_accounts set next_read_at = null`.execute(app.db);
    await expectNothingWritten(async () => {
      for (const name of marked) {
        const answer = await send(name, view);
        expect(answer.statusCode, `${name}: ${answer.body}`).toBe(200);
      }
    });
    const { users } = (await send('lookup', view)).json();
    expect(users[0].localId).toBe(person.uid);
    expect((await send('getPaymentMethods', view)).json().data.paymentMethods).toHaveLength(1);
  });

  it('every other call refuses it, and changes nothing', async () => {
    const others = names.filter((name) => !marked.includes(name) && readsToken(name));
    expect(others.length).toBeGreaterThan(80);
    await expectNothingWritten(async () => {
      for (const name of others) {
        const isOfPrograms = calls[name]?.access.kind === 'key';
        const refusal = isOfPrograms ? 'api-key/invalid' : 'view/read-only';
        expect(verdictOf(await send(name, view)), name).toBe(refusal);
      }
    });
  });

  /** Calls of the identity protocol that anybody may make look at no token, but for what the next test asks. */
  const readsToken = (name: string) =>
    !(name in wire.identity) || calls[name]?.access.kind !== 'anyone';

  it('as an ID token or a refresh token anywhere else: is none', async () => {
    const { idToken } = view;
    const signOut = await identity(app, '/v1/accounts:signOut', { idToken });
    expect(verdictOf(signOut)).toBe('auth/invalid-id-token');
    const refresh = { grant_type: 'refresh_token', refresh_token: idToken };
    expect(verdictOf(await identity(app, '/v1/token', refresh))).toBe('auth/invalid-refresh-token');
    const headers = { authorization: `Bearer ${idToken}` };
    const userInfo = await app.server.inject({ url: '/oauth/userinfo', headers });
    expect(userInfo.statusCode).toBeGreaterThanOrEqual(401);
  });

  it('ends after fifteen minutes, and its row is removed', async () => {
    app.clock.advance(15 * 60_000 - 5_000);
    expect(await verdict(view)).toBe('ok');
    app.clock.advance(5_000);
    expectRefusal(await document(app, 'GET /v1/subscriptions', view), 'view/ended');
    await app.app.runDue();
    const { rows } = await sql`
      select from operator_views where expires_at <= ${app.clock.now()}`.execute(app.db);
    expect(rows).toEqual([]);
  });

  const verdict = async (by: { readonly idToken: string }) => verdictOf(await send('lookup', by));

  interface Scene {
    readonly by: Person;
    readonly seen: Person;
  }

  it.each<[string, (scene: Scene) => Promise<unknown>]>([
    ['the role is taken away', ({ by }) => dismissOperator({ id: by.uid }, app)],
    ['the operator gets a role without the right', ({ by }) => giveRole(app, by, 'support')],
    ['the operator signs out', ({ by }) => identity(app, '/v1/accounts:signOut', by)],
    ['the operator is disabled', ({ by }) => disable(app, by)],
    ['the person is disabled', ({ seen }) => disable(app, seen)],
    ['the person becomes an operator', ({ seen }) => giveRole(app, seen, 'support')],
    [
      'the person is deleted',
      ({ seen: { idToken } }) => identity(app, '/v1/accounts:delete', { idToken }),
    ],
  ])('ends when %s, with the next request', async (_when, happen) => {
    const scene = { by: await createRole(app, 'admin'), seen: await createVerifiedPerson(app) };
    const own = await seeAs(app, scene.by, scene.seen);
    expect(await verdict(own)).toBe('ok');
    await happen(scene);
    expect(await verdict(own)).toBe('view/ended');
    expect(await verdict(view)).toBe('ok');
  });
});

it('a view while a second factor is needed and the operator has lost theirs: ends', async () => {
  const app = await createViewedApp();
  const operator = await createOperator(app);
  const person = await createVerifiedPerson(app);
  const { idToken } = await seeAs(app, operator, person);
  const { db, clock, config } = app;
  const rules = { db, clock, settings: config.product, operators: config.operators };
  const hash = findViewHash({ idToken }) ?? expect.fail();
  const admit = (needsOperatorFactor: boolean) =>
    admitView(hash, { ...rules, needsOperatorFactor });
  expect(await admit(false)).toMatchObject({ uid: person.uid });
  await expect(admit(true)).rejects.toMatchObject({ code: 'view/ended' });
  await app.close();
});
