import * as client from 'openid-client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  begin,
  createBrowser,
  createSignInApp,
  discover,
  goOn,
  signInToFrontEnd,
} from '../../server/test/harness/hosted-sign-in.ts';
import type { TestApp } from '../../server/test/harness/test-app.ts';
import { createPerson } from '../../server/test/harness/wire-client.ts';
import { createHearth } from '../src/index.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createSignInApp();
});
afterAll(() => app.close());

const connect = (others: object) => createHearth({ url: app.config.publicUrl, ...others });
const invalid = { status: 401, code: 'auth/invalid-id-token' };

it('verifies ID tokens of the named client, and refuses its access tokens', async () => {
  const ada = await createPerson(app);
  const { tokens } = await signInToFrontEnd(app, ada);
  const { verifyToken } = connect({ clientId: 'front-end' });
  expect(await verifyToken(tokens.id_token ?? '')).toEqual({
    uid: ada.uid,
    email: ada.email,
    emailVerified: false,
    name: 'Ada Lovelace',
    sessionId: expect.any(String),
    signedInAt: expect.any(Date),
    expiresAt: expect.any(Date),
  });
  await expect(verifyToken(tokens.access_token)).rejects.toMatchObject(invalid);
  const named = connect({ projectId: 'front-end' });
  await expect(named.verifyToken(tokens.access_token)).rejects.toMatchObject(invalid);
});

it('refuses ID tokens of other clients and of the product, unless several are named', async () => {
  const ada = await createPerson(app);
  const { tokens } = await signInToFrontEnd(app, ada);
  const idToken = tokens.id_token ?? '';
  await expect(connect({}).verifyToken(idToken)).rejects.toMatchObject(invalid);
  const { verifyToken } = connect({ clientId: 'backend' });
  await expect(verifyToken(idToken)).rejects.toMatchObject(invalid);
  await expect(verifyToken(ada.idToken)).rejects.toMatchObject(invalid);
  const both = connect({ clientId: ['backend', 'front-end'] });
  expect(await both.verifyToken(idToken)).toMatchObject({ uid: ada.uid });
});

it('answers no email where the client did not ask for it', async () => {
  const ada = await createPerson(app);
  const oidc = await discover(app);
  const browser = createBrowser();
  const begun = await begin(oidc, browser, { scope: 'openid' });
  const back = await goOn(app, { browser, interaction: begun.interaction, person: ada });
  const checks = { pkceCodeVerifier: begun.verifier, expectedState: begun.state };
  const tokens = await client.authorizationCodeGrant(oidc, new URL(back), checks);
  const claims = await connect({ clientId: 'front-end' }).verifyToken(tokens.id_token ?? '');
  expect(claims).toMatchObject({ uid: ada.uid, emailVerified: false });
  expect(claims).not.toHaveProperty('email');
});
