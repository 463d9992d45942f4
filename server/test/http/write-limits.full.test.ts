import { describe, expect, it } from 'vitest';
import { emptyBucket } from '../billing/support/card-limits.ts';
import { createOwnTestApp, type TestApp } from '../harness/test-app.ts';
import {
  callable,
  createFreeSubscription,
  createPerson,
  document,
  expectIdentityRefusal,
  expectRefusal,
  identity,
  type Person,
} from '../harness/wire-client.ts';

const halfHour = 30 * 60_000;
const limitedApp = () => createOwnTestApp({ env: { RATE_LIMITS: 'on' } });

const rename = (app: TestApp, { uid, idToken }: Person, name: string) =>
  document(app, `PATCH /v1/users/${uid}`, { idToken, body: { display_name: name } });

/** Changes the profile the given number of times, and answers how many succeeded. */
async function renameTimes(app: TestApp, person: Person, times: number): Promise<number> {
  const answers = await Promise.all(
    Array.from({ length: times }, (_, index) => rename(app, person, `Ada ${index}`)),
  );
  return answers.filter(({ statusCode }) => statusCode === 200).length;
}

describe('what one person changes', () => {
  it('is 120 at once, and then one a second, in every dialect', async () => {
    const app = await limitedApp();
    const ada = await createPerson(app);
    const done = await renameTimes(app, ada, 140);
    expect(done).toBeGreaterThanOrEqual(120);
    await emptyBucket(app, { key: `write ${ada.uid}`, burst: 120, everyMs: 1_000 });
    expectRefusal(await rename(app, ada, 'Once more'), 'auth/too-many-requests');
    const { idToken } = ada;
    const data = { planId: 'free' };
    expectRefusal(
      await callable(app, 'createSubscription', { data, idToken }),
      'auth/too-many-requests',
    );
    const update = { idToken, displayName: 'Ada' };
    expectIdentityRefusal(
      await identity(app, '/v1/accounts:update', update),
      'auth/too-many-requests',
    );
    app.clock.advance(halfHour);
    expect((await rename(app, ada, 'Later')).statusCode).toBe(200);
  });

  it('leaves reading, and other people, alone', async () => {
    const app = await limitedApp();
    const [ada, bob] = [await createPerson(app), await createPerson(app)];
    await renameTimes(app, ada, 160);
    const { uid, idToken } = ada;
    expect((await document(app, `GET /v1/users/${uid}`, { idToken })).statusCode).toBe(200);
    expect((await rename(app, bob, 'Bob')).statusCode).toBe(200);
  });

  it('is not spent by what they may not do', async () => {
    const app = await limitedApp();
    const [ada, bob] = [await createPerson(app), await createPerson(app)];
    const { uid } = bob;
    for (let time = 0; time < 130; time += 1) {
      expectRefusal(await rename(app, { ...ada, uid }, 'Bob'), 'access/denied');
    }
    expect(await renameTimes(app, ada, 100)).toBe(100);
  });

  it('has no limit with RATE_LIMITS=off', async () => {
    const app = await createOwnTestApp({});
    const ada = await createPerson(app);
    expect(await renameTimes(app, ada, 150)).toBe(150);
    await createFreeSubscription(app, ada);
  });
});
