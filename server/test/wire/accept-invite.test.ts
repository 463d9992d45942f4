import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { joinedPerson } from '../factories.ts';
import { createTestApp, type TestApp } from '../test-app.ts';
import { callable, createFreeSubscription, createPerson, type Person } from '../wire-client.ts';

describe('acceptInvite', () => {
  let app: TestApp;
  let owner: Person;
  let subscriptionId: string;
  beforeAll(async () => {
    app = await createTestApp();
    owner = await createPerson(app);
    subscriptionId = await createFreeSubscription(app, owner);
  });
  afterAll(() => app.close());

  it('lets the invited person in', async () => {
    const { idToken } = owner;
    const member = await joinedPerson(app, { subscriptionId, idToken });
    const answer = await callable(app, 'getSubscriptionUsers', { data: { subscriptionId }, idToken });
    expect(answer.json().data).toMatchObject({
      users: [{ id: owner.uid }, { id: member.uid, permissions: ['access'] }],
      total: 2,
      seats: { used: 2, limit: 10 },
    });
  });
});
