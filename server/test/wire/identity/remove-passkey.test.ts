import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { byMail, signInByLink } from '../../harness/email-sign-in.ts';
import { receivedMails } from '../../harness/mailbox.ts';
import { addPasskey, removePasskey, signInWithPasskey } from '../../harness/passkey-device.ts';
import { createOwnTestApp, createTestApp, type TestApp } from '../../harness/test-app.ts';
import {
  applyCode,
  createVerifiedPerson,
  document,
  expectIdentityRefusal,
  expectRefusal,
  identity,
  newAddress,
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

  it('a lost one: an earlier link does not bring it back either', async () => {
    const ada = await createVerifiedPerson(app);
    const lost = await addPasskey(app, ada);
    app.clock.advance(1_000);
    await addPasskey(app, ada);
    const earlier = await receivedCode(app, ada.email, 'factors-changed');
    await removePasskey(app, ada, lost.id);
    expect((await applyCode(app, earlier)).statusCode).toBe(200);
    expectIdentityRefusal(await signInWithPasskey(app, lost), 'auth/passkey-not-found');
  });

  it('its own session goes on, and counts as one without a second factor', async () => {
    const ada = await createVerifiedPerson(app);
    const own = (await signInWithPasskey(app, await addPasskey(app, ada))).json();
    const { passkeys } = (await document(app, 'GET /v1/sign-in-methods', own)).json();
    await removePasskey(app, own, passkeys[0].id);
    expect(await isIn(own)).toBe(true);
    const { rows } = await sql`
      select second_factor from sessions where account_id = ${ada.uid}`.execute(app.db);
    expect(rows).toEqual([{ second_factor: null }, { second_factor: null }]);
  });

  it('the last way to sign in: refused', async () => {
    const ada = await createVerifiedPerson(app);
    const { id } = await addPasskey(app, ada);
    const body = { idToken: ada.idToken, deleteProvider: ['password'] };
    const unlinked = await identity(app, '/v1/accounts:update', body);
    expect(unlinked.statusCode, unlinked.body).toBe(200);
    expectRefusal(await removePasskey(app, ada, id), 'auth/last-sign-in-method');
  });

  it('a person who signs in by mail keeps that way, as long as it is offered', async () => {
    const own = await createOwnTestApp({ product: { policy: byMail } });
    const { idToken } = (await signInByLink(own, newAddress())).json();
    const { id } = await addPasskey(own, { idToken });
    own.config.product.policy.emailSignIn = false;
    expectRefusal(await removePasskey(own, { idToken }, id), 'auth/last-sign-in-method');
    own.config.product.policy.emailSignIn = true;
    const removed = await removePasskey(own, { idToken }, id);
    expect(removed.statusCode, removed.body).toBe(200);
  });

  it('somebody else’s, and a sign-in of six minutes ago: refused', async () => {
    const [ada, eve] = [await createVerifiedPerson(app), await createVerifiedPerson(app)];
    const { id } = await addPasskey(app, ada);
    expectRefusal(await removePasskey(app, eve, id), 'auth/passkey-not-found');
    app.clock.advance(6 * 60_000);
    expectRefusal(await removePasskey(app, ada, id), 'auth/requires-recent-login');
  });
});
