import type { Invite } from '@hearth/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  addMember,
  createTeam,
  fortnightMs,
  invite,
  setStatus,
  type Team,
} from '../../harness/factories.ts';
import { createTestApp, type TestApp } from '../../harness/test-app.ts';
import {
  callable,
  changeEmail,
  createPerson,
  createVerifiedPerson,
  document,
  expectRefusal,
  identity,
  type Person,
  signIn,
} from '../../harness/wire-client.ts';

describe('listInvites', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  const list = ({ idToken }: Pick<Person, 'idToken'>, query = '') =>
    document(app, `GET /v1/invites${query}`, { idToken });

  const idsOf = async (who: Person) =>
    (await list(who)).json().invites.map(({ id }: { id: string }) => id);

  const inviteTo = ({ owner, subscriptionId }: Team, email: string) =>
    invite(app, { subscriptionId, email, permissions: ['editor'], idToken: owner.idToken });

  it('answers a hundred at most, and the others on the next page', async () => {
    const team = await createTeam(app);
    const ada = await createVerifiedPerson(app);
    await inviteTo(team, ada.email);
    await sql`
      with project as (
        insert into subscriptions select (jsonb_populate_record(s, jsonb_build_object(
          'id', left(s.id, 17) || lpad(n::text, 3, '0')))).*
        from subscriptions s, generate_series(1, 130) n where s.id = ${team.subscriptionId}
        returning id
      )
      insert into invites select (jsonb_populate_record(i, jsonb_build_object(
        'id', left(i.id, 3) || right(p.id, 17), 'subscription_id', p.id))).*
      from invites i, project p where i.email = ${ada.email}`.execute(app.db);

    const first = (await list(ada)).json();
    const rest = (await list(ada, `?pageToken=${first.nextPageToken}`)).json();

    const ids = [first, rest].map(({ invites }) => invites.map(({ id }: Invite) => id));
    expect(ids.map(({ length }) => length)).toEqual([100, 31]);
    expect(new Set(ids.flat()).size).toBe(131);
    expect(rest.nextPageToken).toBe(null);
    expect((await list(ada, '?pageToken=none')).statusCode).toBe(400);
    await sql`update accounts set email_verified = false where email = ${ada.email}`.execute(
      app.db,
    );
    expect((await list(ada)).json()).toEqual({ invites: [], hidden: 100, nextPageToken: null });
  });

  it('lists what waits for the caller’s verified address, newest first, without its secret', async () => {
    const [older, newer] = [await createTeam(app), await createTeam(app)];
    const body = { settings: { name: 'Newer' } };
    const { idToken } = newer.owner;
    await document(app, `PATCH /v1/subscriptions/${newer.subscriptionId}`, { body, idToken });
    const ada = await createVerifiedPerson(app);
    const first = await inviteTo(older, ada.email.toUpperCase());
    app.clock.advance(1_000);
    const second = await inviteTo(newer, ada.email);
    await inviteTo(newer, (await createPerson(app)).email);

    const answer = await list(ada);

    expect(answer.statusCode, answer.body).toBe(200);
    const { invites, hidden } = answer.json();
    expect(hidden).toBe(0);
    expect(invites).toEqual([
      {
        id: second.inviteId,
        email: ada.email,
        status: 'pending',
        subscription_id: newer.subscriptionId,
        subscription_name: 'Newer',
        host_name: 'Ada Lovelace',
        permissions: ['access', 'editor'],
        create_time: expect.stringMatching(/Z$/),
        expire_time: expect.stringMatching(/Z$/),
      },
      expect.objectContaining({ id: first.inviteId, subscription_name: '' }),
    ]);
    expect(Date.parse(invites[0].expire_time) - Date.parse(invites[0].create_time)).toBe(
      fortnightMs,
    );
    expect(answer.body).not.toContain(second.token);
  });

  it('tells only how many there are until the address is verified', async () => {
    const ada = await createPerson(app);
    const [one, other] = [await createTeam(app), await createTeam(app)];
    const { token, inviteId } = await inviteTo(one, ada.email);
    const second = await inviteTo(other, ada.email);
    expect((await list(ada)).json()).toEqual({ invites: [], hidden: 2, nextPageToken: null });
    await callable(app, 'rejectInvite', { data: { inviteId, token }, idToken: ada.idToken });
    expect(await idsOf(ada)).toEqual([second.inviteId]);
  });

  it('leaves out what has ended, has expired, or belongs to a canceled subscription', async () => {
    const ada = await createVerifiedPerson(app);
    const { idToken } = ada;
    const teams = await Promise.all(Array.from({ length: 5 }, () => createTeam(app)));
    const ids: string[] = [];
    for (const team of teams) {
      ids.push((await inviteTo(team, ada.email)).inviteId);
    }
    const [accepted, rejected, revoked, canceled, pending] = ids;
    expect(await idsOf(ada)).toHaveLength(5);
    await callable(app, 'acceptInvite', { data: { inviteId: accepted }, idToken });
    await callable(app, 'rejectInvite', { data: { inviteId: rejected }, idToken });
    const data = { inviteId: revoked, subscriptionId: teams[2]?.subscriptionId };
    await callable(app, 'revokeInvite', { data, idToken: teams[2]?.owner.idToken ?? '' });
    await setStatus(app, teams[3]?.subscriptionId ?? '', 'canceled');
    expect(await idsOf(ada)).toEqual([pending]);
    expect(canceled).toBeDefined();
    app.clock.advance(fortnightMs);
    expect(await idsOf(await signIn(app, ada))).toEqual([]);
  });

  it('follows the address of today', async () => {
    const ada = await createVerifiedPerson(app);
    const old = await inviteTo(await createTeam(app), ada.email);
    expect(await idsOf(ada)).toEqual([old.inviteId]);
    const email = await changeEmail(app, ada);
    expect(await idsOf(ada)).toEqual([]);
    const next = await inviteTo(await createTeam(app), email);
    expect(await idsOf(ada)).toEqual([next.inviteId]);
  });

  it('leaves out invites of a host who has deleted the account', async () => {
    const team = await createTeam(app);
    const { subscriptionId } = team;
    const [host, ada] = [await createPerson(app, 'Grace'), await createVerifiedPerson(app)];
    const permissions = ['access', 'admin'];
    await addMember(app, { subscriptionId, uid: host.uid, permissions });
    await inviteTo({ owner: host, subscriptionId }, ada.email);
    expect((await list(ada)).json().invites).toMatchObject([{ host_name: 'Grace' }]);
    await identity(app, '/v1/accounts:delete', { idToken: host.idToken });
    expect((await list(ada)).json().invites).toEqual([]);
  });

  it('refuses visitors and unknown query fields', async () => {
    expectRefusal(await document(app, 'GET /v1/invites'), 'auth/unauthenticated');
    const { idToken, email } = await createPerson(app);
    const other = await document(app, `GET /v1/invites?email=${email}`, { idToken });
    expectRefusal(other, 'request/invalid');
  });
});
