import { describe, expect, it } from 'vitest';
import { CardDeclined } from '../../src/modules/billing/index.ts';
import { createPaidSubscription, expectDone } from '../billing/support/payment-scenes.ts';
import { invite, joinTeam } from '../harness/factories.ts';
import { createOwnTestApp, type TestApp } from '../harness/test-app.ts';
import {
  type Answer,
  callable,
  createPerson,
  document,
  expectRefusal,
  newAddress,
  type Person,
} from '../harness/wire-client.ts';

interface Scene {
  readonly app: TestApp;
  readonly ada: Person;
  readonly subscriptionId: string;
  /** Moves to the smaller plan; the work is done while the provider is asked for it. */
  shrink(meanwhile: () => Promise<void>): Promise<Answer>;
  inviteOne(): Promise<Answer>;
}

/** An owner on the plan enterprise, while the plan pro has two seats. */
async function begin(): Promise<Scene> {
  let work = async () => {};
  const app = await createOwnTestApp({
    payments: (real) => ({
      ...real,
      async changePrices(change) {
        await work();
        return await real.changePrices(change);
      },
    }),
  });
  const { plans } = app.config.product;
  plans.splice(0, plans.length, ...plans.map((plan) => ({ ...plan, ...smallPro(plan) })));
  const ada = await createPerson(app);
  const { idToken } = ada;
  const subscriptionId = await createPaidSubscription(app, ada, 'enterprise');
  return {
    app,
    ada,
    subscriptionId,
    async shrink(meanwhile) {
      work = meanwhile;
      const data = { subscriptionId, planId: 'pro' };
      return await callable(app, 'changeSubscriptionPlan', { data, idToken });
    },
    async inviteOne() {
      const data = { subscriptionId, email: newAddress(), permissions: ['access'] };
      return await callable(app, 'createInvite', { data, idToken });
    },
  };
}

const smallPro = ({ id }: { readonly id: string }) => (id === 'pro' ? { seats: 2 } : {});

describe('seats, while the subscription moves to a smaller plan', () => {
  it('are those of the smaller plan, so that an invite beyond them is refused', async () => {
    const { app, ada, subscriptionId, shrink, inviteOne } = await begin();
    const grace = await createPerson(app);
    const { idToken } = ada;
    const pending = await invite(app, { subscriptionId, email: grace.email, idToken });
    const during: Answer[] = [];
    expectDone(
      await shrink(async () => {
        during.push(await inviteOne());
        // Its seat was counted when the change began.
        during.push(await callable(app, 'acceptInvite', { data: pending, idToken: grace.idToken }));
      }),
    );
    expect(during).toHaveLength(2);
    const [refused, accepted] = during;
    expectRefusal(refused ?? expect.fail(), 'seats/full');
    expect(refused?.body).toContain('2 of 2');
    expect(accepted?.statusCode, accepted?.body).toBe(200);
    expectRefusal(await inviteOne(), 'seats/full');
  });

  it('are the larger plan’s again once the change was refused', async () => {
    const { shrink, inviteOne } = await begin();
    expectDone(await inviteOne());
    const refused = await shrink(() => {
      throw new CardDeclined('Your card was declined.');
    });
    expectRefusal(refused, 'billing/card-refused', 'Your card was declined.');
    expectDone(await inviteOne());
  });
});

describe('a plan for any number of people', () => {
  it('takes everybody, says so on the wire, and is left only by as many as the other plan takes', async () => {
    const app = await createOwnTestApp({
      adjust: (product) => ({
        ...product,
        plans: product.plans.map((plan) => ({
          ...plan,
          seats: plan.id === 'enterprise' ? null : 3,
        })),
      }),
    });
    const ada = await createPerson(app);
    const { idToken } = ada;
    const subscriptionId = await createPaidSubscription(app, ada, 'enterprise');
    const call = (name: string, data: object) =>
      callable(app, name, { data: { subscriptionId, ...data }, idToken });
    for (let people = 0; people < 60; people += 1) {
      await invite(app, { subscriptionId, email: newAddress(), idToken });
    }
    const users = await call('getSubscriptionUsers', {});
    expect(users.json().data.seats).toEqual({ used: 61, limit: null });
    const listed = await document(app, 'GET /v1/subscriptions', { idToken });
    expect(listed.json().subscriptions[0].seats).toEqual({ used: 61, limit: null });
    const { plans } = (await app.server.inject('/config.json')).json();
    expect(plans.map(({ seats }: { seats: unknown }) => seats)).toEqual([3, 3, null, 3]);

    const grace = await joinTeam(app, { owner: ada, subscriptionId }, ['access', 'admin']);
    const invited = { subscriptionId, email: newAddress(), idToken: grace.idToken };
    const { inviteId } = await invite(app, invited);
    expectDone(await call('removeUser', { userId: grace.uid }));
    expectDone(await call('undoRemoveUser', { userId: grace.uid }));
    const { users: people } = (await call('getSubscriptionUsers', { pageSize: 100 })).json().data;
    expect(people.map(({ id }: { id: string }) => id)).toContain(inviteId);

    const down = await call('changeSubscriptionPlan', { planId: 'pro' });
    expectRefusal(down, 'seats/too-many-in-use');
    expect(down.body).toContain('63 of 3');
  });
});
