import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addPasskey } from '../../harness/passkey-device.ts';
import { createTestApp, type TestApp } from '../../harness/test-app.ts';
import {
  callable,
  createVerifiedPerson,
  document,
  expectRefusal,
} from '../../harness/wire-client.ts';

describe('renamePasskey', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  it('gives it the person’s own name', async () => {
    const ada = await createVerifiedPerson(app);
    const { id } = await addPasskey(app, ada);
    const data = { id, name: ' Work laptop ' };
    const answer = await callable(app, 'renamePasskey', { ...ada, data });
    expect(answer.statusCode, answer.body).toBe(200);
    const { passkeys } = (await document(app, 'GET /v1/sign-in-methods', ada)).json();
    expect(passkeys[0].name).toBe('Work laptop');
  });

  it('somebody else’s, and a name that shows nothing: refused', async () => {
    const [ada, eve] = [await createVerifiedPerson(app), await createVerifiedPerson(app)];
    const { id } = await addPasskey(app, ada);
    const foreign = await callable(app, 'renamePasskey', { ...eve, data: { id, name: 'Mine' } });
    expectRefusal(foreign, 'auth/passkey-not-found');
    const unseen = await callable(app, 'renamePasskey', { ...ada, data: { id, name: '\u200b' } });
    expectRefusal(unseen, 'auth/invalid-display-name');
  });
});
