import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../harness/test-app.ts';
import {
  cookieIdentity,
  createPerson,
  document,
  expectRefusal,
  identity,
  identityWith,
  refresh,
  signIn,
} from '../../harness/wire-client.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

describe('listSessions', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  const list = async (idToken: string) => {
    const answer = await document(app, 'GET /v1/sessions', { idToken });
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json().sessions;
  };

  it('shows 100 at most: one more ends the one that was used longest ago', async () => {
    const ada = await createPerson(app);
    app.clock.advance(minute);
    const second = await signIn(app, ada);
    app.clock.advance(minute);
    for (const _round of Array(10)) {
      await Promise.all(Array.from({ length: 11 }, () => signIn(app, ada)));
    }
    const last = await signIn(app, ada);
    expect(await list(last.idToken)).toHaveLength(100);
    for (const { refreshToken } of [ada, second]) {
      expect((await refresh(app, refreshToken)).statusCode).toBe(400);
    }
  });

  it('shows where one is signed in: this session first, then by last use', async () => {
    const ada = await createPerson(app);
    await createPerson(app);
    app.clock.advance(minute);
    const { email, password } = ada;
    const laptop = await identityWith(app, {
      path: '/v1/accounts:signInWithPassword',
      body: { email, password },
      headers: { 'user-agent': `Laptop ${'x'.repeat(600)}` },
    });
    app.clock.advance(minute);
    await cookieIdentity(app, {
      path: '/v1/accounts:signInWithPassword',
      body: { email, password },
    });

    const sessions = await list(laptop.json().idToken);

    const first = expect.stringContaining('lightMyRequest');
    expect(sessions).toEqual([
      {
        id: expect.stringMatching(/^\w{28}$/),
        current: true,
        user_agent: expect.stringMatching(/^Laptop x{493}$/),
        address: '127.0.0.1',
        provider: 'password',
        signed_in_at: expect.any(String),
        last_seen_at: expect.any(String),
      },
      expect.objectContaining({ current: false, user_agent: first }),
      expect.objectContaining({ current: false, user_agent: first }),
    ]);
    const times = sessions.map((one: { last_seen_at: string }) => Date.parse(one.last_seen_at));
    expect(times[1] - times[2]).toBeGreaterThanOrEqual(2 * minute);
    expect(JSON.stringify(sessions)).not.toContain(laptop.json().refreshToken);
  });

  it('notes a use after 5 minutes', async () => {
    const { idToken } = await createPerson(app);
    const [before] = await list(idToken);
    app.clock.advance(4 * minute);
    expect(await list(idToken)).toEqual([before]);
    app.clock.advance(minute);
    await list(idToken);
    const [after] = await list(idToken);
    expect(Date.parse(after.last_seen_at) - Date.parse(before.last_seen_at)).toBeGreaterThan(
      4 * minute,
    );
  });

  it('leaves out those that ended, or that nobody used for 30 days', async () => {
    const ada = await createPerson(app);
    const [idle, ended] = [await signIn(app, ada), await signIn(app, ada)];
    await identity(app, '/v1/accounts:signOut', { idToken: ended.idToken });
    expect(await list(ada.idToken)).toHaveLength(2);
    app.clock.advance(20 * day);
    const { id_token } = (await refresh(app, ada.refreshToken)).json();
    expect(await list(id_token)).toHaveLength(2);
    app.clock.advance(10 * day);
    const later = (await refresh(app, ada.refreshToken)).json().id_token;
    expect(await list(later)).toMatchObject([{ current: true }]);
    expect((await refresh(app, idle.refreshToken)).statusCode).toBe(400);
  });

  it('shows nothing without an active session', async () => {
    expectRefusal(await document(app, 'GET /v1/sessions'), 'auth/unauthenticated');
    const { idToken } = await createPerson(app);
    await identity(app, '/v1/accounts:signOut', { idToken });
    expectRefusal(await document(app, 'GET /v1/sessions', { idToken }), 'auth/token-expired');
  });
});
