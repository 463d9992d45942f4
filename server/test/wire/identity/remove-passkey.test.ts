import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { receivedMails } from '../../harness/mailbox.ts';
import { addPasskey, removePasskey, signInWithPasskey } from '../../harness/passkey-device.ts';
import { createTestApp, type TestApp } from '../../harness/test-app.ts';
import {
  applyCode,
  createVerifiedPerson,
  document,
  expectIdentityRefusal,
  expectRefusal,
  identity,
  receivedCode,
} from '../../harness/wire-client.ts';

describe('removePasskey', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  const isIn = async ({ idToken }: { readonly idToken: string }) =>
    (await document(app, 'GET /v1/sign-in-methods', { idToken })).statusCode === 200;

  it('it opens nothing any more, and its sessions end; others stay', async () => {
    const ada = await createVerifiedPerson(app);
    const [lost, kept] = [await addPasskey(app, ada), await addPasskey(app, ada)];
    const [thief, phone] = [
      (await signInWithPasskey(app, lost)).json(),
      (await signInWithPasskey(app, kept)).json(),
    ];
    expect((await removePasskey(app, ada, lost.id)).statusCode).toBe(200);
    expect([await isIn(thief), await isIn(phone), await isIn(ada)]).toEqual([false, true, true]);
    expectIdentityRefusal(await signInWithPasskey(app, lost), 'auth/passkey-not-found');
    expect((await signInWithPasskey(app, kept)).statusCode).toBe(200);
  });

  it('a lost one stays removed; one that its own session removed comes back by its mail', async () => {
    const ada = await createVerifiedPerson(app);
    const [lost, kept] = [await addPasskey(app, ada), await addPasskey(app, ada)];
    await removePasskey(app, ada, lost.id);
    const final = (await receivedMails(app, ada.email)).at(-1);
    expect(final).toMatchObject({ kind: 'passkey-removed' });

    const own = (await signInWithPasskey(app, kept)).json();
    expect((await removePasskey(app, own, kept.id)).statusCode).toBe(200);
    const code = await receivedCode(app, ada.email, 'factors-changed');
    const undone = await applyCode(app, code);
    expect(undone.statusCode, undone.body).toBe(200);
    expect(await isIn(own)).toBe(false);
    expect((await signInWithPasskey(app, kept)).statusCode).toBe(200);
    expectIdentityRefusal(await signInWithPasskey(app, lost), 'auth/passkey-not-found');
  });

  it('the last way to sign in: refused', async () => {
    const ada = await createVerifiedPerson(app);
    const { id } = await addPasskey(app, ada);
    const body = { idToken: ada.idToken, deleteProvider: ['password'] };
    const unlinked = await identity(app, '/v1/accounts:update', body);
    expect(unlinked.statusCode, unlinked.body).toBe(200);
    expectRefusal(await removePasskey(app, ada, id), 'auth/last-sign-in-method');
  });

  it('somebody else’s, and a sign-in of six minutes ago: refused', async () => {
    const [ada, eve] = [await createVerifiedPerson(app), await createVerifiedPerson(app)];
    const { id } = await addPasskey(app, ada);
    expectRefusal(await removePasskey(app, eve, id), 'auth/passkey-not-found');
    app.clock.advance(6 * 60_000);
    expectRefusal(await removePasskey(app, ada, id), 'auth/requires-recent-login');
  });
});
