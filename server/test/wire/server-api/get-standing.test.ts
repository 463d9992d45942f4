import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addMember, createTeam, removeMember, setStatus } from '../../harness/factories.ts';
import { callServer, makeKey } from '../../harness/server-api.ts';
import { createTestApp, type TestApp } from '../../harness/test-app.ts';
import {
  createPerson,
  disable,
  document,
  expectRefusal,
  type Person,
} from '../../harness/wire-client.ts';

describe('getStanding', () => {
  let app: TestApp;
  let owner: Person;
  let id: string;
  let secret: string;
  beforeAll(async () => {
    app = await createTestApp();
    ({ owner, subscriptionId: id } = await createTeam(app));
    ({ secret } = await makeKey(app, ['standing:read']));
  });
  afterAll(() => app.close());

  const ask = (uid: string, subscription = id) =>
    callServer(app, `GET /standing?uid=${uid}&subscription=${subscription}`, { secret });

  it('answers account, subscription and what the owner may do', async () => {
    const answer = await ask(owner.uid);
    expect(answer.statusCode, answer.body).toBe(200);
    expect(answer.json()).toEqual({
      account: { uid: owner.uid, email: owner.email, disabled: false },
      subscription: { id, name: null, status: 'active', plan_id: 'free', metadata: {} },
      is_member: true,
      is_owner: true,
      second_factor_required: false,
      permissions: app.config.product.permissions.map(({ key }) => key),
      entitlements: { active: true, limits: {} },
      version: expect.any(Number),
    });
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  it('answers the permissions that a member holds, and none of a stranger', async () => {
    const [member, stranger] = [await createPerson(app), await createPerson(app)];
    const permissions = ['access', 'editor'];
    await addMember(app, { subscriptionId: id, uid: member.uid, permissions });
    const held = { is_member: true, is_owner: false, permissions };
    expect((await ask(member.uid)).json()).toMatchObject(held);
    const none = { is_member: false, is_owner: false, permissions: [] };
    expect((await ask(stranger.uid)).json()).toMatchObject(none);
  });

  it.each([
    ['active', true],
    ['past_due', true],
    ['unpaid', false],
    ['incomplete', false],
    ['canceled', false],
  ] as const)(
    'says of a subscription that is %s whether it is active: %s',
    async (status, active) => {
      const team = await createTeam(app);
      await setStatus(app, team.subscriptionId, status);
      const { entitlements, subscription } = (
        await ask(team.owner.uid, team.subscriptionId)
      ).json();
      expect([subscription.status, entitlements.active]).toEqual([status, active]);
    },
  );

  it('says that an account is disabled', async () => {
    const person = await createPerson(app);
    await disable(app, person);
    expect((await ask(person.uid)).json().account).toMatchObject({ disabled: true });
  });

  it('has a greater version after each change of the person, the membership or the subscription', async () => {
    const person = await createPerson(app);
    const { owner: ada, subscriptionId } = await createTeam(app);
    const versions: number[] = [];
    const note = async () => {
      versions.push((await ask(person.uid, subscriptionId)).json().version);
    };
    await note();
    await addMember(app, { subscriptionId, uid: person.uid });
    await note();
    await removeMember(app, { subscriptionId, uid: person.uid });
    await note();
    const rename = { body: { settings: { name: 'Acme' } }, idToken: ada.idToken };
    await document(app, `PATCH /v1/subscriptions/${subscriptionId}`, rename);
    await note();
    await disable(app, person);
    await note();
    expect(versions).toEqual([...new Set(versions)].sort((one, other) => one - other));
    await note();
    expect(versions.at(-1)).toBe(versions.at(-2));
  });

  it('refuses unknown ones with account/unknown and subscription/unknown', async () => {
    expectRefusal(await ask('nobody'), 'account/unknown');
    const unknown = await ask(owner.uid, 'nothing');
    expect(unknown.statusCode).toBe(404);
    expectRefusal(unknown, 'subscription/unknown');
  });

  it('refuses a question without a subscription, or with a field that it does not know', async () => {
    const { uid } = owner;
    const lines = [`?uid=${uid}`, `?subscription=${id}`, `?uid=${uid}&subscription=${id}&plan=x`];
    for (const line of lines) {
      expectRefusal(await callServer(app, `GET /standing${line}`, { secret }), 'request/invalid');
    }
  });
});
