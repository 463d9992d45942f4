import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addMember, createTeam, inviteTo, setStatus, type Team } from '../../harness/factories.ts';
import { callServer, makeKey } from '../../harness/server-api.ts';
import { createTestApp, type TestApp } from '../../harness/test-app.ts';
import { createPerson, expectRefusal, type Person } from '../../harness/wire-client.ts';

describe('listMemberRecords', () => {
  let app: TestApp;
  let team: Team;
  let member: Person;
  let secret: string;
  beforeAll(async () => {
    app = await createTestApp();
    team = await createTeam(app);
    member = await createPerson(app, 'Grace Hopper');
    const permissions = ['access', 'editor'];
    await addMember(app, { subscriptionId: team.subscriptionId, uid: member.uid, permissions });
    await inviteTo(app, team);
    ({ secret } = await makeKey(app, ['members:read']));
  });
  afterAll(() => app.close());

  const list = (query = '', id = team.subscriptionId) =>
    callServer(app, `GET /subscriptions/${id}/members${query}`, { secret });

  it('answers the owner and the members, and no pending invite', async () => {
    const answer = await list();
    expect(answer.statusCode, answer.body).toBe(200);
    const { data, next_cursor } = answer.json();
    expect(next_cursor).toBeNull();
    expect(data).toHaveLength(2);
    expect(data).toContainEqual({
      uid: member.uid,
      email: member.email,
      display_name: 'Grace Hopper',
      permissions: ['access', 'editor'],
      is_owner: false,
      joined_at: expect.any(String),
    });
    const { uid } = team.owner;
    const permissions = app.config.product.permissions.map(({ key }) => key);
    const owner = expect.objectContaining({ uid, is_owner: true, permissions });
    expect(data).toContainEqual(owner);
  });

  it('answers each once, page by page', async () => {
    const first = (await list('?limit=1')).json();
    const second = (await list(`?limit=1&cursor=${first.next_cursor}`)).json();
    const uids = [...first.data, ...second.data].map(({ uid }: { uid: string }) => uid);
    expect(uids.sort()).toEqual([team.owner.uid, member.uid].sort());
    expect(second.next_cursor).toBeNull();
    expect((await list('?cursor=zzz')).json()).toEqual({ data: [], next_cursor: null });
  });

  it('answers the members of a canceled one too', async () => {
    const { subscriptionId } = await createTeam(app);
    await setStatus(app, subscriptionId, 'canceled');
    expect((await list('', subscriptionId)).json().data).toHaveLength(1);
  });

  it('refuses an unknown one with subscription/unknown', async () => {
    expectRefusal(await list('', 'nothing'), 'subscription/unknown');
  });
});
