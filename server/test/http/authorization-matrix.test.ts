import { type DocumentName, type Entry, type IdentityName, wire } from '@hearth/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { operations } from '../../src/http/operations.ts';
import { createCrowd, signInAgain, verdictOf } from '../harness/crowd.ts';
import { addMember } from '../harness/factories.ts';
import { createTestApp, type TestApp } from '../harness/test-app.ts';
import {
  type Answer,
  callable,
  createFreeSubscription,
  document,
  identityWith,
  type Person,
} from '../harness/wire-client.ts';
import {
  expectedVerdict,
  leaving,
  type Place,
  type PlaceName,
  places,
  type Role,
  type Row,
  roles,
  statuses,
  table,
} from './authorization-table.ts';

/** Calls of people; those of programs have no roles but scopes, which `server-api.full.test.ts` looks at. */
const { server: _ofPrograms, ...ofPeople } = operations;
const { server: _callsOfPrograms, ...callsOfPeople } = wire;
const names = Object.values(ofPeople).flatMap((dialect) => Object.keys(dialect));
const accessRefusals = [
  'access/denied',
  'access/owner-only',
  'subscription/unpaid',
  'request/unknown-path',
];
const isFull = process.env.HEARTH_FULL === '1' || process.env.HEARTH_LONG === '1';
const judged = isFull ? statuses : (['active'] as const);
/** In the words of callables and documents, and of the identity dialect. */
const signedOut = ['auth/unauthenticated', 'auth/missing-id-token'];

