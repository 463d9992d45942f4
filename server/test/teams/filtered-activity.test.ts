import type { Activity, ActivityParty } from '@hearth/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTeam, inviteTo, joinAs, joinedPerson, type Team } from '../harness/factories.ts';
import { createTestApp, type TestApp } from '../harness/test-app.ts';
import {
  callable,
  createVerifiedPerson,
  document,
  identity,
  type Person,
  signIn,
} from '../harness/wire-client.ts';

const dayMs = 24 * 3_600_000;

interface ActivityList {
  readonly activities: Activity[];
  readonly total: number;
  readonly actors?: ActivityParty[];
}

describe('the filters of the activity', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  async function list({ owner, subscriptionId }: Team, question: object): Promise<ActivityList> {
    const data = { subscriptionId, page: 1, pageSize: 100, ...question };
    const answer = await callable(app, 'getActivity', { data, idToken: owner.idToken });
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json().data;
  }

  const call = (name: string, { idToken }: Pick<Person, 'idToken'>, data: object) =>
    callable(app, name, { data, idToken });

  it('lists the events of one person and of the last days, and counts them', async () => {
    const team = await createTeam(app);
    const { subscriptionId, owner } = team;
    const grace = await joinedPerson(app, {
      subscriptionId,
      idToken: owner.idToken,
      permissions: ['access', 'admin'],
    });
    app.clock.advance(10 * dayMs);
    const again = { owner: await signIn(app, owner), subscriptionId };
    await inviteTo(app, again);
    const found = async (question: object) => {
      const { activities, total } = await list(again, question);
      expect(total).toBe(activities.length);
      return activities.map(({ action }) => action);
    };

    expect(await found({ actorId: grace.uid })).toEqual(['invite.accepted']);
    expect(await found({ actorId: grace.uid, kind: 'settings' })).toEqual([]);
    expect(await found({ actorId: owner.uid, days: 9 })).toEqual(['invite.created']);
    expect(await found({ days: 9 })).toEqual(['invite.created']);
    expect(await found({ days: 11 })).toHaveLength(4);
    expect(await found({ days: 9, kind: 'settings' })).toEqual([]);
    expect(await found({ actorId: 'nobody' })).toEqual([]);
    const second = await list(again, { actorId: owner.uid, page: 2, pageSize: 1 });
    expect(second).toMatchObject({ activities: [{ action: 'invite.created' }], total: 3 });
  });

  it('names the people who acted, members first, but not a stranger who declined', async () => {
    const team = await createTeam(app);
    const { subscriptionId, owner } = team;
    const ids = { subscriptionId, idToken: owner.idToken };
    const rename = (person: Person, display_name: string) =>
      document(app, `PATCH /v1/users/${person.uid}`, { ...person, body: { display_name } });
    const [zoe, hedy, gone] = [
      await joinedPerson(app, ids),
      await joinedPerson(app, ids),
      await joinedPerson(app, ids),
    ];
    await rename(zoe, 'Zoe');
    await rename(hedy, 'A Former Member');
    await call('removeUser', owner, { subscriptionId, userId: hedy.uid });
    await identity(app, '/v1/accounts:delete', { idToken: gone.idToken });
    const stranger = await createVerifiedPerson(app);
    const { inviteId } = await inviteTo(app, team, stranger.email);
    await call('rejectInvite', stranger, { inviteId });

    const actors = [
      { id: owner.uid, name: 'Ada Lovelace' },
      { id: zoe.uid, name: 'Zoe' },
      { id: hedy.uid, name: 'A Former Member', left: true },
    ];
    const page = { page: 1, pageSize: 3, withActors: true };
    expect(await list(team, page)).toMatchObject({ actors, activities: { length: 3 } });
    expect(await list(team, { ...page, page: 100 })).toMatchObject({ actors, activities: [] });
    expect(await list(team, { ...page, actorId: zoe.uid })).toMatchObject({ actors, total: 1 });
    expect(await list(team, {})).not.toHaveProperty('actors');
    expect(await list(team, { ...page, withActors: false })).not.toHaveProperty('actors');
  });

  it('does not show whose rejection it was by the filter, even once they are a member', async () => {
    const team = await createTeam(app);
    const { subscriptionId, owner } = team;
    const guest = await createVerifiedPerson(app);
    const { inviteId } = await inviteTo(app, team, guest.email);
    await call('rejectInvite', guest, { inviteId });
    expect(await list(team, { actorId: guest.uid })).toEqual({ activities: [], total: 0 });
    await joinAs(app, guest, { subscriptionId, idToken: owner.idToken });
    const { activities } = await list(team, { actorId: guest.uid });
    expect(activities.map(({ action }) => action)).toEqual(['invite.accepted']);
  });
});
