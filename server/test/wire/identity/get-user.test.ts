import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../harness/test-app.ts';
import { createPerson, document, expectRefusal } from '../../harness/wire-client.ts';

describe('getUser', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  it('answers one’s own document', async () => {
    const { uid, email, idToken } = await createPerson(app);
    const answer = await document(app, `GET /v1/users/${uid}`, { idToken });
    expect(answer.statusCode).toBe(200);
    const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
    expect(answer.json()).toEqual({
      uid,
      email,
      email_verified: false,
      display_name: 'Ada Lovelace',
      avatar_url: '',
      language: null,
      checklist_hidden: false,
      theme: null,
      create_time: instant,
      last_updated: instant,
    });
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  it('answers a foreign and an unknown uid alike', async () => {
    const [ada, grace] = [await createPerson(app), await createPerson(app)];
    const { idToken } = ada;
    const foreign = await document(app, `GET /v1/users/${grace.uid}`, { idToken });
    const unknown = await document(app, 'GET /v1/users/nobody', { idToken });
    expectRefusal(foreign, 'access/denied');
    expect(unknown.body).toBe(foreign.body);
  });

  it('refuses visitors', async () => {
    const { uid } = await createPerson(app);
    expectRefusal(await document(app, `GET /v1/users/${uid}`), 'auth/unauthenticated');
  });
});
