import { describe, expect, it } from 'vitest';
import { createOwnTestApp, type TestApp } from '../harness/test-app.ts';
import { type Answer, createPerson, document, expectRefusal } from '../harness/wire-client.ts';

const env = { RATE_LIMITS: 'on', TRUST_PROXY: '1' };

/** Asks so often that the bucket is empty, though it fills meanwhile; answers the last refusal. */
async function exhaust(ask: () => Promise<Answer>): Promise<Answer> {
  for (let round = 0; round < 100; round += 1) {
    const answers = await Promise.all(Array.from({ length: 100 }, ask));
    const refused = answers.find(({ statusCode }) => statusCode === 429);
    if (refused) {
      return refused;
    }
  }
  return expect.fail('never refused');
}

describe('reads', () => {
  const list = (app: TestApp, idToken: string) =>
    document(app, 'GET /v1/subscriptions', { idToken });

  it('of one account: refused for a second once there were far too many, and nobody else’s', async () => {
    const app = await createOwnTestApp({ env });
    const [ada, bob] = [await createPerson(app), await createPerson(app)];
    const refused = await exhaust(() => list(app, ada.idToken));
    expectRefusal(refused, 'auth/too-many-requests');
    expect(refused.headers['retry-after']).toBe('1');
    expect((await list(app, bob.idToken)).statusCode).toBe(200);
    app.clock.advance(1_000);
    expect((await list(app, ada.idToken)).statusCode).toBe(200);
  });

  it('of what ten tabs ask for in a minute: not refused', async () => {
    const app = await createOwnTestApp({ env });
    const { idToken } = await createPerson(app);
    const answers = await Promise.all(Array.from({ length: 500 }, () => list(app, idToken)));
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
  });

  it('without a sign-in: refused per network', async () => {
    const app = await createOwnTestApp({ env });
    const ask = (address: string) =>
      app.server.inject({
        method: 'POST',
        url: `/functions/${app.config.product.region}/getInvite`,
        headers: { 'x-forwarded-for': address },
        payload: { data: { inviteId: 'none' } },
      });
    const refused = await exhaust(() => ask('203.0.113.7'));
    expectRefusal(refused, 'auth/too-many-requests');
    expect(refused.headers['retry-after']).toBe('1');
    expect((await ask('203.0.113.8')).statusCode).not.toBe(429);
  });
});
