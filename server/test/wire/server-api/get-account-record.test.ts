import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callServer, makeKey } from '../../harness/server-api.ts';
import { createTestApp, type TestApp } from '../../harness/test-app.ts';
import { createPerson, document, expectRefusal, identity } from '../../harness/wire-client.ts';

describe('getAccountRecord', () => {
  let app: TestApp;
  let secret: string;
  beforeAll(async () => {
    app = await createTestApp();
    ({ secret } = await makeKey(app, ['accounts:read']));
  });
  afterAll(() => app.close());

  const read = (uid: string) => callServer(app, `GET /accounts/${uid}`, { secret });

  it('answers the account, without password and sessions', async () => {
    const { uid, email } = await createPerson(app);
    const answer = await read(uid);
    expect(answer.statusCode, answer.body).toBe(200);
    expect(answer.json()).toEqual({
      uid,
      email,
      email_verified: false,
      display_name: 'Ada Lovelace',
      avatar_url: '',
      language: null,
      disabled: false,
      create_time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      version: expect.any(Number),
    });
  });

  it('has a greater version once the person has another name, and the same after a sign-in', async () => {
    const { uid, email, password, idToken } = await createPerson(app);
    const { version } = (await read(uid)).json();
    await identity(app, '/v1/accounts:signInWithPassword', { email, password });
    expect((await read(uid)).json().version).toBe(version);
    const body = { display_name: 'Countess' };
    await document(app, `PATCH /v1/users/${uid}`, { body, idToken });
    const after = (await read(uid)).json();
    expect(after.display_name).toBe('Countess');
    expect(after.version).toBeGreaterThan(version);
  });

  it('refuses an unknown and a deleted one with account/unknown', async () => {
    expectRefusal(await read('nobody'), 'account/unknown');
    const { uid, idToken } = await createPerson(app);
    await identity(app, '/v1/accounts:delete', { idToken });
    const gone = await read(uid);
    expect(gone.statusCode).toBe(404);
    expectRefusal(gone, 'account/unknown');
  });
});
