import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addMember } from '../factories.ts';
import { createTestApp, type TestApp } from '../test-app.ts';
import { createFreeSubscription, createPerson, document, expectRefusal } from '../wire-client.ts';

const path = '/v1/subscriptions';

describe('listSubscriptions', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  it('answers an empty list to a new person', async () => {
    const { idToken } = await createPerson(app);
    const answer = await document(app, `GET ${path}`, { idToken });
    expect(answer.json()).toEqual({ subscriptions: [] });
  });

  it('answers one’s own and those one is a member of, newest first', async () => {
    const [ada, grace] = [await createPerson(app), await createPerson(app)];
    const first = await createFreeSubscription(app, ada);
    app.clock.advance(1_000);
    const second = await createFreeSubscription(app, grace);
    await addMember(app, { subscriptionId: second, uid: ada.uid });
    app.clock.advance(1_000);
    await createFreeSubscription(app, grace);

    const answer = await document(app, `GET ${path}`, { idToken: ada.idToken });

    expect(answer.json().subscriptions).toMatchObject([
      { id: second, owner_id: grace.uid, permissions: { access: [ada.uid] } },
      { id: first, owner_id: ada.uid, permissions: { access: [ada.uid], admin: [ada.uid] } },
    ]);
  });

  it('shows an incomplete subscription to its owner alone', async () => {
    const [ada, grace] = [await createPerson(app), await createPerson(app)];
    const id = await createFreeSubscription(app, ada);
    await addMember(app, { subscriptionId: id, uid: grace.uid });
    await sql`update subscriptions set status = 'incomplete' where id = ${id}`.execute(app.db);
    const own = await document(app, `GET ${path}`, { idToken: ada.idToken });
    expect(own.json().subscriptions).toHaveLength(1);
    const other = await document(app, `GET ${path}`, { idToken: grace.idToken });
    expect(other.json().subscriptions).toEqual([]);
    expectRefusal(
      await document(app, `GET ${path}/${id}`, { idToken: grace.idToken }),
      'access/denied',
    );
  });

  it('refuses visitors and unknown query fields', async () => {
    expectRefusal(await document(app, `GET ${path}`), 'auth/unauthenticated');
    const { idToken } = await createPerson(app);
    expectRefusal(await document(app, `GET ${path}?owner_id=x`, { idToken }), 'request/invalid');
  });
});