describe('the authorization matrix', () => {
  let app: TestApp;
  /** Everybody but the anonymous. */
  let people: Map<Role, Person>;
  let outsider: Person;
  let own: string;
  let foreign: string;

  beforeAll(async () => {
    app = await createTestApp();
    const crowd = await createCrowd(app, roles.length);
    own = await createFreeSubscription(app, crowd[6] ?? expect.fail());
    foreign = await createFreeSubscription(app, crowd[0] ?? expect.fail());
    // Sessions that are too old for what cannot be undone.
    app.clock.advance(-6 * 60_000);
    const signedIn = await signInAgain(app, crowd);
    app.clock.advance(6 * 60_000);
    outsider = signedIn[0] ?? expect.fail();
    people = new Map(roles.map((role, index) => [role, signedIn[index] ?? expect.fail()]));
    people.delete('anonymous');
    await settle();
  });
  afterAll(() => app.close());

  const uidOf = (role: Role) => people.get(role)?.uid ?? expect.fail();

  async function settle(): Promise<void> {
    await addMember(app, { subscriptionId: own, uid: uidOf('member') });
    const held = ['access', 'editor'];
    await addMember(app, { subscriptionId: own, uid: uidOf('editor'), permissions: held });
    const all = ['access', 'admin'];
    await addMember(app, { subscriptionId: own, uid: uidOf('admin'), permissions: all });
    await addMember(app, { subscriptionId: own, uid: uidOf('former member') });
    const data = { subscriptionId: own, userId: uidOf('former member') };
    const { idToken } = people.get('owner') ?? expect.fail();
    expect(verdictOf(await callable(app, 'removeUser', { data, idToken }))).toBe('ok');
    const { email } = people.get('invited') ?? expect.fail();
    for (const [subscription, place, address] of [
      [own, 'own', email],
      [foreign, 'foreign', 'somebody-else@example.com'],
    ]) {
      await sql`
        insert into invites (id, subscription_id, email, permissions, token_hash, status, invited_by,
          created_at, expires_at, ended_at)
        select status || ' ' || ${place}::text, ${subscription}, ${address}, '{access}', '', status,
          'somebody', ${app.clock.now()}, ${new Date(app.clock.now().getTime() + 86_400_000)},
          case when status = 'revoked' then ${app.clock.now()}::timestamptz end
        from unnest('{pending,revoked}'::text[]) status`.execute(app.db);
    }
  }

  /** Session that the caller may end. */
  async function openSpareSessions(): Promise<void> {
    await sql`
      insert into sessions (id, account_id, refresh_token_hash, cookie, provider, signed_in_at,
        last_seen_at, expires_at)
      select 'spare ' || account_id, account_id, sha256(account_id::bytea), false, 'password',
        signed_in_at, last_seen_at, expires_at
      from sessions where id not like 'spare %' on conflict (id) do nothing`.execute(app.db);
  }

  function idsIn(place: PlaceName, person: Person | undefined): Place {
    const unknown = 'no-such-id';
    const uid = { own: person?.uid ?? unknown, foreign: outsider.uid, unknown }[place];
    return {
      subscriptionId: { own, foreign, unknown }[place],
      inviteId: `pending ${place}`,
      revokedInviteId: `revoked ${place}`,
      uid,
      sessionId: place === 'unknown' ? unknown : `spare ${uid}`,
    };
  }

  function send(name: string, input: object, idToken: string | undefined): Promise<Answer> {
    const token = idToken === undefined ? {} : { idToken };
    if (name in wire.callables) {
      return callable(app, name, { data: input, ...token });
    }
    return name in wire.documents
      ? sendDocument(name as DocumentName, input, token)
      : sendIdentity(name as IdentityName, input, token);
  }

  function sendDocument(name: DocumentName, input: object, token: { idToken?: string }) {
    const entry = wire.documents[name];
    const fields = new Map(Object.entries(input));
    const path = entry.path.replace(/\{(\w+)\}/g, (_, field: string) => {
      const value = String(fields.get(field));
      fields.delete(field);
      return encodeURIComponent(value);
    });
    const hasBody = ['PATCH', 'POST'].includes(entry.method);
    const body = hasBody ? { body: Object.fromEntries(fields) } : {};
    return document(app, `${entry.method} ${path}`, { ...body, ...token });
  }

  function sendIdentity(name: IdentityName, input: object, token: { idToken?: string }) {
    const { method, path, access } = wire.identity[name];
    if (method === 'GET') {
      return app.server.inject({ method, url: `${path}?key=${app.config.apiKey}` });
    }
    const body = { ...input, ...(access.kind === 'signed-in' && token) };
    return identityWith(app, { path, body, headers: {} });
  }

  /** Any answer but a refusal of access counts as let in; a request that was not understood is no knock. */
  function judge(answer: Answer): string {
    const verdict = verdictOf(answer);
    if (signedOut.includes(verdict)) {
      return 'signed out';
    }
    const isKnock = accessRefusals.includes(verdict) || /^(request|server)\//.test(verdict);
    return isKnock ? verdict : 'in';
  }

  async function judgeEverybody(name: string, row: Row, status: (typeof statuses)[number]) {
    const expected: Record<string, string> = {};
    const actual: Record<string, string> = {};
    for (const role of roles) {
      const person = people.get(role);
      const bodies: Partial<Record<PlaceName, string>> = {};
      for (const place of places) {
        const answer = await send(name, row.input(idsIn(place, person)), person?.idToken);
        expected[`${role}, ${place}`] = expectedVerdict({ row, role, status, place });
        actual[`${role}, ${place}`] = judge(answer);
        bodies[place] = `${answer.statusCode} ${answer.body}`;
      }
      if (row.names && !row.openToLinks) {
        expect(bodies.foreign, `${role}: foreign and unknown`).toBe(bodies.unknown);
      }
    }
    expect(actual).toEqual(expected);
  }

  it('has a row for every operation, and no others', () => {
    expect(Object.keys(table).sort()).toEqual([...names].sort());
  });

  it('names what the contract says names a subscription, a person or an invite', () => {
    const entries = Object.values(callsOfPeople).flatMap((dialect) =>
      Object.entries<Entry>(dialect),
    );
    for (const [name, { access }] of entries) {
      const isOpen = ['anyone', 'maybe-signed-in', 'signed-in'].includes(access.kind);
      expect(isOpen || table[name]?.names, name).toBeTruthy();
    }
  });

  describe.each(judged)('of %s subscriptions', (status) => {
    beforeEach(async () => {
      await sql`update subscriptions set status = ${status}`.execute(app.db);
    });

    it.each(Object.entries(table))('%s', async (name, row) => {
      await openSpareSessions();
      await judgeEverybody(name, row, status);
    });

    it('removeUser of oneself', async () => {
      const membersBefore = await readMembers();
      const roleAndPlace = roles
        .slice(1)
        .flatMap((role) => places.map((place) => ({ role, place })));
      for (const { role, place } of roleAndPlace) {
        const verdict = await leaveAndReturn(role, place);
        expect(verdict, `${role}, ${place}`).toBe(
          expectedVerdict({ row: leaving, role, status, place }),
        );
      }
      expect(await readMembers()).toEqual(membersBefore);
    });
  });

  async function leaveAndReturn(role: Role, place: PlaceName): Promise<string> {
    const person = people.get(role) ?? expect.fail();
    const permissions = (await readMembers()).get(person.uid) ?? [];
    const input = leaving.input(idsIn(place, person));
    const answer = await send('removeUser', { ...input, userId: person.uid }, person.idToken);
    if (verdictOf(answer) === 'ok') {
      await addMember(app, { subscriptionId: own, uid: person.uid, permissions });
    }
    return judge(answer);
  }

  async function readMembers(): Promise<Map<string, string[]>> {
    const { rows } = await sql<{ account_id: string; permissions: string[] }>`
      select account_id, permissions from memberships where subscription_id = ${own}`.execute(
      app.db,
    );
    return new Map(rows.map(({ account_id, permissions }) => [account_id, permissions]));
  }
});
