import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { addMember } from '../../harness/factories.ts';
import { createOwnTestApp, type TestApp } from '../../harness/test-app.ts';
import {
  callable,
  createFreeSubscription,
  createPerson,
  expectRefusal,
  type Person,
} from '../../harness/wire-client.ts';

const create = (app: TestApp, { idToken }: Person) =>
  callable(app, 'createSubscription', {
    data: { planId: 'free' },
    idToken,
    headers: { 'idempotency-key': randomUUID() },
  });

describe('free projects of one account', () => {
  it('are ten, under 50 requests at once too, and a canceled one makes room', async () => {
    const app = await createOwnTestApp({});
    const ada = await createPerson(app);
    const answers = await Promise.all(Array.from({ length: 50 }, () => create(app, ada)));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(10);
    for (const answer of answers.filter(({ statusCode }) => statusCode !== 200)) {
      expectRefusal(answer, 'subscription/too-many-free');
    }
    const { rows } = await sql<{ id: string }>`
      select id from subscriptions where owner_id = ${ada.uid}`.execute(app.db);
    expect(rows).toHaveLength(10);
    const subscriptionId = rows[0]?.id;
    const data = { subscriptionId, confirmationId: subscriptionId };
    const canceled = await callable(app, 'cancelSubscription', { ...ada, data });
    expect(canceled.statusCode, canceled.body).toBe(200);
    expect((await create(app, ada)).statusCode).toBe(200);
    expectRefusal(await create(app, ada), 'subscription/too-many-free');
  });

  it('are as many as the configuration says', async () => {
    const app = await createOwnTestApp({ product: { policy: { freeProjects: 2 } } });
    const ada = await createPerson(app);
    await createFreeSubscription(app, ada);
    await createFreeSubscription(app, ada);
    expectRefusal(await create(app, ada), 'subscription/too-many-free');
  });

  it('have no bound with null', async () => {
    const app = await createOwnTestApp({ product: { policy: { freeProjects: null } } });
    const ada = await createPerson(app);
    for (const _time of Array(12)) {
      await createFreeSubscription(app, ada);
    }
  });

  it('are not given to a person who has as many as there may be', async () => {
    const app = await createOwnTestApp({ product: { policy: { freeProjects: 1 } } });
    const [ada, bob] = [await createPerson(app), await createPerson(app)];
    const subscriptionId = await createFreeSubscription(app, ada);
    const own = await createFreeSubscription(app, bob);
    await addMember(app, { subscriptionId, uid: bob.uid, permissions: ['access', 'admin'] });
    const data = { subscriptionId, newOwnerId: bob.uid };
    const give = () => callable(app, 'transferSubscriptionOwnership', { ...ada, data });
    expectRefusal(await give(), 'subscription/new-owner-has-too-many');
    await sql`update subscriptions set status = 'canceled' where id = ${own}`.execute(app.db);
    expect((await give()).statusCode).toBe(200);
  });
});
