import type { Activity } from '@hearth/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPaidSubscription } from '../../billing/support/payment-scenes.ts';
import {
  addMember,
  createTeam,
  inviteTo,
  joinAs,
  joinedPerson,
  setStatus,
  type Team,
} from '../../harness/factories.ts';
import { createTestApp, type TestApp } from '../../harness/test-app.ts';
import {
  callable,
  createPerson,
  createVerifiedPerson,
  document,
  expectRefusal,
  identity,
  newAddress,
  type Person,
  signIn,
} from '../../harness/wire-client.ts';

const dayMs = 24 * 3_600_000;

interface ActivityList {
  readonly activities: Activity[];
  readonly total: number;
}

describe('getActivity', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  const ask = ({ owner, subscriptionId }: Team, question: object = {}) =>
    callable(app, 'getActivity', {
      data: { subscriptionId, page: 1, pageSize: 100, ...question },
      idToken: owner.idToken,
    });

  async function list(team: Team, question: object = {}): Promise<ActivityList> {
    const answer = await ask(team, question);
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json().data;
  }

  const call = (name: string, { idToken }: Pick<Person, 'idToken'>, data: object) =>
    callable(app, name, { data, idToken });

  it('lists everything that is done in a subscription with names, newest first', async () => {
    const team = await createTeam(app);
    const { owner, subscriptionId } = team;
    const ids = { subscriptionId };
    const body = { settings: { name: 'Acme' } };
    await document(app, `PATCH /v1/subscriptions/${subscriptionId}`, { ...owner, body });
    const ada = await createPerson(app, 'Grace Hopper');
    const claim = await inviteTo(app, team, ada.email);
    await call('acceptInvite', ada, claim);
    const permissions = ['admin'];
    await call('updateUserPermissions', owner, { ...ids, userId: ada.uid, permissions });
    const revoked = await inviteTo(app, team);
    await call('revokeInvite', owner, { ...ids, inviteId: revoked.inviteId });
    const unnamed = await joinedPerson(app, { subscriptionId, idToken: owner.idToken });
    await document(app, `PATCH /v1/users/${unnamed.uid}`, {
      ...unnamed,
      body: { display_name: '' },
    });
    await call('removeUser', owner, { ...ids, userId: unnamed.uid });
    await call('transferSubscriptionOwnership', owner, { ...ids, newOwnerId: ada.uid });
    await call('removeUser', owner, { ...ids, userId: owner.uid });

    const { activities, total } = await list({ owner: ada, subscriptionId });

    const rows = activities.map(({ action, actor, subject }) => [action, actor.name, subject.name]);
    const { rows: invites } = await sql<{ email: string }>`
      select email from invites where id = ${revoked.inviteId}`.execute(app.db);
    const withdrawn = invites[0]?.email;
    const [host, guest] = ['Ada Lovelace', 'Grace Hopper'];
    expect(rows).toEqual([
      ['member.left', host, host],
      ['subscription.ownership-transferred', host, guest],
      ['member.removed', host, unnamed.email],
      ['invite.accepted', unnamed.email, unnamed.email],
      ['invite.created', host, unnamed.email],
      ['invite.revoked', host, withdrawn],
      ['invite.created', host, withdrawn],
      ['member.permissions-changed', host, guest],
      ['invite.accepted', guest, ada.email],
      ['invite.created', host, ada.email],
      ['subscription.settings-updated', host, 'Acme'],
      ['subscription.created', host, 'Acme'],
    ]);
    expect(total).toBe(12);
    expect(activities[8]?.subject.id).toBe(claim.inviteId);
    expect(activities[0]).toMatchObject({ actor: { id: owner.uid }, subject: { id: owner.uid } });
    const times = activities.map(({ happened_at }) => happened_at);
    expect(times).toEqual([...times].sort().reverse());
    expect(new Date(times[0] ?? '').toISOString()).toBe(times[0]);
  });

  it('does not tell the name of somebody who declined', async () => {
    const team = await createTeam(app);
    const ada = await createVerifiedPerson(app);
    const body = { display_name: 'A Secret Name' };
    await document(app, `PATCH /v1/users/${ada.uid}`, { ...ada, body });
    const { inviteId } = await inviteTo(app, team, ada.email);
    await call('rejectInvite', ada, { inviteId });
    const answer = await ask(team);
    const [newest] = answer.json().data.activities;
    expect(newest).toMatchObject({
      action: 'invite.rejected',
      actor: { id: ada.uid, name: '' },
      subject: { id: inviteId, name: ada.email },
    });
    expect(answer.body).not.toContain('A Secret Name');
  });

  it('answers pages that together are the whole', async () => {
    const team = await createTeam(app);
    for (const _ of Array(6)) {
      await inviteTo(app, team);
    }
    const whole = await list(team);
    expect(whole.activities).toHaveLength(7);
    for (const pageSize of [1, 3, 7, 8]) {
      const pages: Activity[] = [];
      for (let page = 1; page <= Math.ceil(7 / pageSize) + 1; page += 1) {
        const part = await list(team, { page, pageSize });
        expect(part.total).toBe(7);
        pages.push(...part.activities);
      }
      expect(pages).toEqual(whole.activities);
    }
    const past = await list(team, { page: 1_000_000 });
    expect(past).toEqual({ activities: [], total: 7 });
  });

  it('records what expires once, with nobody as the actor, and knows the address when the invite is gone', async () => {
    const team = await createTeam(app);
    const { subscriptionId } = team;
    const email = newAddress();
    const { inviteId } = await inviteTo(app, team, email);
    const later = async (ms: number) => {
      app.clock.advance(ms);
      await app.app.runDue();
      await app.app.runDue();
      return await list({ owner: await signIn(app, team.owner), subscriptionId });
    };
    const [early] = (await later(14 * dayMs - 60_000)).activities;
    expect(early?.action).toBe('invite.created');

    const flipped = await later(60_000);
    expect(flipped.total).toBe(3);
    expect(flipped.activities[0]).toMatchObject({
      action: 'invite.expired',
      actor: { id: '', name: '' },
      subject: { id: inviteId, name: email },
    });
    const { rows } = await sql`select status from invites where id = ${inviteId}`.execute(app.db);
    expect(rows).toEqual([{ status: 'expired' }]);

    const kept = await later(90 * dayMs - 60_000);
    expect(kept.activities[0]?.subject.name).toBe(email);
    const removed = await later(120_000);
    expect((await sql`select 1 from invites where id = ${inviteId}`.execute(app.db)).rows).toEqual(
      [],
    );
    expect(removed.total).toBe(3);
    expect(removed.activities.slice(0, 2).map(({ subject }) => subject)).toEqual(
      Array(2).fill({ id: inviteId, name: email }),
    );
  });

  it('knows people who left by the name they had, and says that they left', async () => {
    const team = await createTeam(app);
    const { subscriptionId, owner } = team;
    const rename = (person: Person, display_name: string) =>
      document(app, `PATCH /v1/users/${person.uid}`, { ...person, body: { display_name } });
    const hedy = await joinedPerson(app, { subscriptionId, idToken: owner.idToken });
    await rename(hedy, 'Hedy Lamarr');
    const [joined] = (await list(team)).activities;
    expect(joined).toMatchObject({
      actor: { id: hedy.uid, name: 'Hedy Lamarr' },
      subject: { name: hedy.email, joined_as: 'Hedy Lamarr' },
      inviter: { id: owner.uid, name: 'Ada Lovelace' },
    });
    expect(joined?.actor).not.toHaveProperty('left');
    await call('removeUser', owner, { subscriptionId, userId: hedy.uid });
    await rename(hedy, 'A Later Name');

    const answer = await ask(team);
    const [removed, accepted, invited]: Activity[] = answer.json().data.activities;
    const left = { id: hedy.uid, name: 'Hedy Lamarr', left: true };
    expect(removed).toMatchObject({ action: 'member.removed', subject: left });
    expect(accepted).toMatchObject({ action: 'invite.accepted', actor: left });
    const subject = { name: hedy.email, joined_as: 'Hedy Lamarr', left: true };
    expect(invited).toMatchObject({ action: 'invite.created', subject });
    expect(answer.body).not.toContain('A Later Name');

    await joinAs(app, hedy, { subscriptionId, idToken: owner.idToken });
    const [again] = (await list(team)).activities;
    expect(again?.actor).toEqual({ id: hedy.uid, name: 'A Later Name' });
  });

  it('has the old and the new value of what was changed', async () => {
    const team = await createTeam(app);
    const { subscriptionId, owner } = team;
    const path = `PATCH /v1/subscriptions/${subscriptionId}` as const;
    await document(app, path, { ...owner, body: { settings: { name: 'Acme' } } });
    await document(app, path, { ...owner, body: { settings: { name: 'Acme Analytics' } } });
    const grace = await joinedPerson(app, {
      subscriptionId,
      idToken: owner.idToken,
      permissions: ['access', 'editor'],
    });
    const permissions = ['access', 'admin'];
    await call('updateUserPermissions', owner, { subscriptionId, userId: grace.uid, permissions });
    await inviteTo(app, team);

    const { activities } = await list(team);
    const held = { from: null, to: ['access', 'editor'] };
    expect(activities.map(({ action, details }) => [action, details])).toEqual([
      [
        'invite.created',
        {
          permissions: { from: null, to: ['access'] },
          open_until: expect.stringMatching(/^\d{4}-.*Z$/),
        },
      ],
      [
        'member.permissions-changed',
        { permissions: { from: ['access', 'editor'], to: permissions } },
      ],
      ['invite.accepted', { permissions: held }],
      ['invite.created', { permissions: held }],
      ['subscription.settings-updated', { name: { from: 'Acme', to: 'Acme Analytics' } }],
      ['subscription.settings-updated', { name: { from: null, to: 'Acme' } }],
      ['subscription.created', { plan_id: { from: null, to: 'free' } }],
    ]);
  });

  it('has plans, amounts and cards, which go with the owner and with their account', async () => {
    const owner = await createVerifiedPerson(app);
    const subscriptionId = await createPaidSubscription(app, owner);
    const team = { owner, subscriptionId };
    await call('changeSubscriptionPlan', owner, { subscriptionId, planId: 'enterprise' });
    const admin = await joinedPerson(app, {
      subscriptionId,
      idToken: owner.idToken,
      permissions: ['access', 'admin'],
    });

    const { activities, total } = await list(team, { kind: 'money' });
    const card = { brand: 'visa', last4: '4242' };
    const amount = { amount: 1_000, currency: 'usd' };
    const first = { amount, invoice_number: expect.stringMatching(/-0001$/) };
    expect(total).toBe(3);
    expect(activities.map(({ action, details }) => [action, details])).toEqual([
      [
        'billing.payment-received',
        { payment: { amount: expect.anything(), invoice_number: expect.any(String), card } },
      ],
      ['subscription.plan-changed', { plan_id: { from: 'pro', to: 'enterprise' } }],
      ['billing.payment-received', { payment: { ...first, card } }],
    ]);

    await call('transferSubscriptionOwnership', owner, { subscriptionId, newOwnerId: admin.uid });
    const taken = await ask({ owner: admin, subscriptionId });
    expect(taken.body).not.toContain('4242');
    await sql`update subscriptions set owner_id = ${owner.uid} where id = ${subscriptionId}`.execute(
      app.db,
    );
    expect((await ask({ owner: admin, subscriptionId })).body).toContain('4242');

    await call('cancelSubscription', owner, { subscriptionId, confirmationId: subscriptionId });
    await identity(app, '/v1/accounts:delete', { idToken: owner.idToken });
    const left = await ask({ owner: admin, subscriptionId });
    expect(left.body).not.toContain('4242');
    const paid = (left.json().data.activities as Activity[]).filter(
      ({ action }) => action === 'billing.payment-received',
    );
    expect(paid.map(({ details }) => details?.payment).at(-1)).toEqual(first);
  });

  it('lists one kind of events, and counts them', async () => {
    const team = await createTeam(app);
    const { subscriptionId, owner } = team;
    await inviteTo(app, team);
    const body = { settings: { name: 'Acme' } };
    await document(app, `PATCH /v1/subscriptions/${subscriptionId}`, { ...owner, body });
    const found = async (kind: string) => {
      const { activities, total } = await list(team, { kind });
      expect(total).toBe(activities.length);
      return activities.map(({ action }) => action);
    };
    expect(await found('people')).toEqual(['invite.created']);
    expect(await found('money')).toEqual([]);
    expect(await found('settings')).toEqual([
      'subscription.settings-updated',
      'subscription.created',
    ]);
    const second = await list(team, { kind: 'settings', page: 2, pageSize: 1 });
    expect(second).toMatchObject({ activities: [{ action: 'subscription.created' }], total: 2 });
  });

  it('knows deleted people by their bare id', async () => {
    const team = await createTeam(app);
    const { subscriptionId, owner } = team;
    const ada = await joinedPerson(app, { subscriptionId, idToken: owner.idToken });
    await identity(app, '/v1/accounts:delete', { idToken: ada.idToken });
    const [newest, before] = (await list(team)).activities;
    const nameless = { id: ada.uid, name: '' };
    expect(newest).toMatchObject({ action: 'member.left', actor: nameless, subject: nameless });
    expect(before).toMatchObject({ action: 'invite.accepted', actor: nameless });
    expect(before?.subject.name).toBe('');
    expect((await ask(team)).body).not.toContain(ada.email);
  });

  it('forgets what is known of people who left, once they delete their accounts', async () => {
    const team = await createTeam(app);
    const { subscriptionId, owner } = team;
    const hedy = await joinedPerson(app, { subscriptionId, idToken: owner.idToken });
    await call('removeUser', hedy, { subscriptionId, userId: hedy.uid });
    const stranger = await createVerifiedPerson(app);
    const { inviteId } = await inviteTo(app, team, stranger.email);
    await call('rejectInvite', stranger, { inviteId });
    app.clock.advance(91 * dayMs);
    await app.app.runDue();
    const again = await signIn(app, owner);
    const before = await ask({ owner: again, subscriptionId });
    expect(before.body).toContain(hedy.email);
    expect(before.body).toContain(stranger.email);

    for (const person of [hedy, stranger]) {
      const { idToken } = await signIn(app, person);
      expect((await identity(app, '/v1/accounts:delete', { idToken })).statusCode).toBe(200);
    }
    const after = await ask({ owner: again, subscriptionId });
    expect(after.statusCode).toBe(200);
    expect(after.body).not.toContain(hedy.email);
    expect(after.body).not.toContain(stranger.email);
  });

  it('tells nothing of other subscriptions and nothing of sign-ins', async () => {
    const [team, other] = [await createTeam(app), await createTeam(app)];
    await inviteTo(app, other);
    await signIn(app, team.owner);
    const { activities, total } = await list(team);
    expect(activities.map(({ action }) => action)).toEqual(['subscription.created']);
    expect(total).toBe(1);
  });

  it.each([
    ...[0, -1, 101, 1.5, '10', null].map((pageSize) => ({ pageSize })),
    ...[0, -1, 1.5, '1', null, 1_000_001].map((page) => ({ page })),
    { action: 'invite.created' },
    { kind: 'else' },
    ...[0, 3_661, 1.5, '90'].map((days) => ({ days })),
    { actorId: 7 },
    { withActors: 'yes' },
  ])('refuses %j', async (question) => {
    expectRefusal(await ask(await createTeam(app), question), 'request/invalid');
  });

  it('is closed with subscription/unpaid while nothing is paid', async () => {
    const team = await createTeam(app);
    await setStatus(app, team.subscriptionId, 'unpaid');
    expectRefusal(await ask(team), 'subscription/unpaid');
    await setStatus(app, team.subscriptionId, 'past_due');
    expect((await list(team)).total).toBe(1);
  });

  it('is for admin-level holders; a foreign and an unknown subscription answer alike', async () => {
    const team = await createTeam(app);
    const { subscriptionId } = team;
    const [editor, admin] = [await createPerson(app), await createPerson(app)];
    await addMember(app, { subscriptionId, uid: editor.uid, permissions: ['access', 'editor'] });
    await addMember(app, { subscriptionId, uid: admin.uid, permissions: ['access', 'admin'] });
    expectRefusal(await ask({ ...team, owner: editor }), 'access/denied');
    expect((await ask({ ...team, owner: admin })).statusCode).toBe(200);
    const stranger = await createPerson(app);
    const foreign = await ask({ ...team, owner: stranger });
    expectRefusal(foreign, 'access/denied');
    const unknown = await ask({ subscriptionId: 'nothing', owner: stranger });
    expect(unknown.body).toBe(foreign.body);
    const data = { subscriptionId, page: 1, pageSize: 10 };
    expectRefusal(await callable(app, 'getActivity', { data }), 'auth/unauthenticated');
  });
});
