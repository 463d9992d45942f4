import { sql } from 'kysely';
import { expect } from 'vitest';
import { withTrial } from '../../harness/plan-prices.ts';
import { createOwnTestApp, createTestApp, type TestApp } from '../../harness/test-app.ts';
import {
  type Answer,
  callable,
  createPerson,
  createVerifiedPerson,
  document,
  expectRefusal,
  type Person,
} from '../../harness/wire-client.ts';
import { billingInfo, dayMs, expectDone, passTime, settle } from './payment-scenes.ts';

/** Price of a month of Pro in dollars, with 14 free days. */
export const proMonth = { planId: 'pro', frequency: 'month', currency: 'usd' };

/** For one test file; `forgetCards` lets each test have the trial with the sandbox's few cards. */
export const openTrialShop = (card = true): Promise<TestApp> =>
  createTestApp({
    product: { ...withTrial({ card }), billing: { cancel: 'ask', promotionCodes: true } },
  });

export async function forgetCards({ db }: TestApp): Promise<void> {
  await sql`delete from trials where kind = 'card'`.execute(db);
}

export function buy(
  app: TestApp,
  { idToken }: Pick<Person, 'idToken'>,
  more: object = {},
): Promise<Answer> {
  const data = { ...proMonth, billingInfo: billingInfo(), ...more };
  return callable(app, 'createSubscription', { data, idToken });
}

export async function preview(
  app: TestApp,
  { idToken }: Pick<Person, 'idToken'>,
  more: object = {},
): Promise<Record<string, unknown>> {
  const data = { ...proMonth, ...more };
  return expectDone(await callable(app, 'previewPurchase', { data, idToken }));
}

/** A verified person in the trial of a new project, with the calls that an owner makes. */
export async function beginTrial(app: TestApp, more: object = {}) {
  await forgetCards(app);
  let owner = await createVerifiedPerson(app);
  const bought = await buy(app, owner, more);
  const { subscriptionId: id, clientSecret } = expectDone(bought);
  const subscriptionId = String(id);
  await settle(app);
  const call = (name: string, data: object = {}) =>
    callable(app, name, { idToken: owner.idToken, data: { subscriptionId, ...data } });
  return {
    subscriptionId,
    clientSecret,
    owner: () => owner,
    call,
    summary: async () => expectDone(await call('getBillingSummary')),
    async project() {
      const { idToken } = owner;
      const read = await document(app, `GET /v1/subscriptions/${subscriptionId}`, { idToken });
      expect(read.statusCode, read.body).toBe(200);
      return read.json();
    },
    async passDays(days: number) {
      owner = await passTime(app, days * dayMs, owner);
      // By now the product has followed the provider.
      await settle(app);
    },
  };
}

/** A buyer who was shown a trial is charged nothing where there is none. */
export async function expectTrialRefusal(): Promise<void> {
  const app = await createOwnTestApp({ product: withTrial() });
  const person = await createPerson(app);
  expectDone(await buy(app, person, { trial: true }));
  app.clock.advance(61_000);
  expectRefusal(await buy(app, person, { trial: true }), 'billing/trial-used');
}
