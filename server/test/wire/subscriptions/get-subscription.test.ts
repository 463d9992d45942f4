import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addMember, createTeam, removeMember } from '../../harness/factories.ts';
import { createTestApp, type TestApp } from '../../harness/test-app.ts';
import {
  callable,
  createFreeSubscription,
  createPerson,
  document,
  expectRefusal,
  type Person,
} from '../../harness/wire-client.ts';

describe('getSubscription', () => {
  let app: TestApp;
  let owner: Person;
  let id: string;
  beforeAll(async () => {
    app = await createTestApp();
    ({ owner, subscriptionId: id } = await createTeam(app));
  });
  afterAll(() => app.close());

  const read = (idToken: string, subscriptionId = id) =>
    document(app, `GET /v1/subscriptions/${subscriptionId}`, { idToken });

  it('lists everybody’s permissions to an admin-level holder', async () => {
    const [admin, member] = [await createPerson(app), await createPerson(app)];
    await addMember(app, { subscriptionId: id, uid: admin.uid, permissions: ['access', 'admin'] });
    app.clock.advance(1_000);
    await addMember(app, { subscriptionId: id, uid: member.uid });
    const answer = await read(admin.idToken);
    expect(answer.json().permissions).toEqual({
      access: [owner.uid, admin.uid, member.uid],
      admin: [owner.uid, admin.uid],
    });
  });

  it('shows a plain member only their own permissions', async () => {
    const member = await createPerson(app);
    const permissions = ['access', 'editor'];
    await addMember(app, { subscriptionId: id, uid: member.uid, permissions });
    const answer = await read(member.idToken);
    expect(answer.json().permissions).toEqual({ access: [member.uid], editor: [member.uid] });
  });

  it('names the owner to a plain member, and shows no address if there is no name', async () => {
    const [named, nameless] = [await createPerson(app, 'Olga Owner'), await createPerson(app, '')];
    const member = await createPerson(app);
    const [of, ofNameless] = [
      await createFreeSubscription(app, named),
      await createFreeSubscription(app, nameless),
    ];
    await addMember(app, { subscriptionId: of, uid: member.uid });
    await addMember(app, { subscriptionId: ofNameless, uid: member.uid });
    expect((await read(member.idToken, of)).json()).toMatchObject({ owner_name: 'Olga Owner' });
    const other = await read(member.idToken, ofNameless);
    expect(other.json()).not.toHaveProperty('owner_name');
    expect(other.body).not.toContain(nameless.email);
    const list = await document(app, 'GET /v1/subscriptions', { idToken: member.idToken });
    const names = list
      .json()
      .subscriptions.map(({ owner_name }: { owner_name?: string }) => owner_name);
    expect(names).toContain('Olga Owner');
  });

  it('says to every member since when it is canceled', async () => {
    const ada = await createPerson(app);
    const canceled = await createFreeSubscription(app, ada);
    const member = await createPerson(app);
    await addMember(app, { subscriptionId: canceled, uid: member.uid });
    expect((await read(ada.idToken, canceled)).json()).not.toHaveProperty('ended_at');
    const data = { subscriptionId: canceled, confirmationId: canceled };
    expect((await callable(app, 'cancelSubscription', { ...ada, data })).statusCode).toBe(200);
    const { ended_at } = (await read(member.idToken, canceled)).json();
    expect(Math.abs(Date.parse(ended_at) - app.clock.now().getTime())).toBeLessThan(30_000);
    const list = await document(app, 'GET /v1/subscriptions', { idToken: member.idToken });
    expect(list.json().subscriptions).toMatchObject([{ status: 'canceled', ended_at }]);
  });

  it('answers a foreign and an unknown subscription alike', async () => {
    const stranger = await createPerson(app);
    const foreign = await read(stranger.idToken);
    expect(foreign.statusCode).toBe(403);
    expectRefusal(foreign, 'access/denied');
    expect((await read(stranger.idToken, 'nothing')).body).toBe(foreign.body);
  });

  it('refuses a former member on the very next request', async () => {
    const member = await createPerson(app);
    await addMember(app, { subscriptionId: id, uid: member.uid });
    expect((await read(member.idToken)).statusCode).toBe(200);
    await removeMember(app, { subscriptionId: id, uid: member.uid });
    expectRefusal(await read(member.idToken), 'access/denied');
  });

  it('refuses visitors', async () => {
    expectRefusal(await document(app, `GET /v1/subscriptions/${id}`), 'auth/unauthenticated');
  });
});
