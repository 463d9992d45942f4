import {
  type ActionCodeSettings,
  applyActionCode,
  confirmPasswordReset,
  createUserWithEmailAndPassword,
  sendPasswordResetEmail,
  signInAnonymously,
  signInWithEmailAndPassword,
  signInWithEmailLink,
  type User,
  updatePassword,
  updateProfile,
  verifyBeforeUpdateEmail,
} from 'firebase/auth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { byCommand } from '../harness/operators.ts';
import { disable, identity, newAddress } from '../harness/wire-client.ts';
import {
  createClient,
  createListeningApp,
  createOwnListeningApp,
  expectAuthError,
  type ListeningApp,
  password,
  signUpNewUser,
  signUpVerifiedUser,
} from './firebase-client.ts';

describe('Google’s Firebase SDK reads a refusal as', () => {
  let app: ListeningApp;
  beforeAll(async () => {
    app = await createListeningApp();
  });
  afterAll(() => app.close());

  const signUp = (email: string, secret: string) =>
    createUserWithEmailAndPassword(createClient(app).auth, email, secret);
  const signIn = (email: string, secret: string) =>
    signInWithEmailAndPassword(createClient(app).auth, email, secret);

  /** Makes the SDK send a token that is none. */
  function spoilIdToken(user: User): void {
    user.getIdToken = () => Promise.resolve('x.y.z');
  }

  it.each([
    ['missing-email', '', password],
    ['invalid-email', 'nobody', password],
    ['missing-password', 'someone@example.com', ''],
    ['weak-password', 'someone@example.com', '12345'],
    ['password-does-not-meet-requirements', 'someone@example.com', 'x'.repeat(4097)],
  ])('auth/%s at sign-up', async (code, email, secret) => {
    const { auth } = createClient(app);
    await expectAuthError(createUserWithEmailAndPassword(auth, email, secret), code);
    // After a refused password the SDK reads the policy behind our back; this outlasts it.
    await signUpNewUser(auth);
  });

  it('auth/email-already-in-use, whatever the case', async () => {
    const { email } = await signUpNewUser(createClient(app).auth);
    await expectAuthError(signUp(email.toUpperCase(), password), 'email-already-in-use');
  });

  it('auth/admin-restricted-operation without an address', async () => {
    const anonymous = signInAnonymously(createClient(app).auth);
    await expectAuthError(anonymous, 'admin-restricted-operation');
  });

  it.each([
    ['invalid-email', '', password],
    ['invalid-email', 'nobody', password],
    ['missing-password', 'someone@example.com', ''],
    ['invalid-credential', 'unknown@example.com', password],
  ])('auth/%s at sign-in', async (code, email, secret) => {
    await expectAuthError(signIn(email, secret), code);
  });

  it('auth/invalid-credential for a wrong password', async () => {
    const { email } = await signUpNewUser(createClient(app).auth);
    await expectAuthError(signIn(email, 'wrong'), 'invalid-credential');
  });

  it('auth/wrong-password and auth/user-not-found with the protection off', async () => {
    const open = await createOwnListeningApp({ product: { emailEnumerationProtection: false } });
    const { auth } = createClient(open);
    const { email } = await signUpNewUser(auth);
    await expectAuthError(signInWithEmailAndPassword(auth, email, 'wrong'), 'wrong-password');
    const unknown = newAddress();
    await expectAuthError(signInWithEmailAndPassword(auth, unknown, 'wrong'), 'user-not-found');
    await expectAuthError(sendPasswordResetEmail(auth, unknown), 'user-not-found');
  });

  it('auth/user-disabled for the session of an account that an operator disabled', async () => {
    const { auth } = createClient(app);
    const user = await signUpNewUser(auth);
    await byCommand(app, user, 'disable');
    await expectAuthError(user.getIdToken(true), 'user-disabled');
    expect(auth.currentUser).toBeNull();

    const { auth: other } = createClient(app);
    await byCommand(app, user, 'enable');
    const { user: same } = await signInWithEmailAndPassword(other, user.email, password);
    await byCommand(app, user, 'disable');
    await byCommand(app, user, 'enable');
    await expectAuthError(same.getIdToken(true), 'user-token-expired');
  });

  it('auth/user-disabled at sign-in and in a running session, and signs out', async () => {
    const { auth } = createClient(app);
    const user = await signUpNewUser(auth);
    await disable(app, user);
    await expectAuthError(signIn(user.email, password), 'user-disabled');
    await expectAuthError(user.getIdToken(true), 'user-disabled');
    expect(auth.currentUser).toBeNull();
  });

  it('auth/user-token-expired after a sign-out elsewhere, and signs out', async () => {
    const { auth } = createClient(app);
    const user = await signUpNewUser(auth);
    await identity(app, '/v1/accounts:signOut', { idToken: await user.getIdToken() });
    await expectAuthError(user.reload(), 'user-token-expired');
    expect(auth.currentUser).toBeNull();
  });

  it('auth/user-token-expired when the session has lasted its year', async () => {
    const { auth } = createClient(app);
    const user = await signUpNewUser(auth);
    app.clock.advance(366 * 86_400_000);
    await expectAuthError(user.getIdToken(true), 'user-token-expired');
    expect(auth.currentUser).toBeNull();
  });

  it('auth/invalid-user-token for a token that is none', async () => {
    const user = await signUpNewUser(createClient(app).auth);
    spoilIdToken(user);
    await expectAuthError(updateProfile(user, { displayName: 'x' }), 'invalid-user-token');
    await expectAuthError(updatePassword(user, 'another'), 'invalid-user-token');
    await expectAuthError(verifyBeforeUpdateEmail(user, newAddress()), 'invalid-user-token');
  });

  it('auth/invalid-refresh-token for a refresh token that is none', async () => {
    const user = await signUpNewUser(createClient(app).auth);
    const { stsTokenManager } = user as unknown as {
      stsTokenManager: { refreshToken: string };
    };
    stsTokenManager.refreshToken = 'garbage';
    await expectAuthError(user.getIdToken(true), 'invalid-refresh-token');
  });

  it('auth/operation-not-allowed for a change of an unproven address', async () => {
    const user = await signUpNewUser(createClient(app).auth);
    await expectAuthError(verifyBeforeUpdateEmail(user, newAddress()), 'operation-not-allowed');
  });

  describe('at a change of the address', () => {
    it.each([
      ['missing-new-email', ''],
      ['invalid-new-email', 'nobody'],
    ])('auth/%s', async (code, newEmail) => {
      const user = await signUpVerifiedUser(app, createClient(app).auth);
      await expectAuthError(verifyBeforeUpdateEmail(user, newEmail), code);
    });

    it('auth/email-already-in-use', async () => {
      const { email } = await signUpNewUser(createClient(app).auth);
      const user = await signUpVerifiedUser(app, createClient(app).auth);
      await expectAuthError(verifyBeforeUpdateEmail(user, email), 'email-already-in-use');
    });

    it('auth/requires-recent-login', async () => {
      const user = await signUpVerifiedUser(app, createClient(app).auth);
      app.clock.advance(6 * 60_000);
      await expectAuthError(verifyBeforeUpdateEmail(user, newAddress()), 'requires-recent-login');
    });
  });

  it.each([
    ['unauthorized-continue-uri', 'https://evil.example/'],
    ['invalid-continue-uri', 'nowhere'],
  ])('auth/%s for a link that leads on to %s', async (code, url) => {
    const settings: ActionCodeSettings = { url };
    const asking = sendPasswordResetEmail(createClient(app).auth, newAddress(), settings);
    await expectAuthError(asking, code);
  });

  it('auth/missing-email and auth/invalid-email at a reset', async () => {
    const { auth } = createClient(app);
    await expectAuthError(sendPasswordResetEmail(auth, ''), 'missing-email');
    await expectAuthError(sendPasswordResetEmail(auth, 'nobody'), 'invalid-email');
  });

  it('auth/internal-error for a reset without a code', async () => {
    const resetting = confirmPasswordReset(createClient(app).auth, '', password);
    await expectAuthError(resetting, 'internal-error');
  });

  it('auth/too-many-requests after too many passwords, reset mails and codes', async () => {
    const limited = await createOwnListeningApp({ env: { RATE_LIMITS: 'on' } });
    const { auth } = createClient(limited);
    const email = newAddress();
    for (const _time of Array(10)) {
      await expectAuthError(signInWithEmailAndPassword(auth, email, 'x'), 'invalid-credential');
    }
    await expectAuthError(signInWithEmailAndPassword(auth, email, 'x'), 'too-many-requests');
    for (const _time of Array(5)) {
      await sendPasswordResetEmail(auth, email);
    }
    await expectAuthError(sendPasswordResetEmail(auth, email), 'too-many-requests');
    // More than the limit, since a busy machine may drop some of so many connections.
    const guesses = Array.from({ length: 110 }, () => confirmPasswordReset(auth, 'x', 'secret'));
    await Promise.allSettled(guesses);
    await expectAuthError(confirmPasswordReset(auth, 'x', 'secret'), 'too-many-requests');
    await expectAuthError(applyActionCode(auth, 'x'), 'too-many-requests');
  });

  it('its own words for a wrong API key', async () => {
    const { auth } = createClient(app, 'not-the-key');
    const code = 'api-key-not-valid.-please-pass-a-valid-api-key.';
    await expectAuthError(signInWithEmailAndPassword(auth, newAddress(), 'x'), code);
  });

  it('a failed request only when there is no server, never for one of our answers', async () => {
    const { auth } = createClient(app);
    const link = 'http://localhost/?mode=signIn&oobCode=x&apiKey=y';
    const unknownCall = signInWithEmailLink(auth, newAddress(), link);
    await expect(unknownCall).rejects.not.toMatchObject({ code: 'auth/network-request-failed' });
    const gone = { ...app, origin: 'http://127.0.0.1:9' };
    const { auth: cutOff } = createClient(gone);
    const attempt = signInWithEmailAndPassword(cutOff, newAddress(), 'x');
    await expectAuthError(attempt, 'network-request-failed');
  });
});
