import {
  applyActionCode,
  checkActionCode,
  EmailAuthProvider,
  fetchSignInMethodsForEmail,
  GithubAuthProvider,
  GoogleAuthProvider,
  getAdditionalUserInfo,
  linkWithCredential,
  type OAuthCredential,
  OAuthProvider,
  reauthenticateWithCredential,
  revokeAccessToken,
  signInWithCredential,
  signInWithEmailAndPassword,
  TwitterAuthProvider,
  unlink,
  updatePassword,
} from 'firebase/auth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newAddress, receivedCode } from '../harness/wire-client.ts';
import {
  createClient,
  createListeningApp,
  createOwnListeningApp,
  expectAuthError,
  type ListeningApp,
  password,
  signUpNewUser,
} from './firebase-client.ts';

const providerIds = (user: { providerData: readonly { providerId: string }[] }) =>
  user.providerData.map((one) => one.providerId);

/** Unsigned, as Google's emulator takes it; of a Workspace domain, so that its word counts. */
function google(claims: object): OAuthCredential {
  return GoogleAuthProvider.credential(
    JSON.stringify({ email_verified: true, hd: 'example.com', ...claims }),
  );
}

describe('Google’s Firebase SDK, with a provider', () => {
  let app: ListeningApp;
  beforeAll(async () => {
    app = await createListeningApp();
  });
  afterAll(() => app.close());

  it('signs a new person in', async () => {
    const { auth } = createClient(app);
    const email = newAddress();
    const signedIn = await signInWithCredential(auth, google({ sub: email, email, name: 'Ada' }));
    expect(signedIn).toMatchObject({ providerId: 'google.com', operationType: 'signIn' });
    expect(signedIn.user).toMatchObject({ email, emailVerified: true, displayName: 'Ada' });
    expect(providerIds(signedIn.user)).toEqual(['google.com']);
    expect(signedIn.user.providerData[0]).toMatchObject({ uid: email, email });
    expect(getAdditionalUserInfo(signedIn)).toMatchObject({
      isNewUser: true,
      providerId: 'google.com',
    });
    const { signInProvider } = await signedIn.user.getIdTokenResult(true);
    expect(signInProvider).toBe('google.com');
  });

  it('knows the person again', async () => {
    const { auth } = createClient(app);
    const email = newAddress();
    const first = await signInWithCredential(auth, google({ sub: email, email }));
    const again = await signInWithCredential(auth, google({ sub: email, email }));
    expect(again.user.uid).toBe(first.user.uid);
    expect(getAdditionalUserInfo(again)?.isNewUser).toBe(false);
  });

  it('links, takes the link away again, and leaves one way in', async () => {
    const { auth } = createClient(app);
    const user = await signUpNewUser(auth);
    const linked = await linkWithCredential(user, google({ sub: user.uid, email: newAddress() }));
    expect(linked.user.uid).toBe(user.uid);
    expect(providerIds(auth.currentUser ?? user)).toEqual(['password', 'google.com']);
    const unlinked = await unlink(linked.user, 'password');
    expect(providerIds(unlinked)).toEqual(['google.com']);
    await expectAuthError(unlink(unlinked, 'google.com'), 'operation-not-allowed');
  });

  it('stays signed in after it unlinked its own provider, and applies the mailed links', async () => {
    const { auth } = createClient(app);
    const { uid, email } = await signUpNewUser(auth);
    const { user } = await linkWithCredential(
      auth.currentUser ?? expect.fail(),
      google({ sub: uid, email: newAddress() }),
    );
    await unlink(user, 'google.com');
    await user.getIdToken(true);

    const bringBack = await receivedCode(app, email, 'provider-unlinked');
    const stranger = createClient(app).auth;
    expect(await checkActionCode(stranger, bringBack)).toMatchObject({
      operation: 'REVERT_UNLINK',
      data: { email },
    });
    await applyActionCode(stranger, bringBack);
    await expectAuthError(user.reload(), 'user-token-expired');
    const again = await signInWithCredential(stranger, google({ sub: uid }));
    expect(again.user.uid).toBe(uid);

    await applyActionCode(stranger, await receivedCode(app, email, 'provider-linked'));
    await expectAuthError(again.user.reload(), 'user-token-expired');
  });

  it('reads a link that is taken as auth/credential-already-in-use, and signs in with it', async () => {
    const { auth } = createClient(app);
    const email = newAddress();
    const first = await signInWithCredential(auth, google({ sub: email, email }));
    const user = await signUpNewUser(auth);
    const error = await linkWithCredential(user, google({ sub: email, email })).catch(
      (caught) => caught,
    );
    expect(error).toMatchObject({ code: 'auth/credential-already-in-use' });
    const credential = GoogleAuthProvider.credentialFromError(error);
    expect(credential).toMatchObject({ providerId: 'google.com', signInMethod: 'google.com' });
    const { user: owner } = await signInWithCredential(auth, credential as OAuthCredential);
    expect(owner.uid).toBe(first.user.uid);
  });

  it('reads the person’s profile at the provider', async () => {
    const { auth } = createClient(app);
    const email = newAddress();
    const names = { name: 'Ada Lovelace', given_name: 'Ada', family_name: 'Lovelace' };
    const signedIn = await signInWithCredential(auth, google({ sub: email, email, ...names }));
    expect(getAdditionalUserInfo(signedIn)?.profile).toMatchObject({ id: email, email, ...names });
    const credential = GoogleAuthProvider.credentialFromResult(signedIn);
    expect(JSON.parse(credential?.idToken ?? '')).toMatchObject({ sub: email });
  });

  it('finds every identity of the person in the token', async () => {
    const { auth } = createClient(app);
    const email = newAddress();
    const { user } = await signInWithCredential(auth, google({ sub: 'in-token', email }));
    const { claims } = await user.getIdTokenResult();
    expect(claims.firebase).toMatchObject({
      identities: { 'google.com': ['in-token'], email: [email] },
    });
  });

  describe('with a password of its own', () => {
    async function socialUser() {
      const { auth } = createClient(app);
      const email = newAddress();
      const { user } = await signInWithCredential(auth, google({ sub: email, email }));
      return { auth, email, user };
    }

    it('links it and signs in both ways', async () => {
      const { auth, email, user } = await socialUser();
      const linking = EmailAuthProvider.credential(email, password);
      const linked = await linkWithCredential(user, linking);
      expect(linked).toMatchObject({ operationType: 'link', user: { uid: user.uid } });
      expect(providerIds(linked.user).sort()).toEqual(['google.com', 'password']);
      await linked.user.getIdToken(true);
      const byPassword = await signInWithEmailAndPassword(auth, email, password);
      expect(byPassword.user.uid).toBe(user.uid);
      const byGoogle = await signInWithCredential(auth, google({ sub: email, email }));
      expect(byGoogle.user.uid).toBe(user.uid);
    });

    it('links none for another address', async () => {
      const { user } = await socialUser();
      const other = EmailAuthProvider.credential(newAddress(), password);
      await expectAuthError(linkWithCredential(user, other), 'operation-not-allowed');
      expect(providerIds(user)).toEqual(['google.com']);
    });

    it('links none that the policy refuses', async () => {
      const { email, user } = await socialUser();
      const weak = EmailAuthProvider.credential(email, '12345');
      await expectAuthError(linkWithCredential(user, weak), 'weak-password');
    });

    it('links none long after the sign-in', async () => {
      const { email, user } = await socialUser();
      app.clock.advance(6 * 60_000);
      const late = EmailAuthProvider.credential(email, password);
      await expectAuthError(linkWithCredential(user, late), 'requires-recent-login');
    });
  });

  it('asks for the old sign-in first and links with what it was given meanwhile', async () => {
    const { auth } = createClient(app);
    const { uid, email } = await signUpNewUser(auth);
    const claims = { sub: email, email, hd: undefined };
    const error = await signInWithCredential(auth, google(claims)).catch((caught) => caught);
    expect(error).toMatchObject({
      code: 'auth/account-exists-with-different-credential',
      customData: { email },
    });
    const waiting = OAuthProvider.credentialFromError(error);
    expect(waiting?.providerId).toBe('google.com');

    const { user } = await signInWithEmailAndPassword(auth, email, password);
    const linked = await linkWithCredential(user, waiting as OAuthCredential);
    expect(linked.user.uid).toBe(uid);
    const again = await signInWithCredential(auth, google(claims));
    expect(again.user.uid).toBe(uid);
  });

  it('lets a person without a password prove who they are, and nobody else', async () => {
    const { auth } = createClient(app);
    const email = newAddress();
    const { user } = await signInWithCredential(auth, google({ sub: email, email }));
    app.clock.advance(6 * 60_000);
    await expectAuthError(updatePassword(user, 'a new password'), 'requires-recent-login');
    const stranger = google({ sub: newAddress(), email: newAddress() });
    await expectAuthError(reauthenticateWithCredential(user, stranger), 'user-mismatch');
    const other = newAddress();
    await signInWithCredential(createClient(app).auth, google({ sub: other, email: other }));
    const others = google({ sub: other, email: other });
    await expectAuthError(reauthenticateWithCredential(user, others), 'user-mismatch');
    await reauthenticateWithCredential(user, google({ sub: email, email }));
    await updatePassword(user, 'a new password');
    expect(providerIds(auth.currentUser ?? user)).toContain('google.com');
  });

  it.each([
    ['invalid-credential', GoogleAuthProvider.credential('not a token')],
    ['invalid-credential', GoogleAuthProvider.credential(null, 'an access token')],
    ['operation-not-allowed', GithubAuthProvider.credential('an access token')],
    ['operation-not-allowed', TwitterAuthProvider.credential('token', 'secret')],
    ['invalid-provider-id', new OAuthProvider('oidc.example').credential({ idToken: '{}' })],
  ])('reads our refusal as auth/%s', async (code, credential) => {
    const { auth } = createClient(app);
    await expectAuthError(signInWithCredential(auth, credential), code);
  });

  it('reads a nonce that does not fit as auth/missing-or-invalid-nonce', async () => {
    const { auth } = createClient(app);
    const idToken = JSON.stringify({ sub: 'n', email: newAddress(), nonce: 'another' });
    const credential = new OAuthProvider('google.com').credential({ idToken, rawNonce: 'mine' });
    await expectAuthError(signInWithCredential(auth, credential), 'missing-or-invalid-nonce');
  });

  it('asks Apple only to take tokens back', async () => {
    const { auth } = createClient(app);
    await signUpNewUser(auth);
    await expectAuthError(revokeAccessToken(auth, 'a token'), 'operation-not-allowed');
  });

  it('lists how an address signs in if that is no secret', async () => {
    const { auth } = createClient(app);
    const { email } = await signUpNewUser(auth);
    expect(await fetchSignInMethodsForEmail(auth, email)).toEqual([]);

    const open = await createOwnListeningApp({ product: { emailEnumerationProtection: false } });
    const client = createClient(open);
    const user = await signUpNewUser(client.auth);
    await linkWithCredential(user, google({ sub: 'list', email: newAddress() }));
    expect(await fetchSignInMethodsForEmail(client.auth, user.email)).toEqual([
      'password',
      'google.com',
    ]);
  });
});
