import {
  ActionCodeURL,
  applyActionCode,
  checkActionCode,
  confirmPasswordReset,
  createUserWithEmailAndPassword,
  deleteUser,
  EmailAuthProvider,
  fetchSignInMethodsForEmail,
  GoogleAuthProvider,
  getMultiFactorResolver,
  isSignInWithEmailLink,
  linkWithCredential,
  type MultiFactorError,
  multiFactor,
  reauthenticateWithCredential,
  sendEmailVerification,
  sendPasswordResetEmail,
  sendSignInLinkToEmail,
  signInWithCredential,
  signInWithEmailAndPassword,
  signInWithEmailLink,
  TotpMultiFactorGenerator,
  type User,
  unlink,
  updatePassword,
  verifyBeforeUpdateEmail,
  verifyPasswordResetCode,
} from 'firebase/auth';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { codeOf } from '../harness/authenticator.ts';
import { byMail } from '../harness/email-sign-in.ts';
import { type ReceivedMail, receivedMails } from '../harness/mailbox.ts';
import { newAddress, receivedCode } from '../harness/wire-client.ts';
import {
  createClient,
  createListeningApp,
  expectAuthError,
  type ListeningApp,
  password,
  signUpNewUser,
  signUpVerifiedUser,
} from './firebase-client.ts';

/** Origin of an app that signs people in by mail. */
const site = 'https://app.example.com';

describe('mailed links to sign in with, through Google’s Firebase SDK', () => {
  let app: ListeningApp;
  beforeAll(async () => {
    app = await createListeningApp({
      product: { policy: byMail, authorizedDomains: [site], emailEnumerationProtection: false },
    });
  });
  afterAll(() => app.close());

  let auth: ReturnType<typeof createClient>['auth'];
  let email: string;
  beforeEach(() => {
    ({ auth } = createClient(app));
    email = newAddress();
  });

  const settings = { url: `${site}/finish?cart=1`, handleCodeInApp: true };

  async function mailLink(to = email): Promise<string> {
    await sendSignInLinkToEmail(auth, to, settings);
    const mails = await receivedMails(app, to);
    return mails.findLast(({ kind }) => kind === 'sign-in-link')?.links[0] ?? '';
  }

  const credentialOf = async (to = email) =>
    EmailAuthProvider.credentialWithLink(to, await mailLink(to));

  const codeFor = (kind: ReceivedMail['kind'], to = email) => receivedCode(app, to, kind);

  /** A new account of a provider that gives another person no reason to doubt the address. */
  const signInAtGoogle = async () => {
    const claims = { sub: newAddress(), email, email_verified: true };
    return (await signInWithCredential(auth, GoogleAuthProvider.credential(JSON.stringify(claims))))
      .user;
  };

  it('a link is known as one, and leads to the app', async () => {
    const link = await mailLink();
    expect(isSignInWithEmailLink(auth, link)).toBe(true);
    expect(ActionCodeURL.parseLink(link)).toMatchObject({
      operation: 'EMAIL_SIGNIN',
      apiKey: app.config.apiKey,
      continueUrl: settings.url,
      languageCode: 'en',
    });
    expect(isSignInWithEmailLink(auth, `${site}/finish?cart=1`)).toBe(false);
    const looked = await checkActionCode(auth, ActionCodeURL.parseLink(link)?.code ?? '');
    expect(looked).toMatchObject({ operation: 'EMAIL_SIGNIN', data: { email } });
    await signInWithEmailLink(auth, email, link);
  });

  it('a link of another site is refused', async () => {
    const foreign = { url: 'https://evil.example/', handleCodeInApp: true };
    const asked = sendSignInLinkToEmail(auth, email, foreign);
    await expectAuthError(asked, 'unauthorized-continue-uri');
  });

  it('a link signs in to a new account, whose address is proven', async () => {
    const { user, operationType } = await signInWithEmailLink(auth, email, await mailLink());
    expect(operationType).toBe('signIn');
    expect(user).toBe(auth.currentUser);
    expect(user).toMatchObject({ email, emailVerified: true, isAnonymous: false });
    expect(user.providerData).toMatchObject([{ providerId: 'password', uid: email }]);
    expect((await user.getIdTokenResult()).signInProvider).toBe('password');
  });

  it('a credential of a link signs in, too', async () => {
    const { user, operationType } = await signInWithCredential(auth, await credentialOf());
    expect(operationType).toBe('signIn');
    expect(user).toBe(auth.currentUser);
    expect(user).toMatchObject({ email, emailVerified: true, isAnonymous: false });
  });

  it('a second link reauthenticates', async () => {
    const { user } = await signInWithCredential(auth, await credentialOf());
    const again = await reauthenticateWithCredential(user, await credentialOf());
    expect(again.operationType).toBe('reauthenticate');
    expect(again.user.uid).toBe(user.uid);
    expect(auth.currentUser).toBe(again.user);
  });

  it('a link of another address does not reauthenticate', async () => {
    const { user } = await signInWithCredential(auth, await credentialOf());
    const other = reauthenticateWithCredential(user, await credentialOf(newAddress()));
    await expectAuthError(other, 'user-mismatch');
    expect(auth.currentUser).toBe(user);
  });

  it('a link does not reauthenticate a person whose account is deleted', async () => {
    const { user } = await signInWithCredential(auth, await credentialOf());
    await deleteUser(user);
    const again = reauthenticateWithCredential(user, await credentialOf());
    await expectAuthError(again, 'user-mismatch');
    expect(auth.currentUser).toBeNull();
  });

  it('a link is linked to the account of a provider, and unlinked', async () => {
    const user = await signInAtGoogle();
    const linked = await linkWithCredential(user, await credentialOf());
    expect(linked.operationType).toBe('link');
    expect(linked.user.uid).toBe(user.uid);
    expect(auth.currentUser).toBe(linked.user);
    expect(linked.user).toMatchObject({ email, emailVerified: true });
    expect(linked.user.providerData.map(({ providerId }) => providerId).sort()).toEqual([
      'google.com',
      'password',
    ]);
    const less = await unlink(linked.user, 'password');
    expect(less.providerData.map(({ providerId }) => providerId)).toEqual(['google.com']);
  });

  it('a link is not linked to an account that is deleted', async () => {
    const user = await signInAtGoogle();
    const credential = await credentialOf();
    await deleteUser(user);
    await expectAuthError(linkWithCredential(user, credential), 'user-token-expired');
  });

  it('a link is not linked to the account of another address', async () => {
    const user = await signInAtGoogle();
    const credential = await credentialOf(newAddress());
    await expectAuthError(linkWithCredential(user, credential), 'operation-not-allowed');
  });

  it('a link works once', async () => {
    const link = await mailLink();
    await signInWithEmailLink(auth, email, link);
    await expectAuthError(signInWithEmailLink(auth, email, link), 'invalid-action-code');
  });

  it('a link of another address is refused', async () => {
    const link = await mailLink(newAddress());
    await expectAuthError(signInWithEmailLink(auth, email, link), 'invalid-email');
  });

  it('a link of an hour ago is refused', async () => {
    const link = await mailLink();
    app.clock.advance(3_600_000);
    await expectAuthError(signInWithEmailLink(auth, email, link), 'expired-action-code');
  });

  it('the ways to sign in name the link, and the password once there is one', async () => {
    const { user } = await signInWithEmailLink(auth, email, await mailLink());
    expect(await fetchSignInMethodsForEmail(auth, email)).toEqual(['emailLink']);
    await updatePassword(user, password);
    expect((await fetchSignInMethodsForEmail(auth, email)).sort()).toEqual([
      'emailLink',
      'password',
    ]);
  });

  it('an account with a second factor takes its code after the link', async () => {
    const user = await signUpVerifiedUser(app, auth);
    const session = await multiFactor(user).getSession();
    const secret = await TotpMultiFactorGenerator.generateSecret(session);
    const right = TotpMultiFactorGenerator.assertionForEnrollment(
      secret,
      codeOf(app, secret.secretKey),
    );
    await multiFactor(user).enroll(right, 'Phone');
    const link = await mailLink(user.email);
    const error: MultiFactorError = await signInWithEmailLink(auth, user.email, link).then(
      () => expect.fail('signed in without a second factor'),
      (reason) => reason,
    );
    expect(error.code).toBe('auth/multi-factor-auth-required');
    const resolver = getMultiFactorResolver(auth, error);
    const shown = TotpMultiFactorGenerator.assertionForSignIn(
      resolver.hints[0]?.uid ?? '',
      codeOf(app, secret.secretKey, 1),
    );
    expect((await resolver.resolveSignIn(shown)).user.uid).toBe(user.uid);
  });

  it('a mailed code verifies the address of an account with a password', async () => {
    const { user } = await createUserWithEmailAndPassword(auth, email, password);
    expect(user.emailVerified).toBe(false);
    expect(await fetchSignInMethodsForEmail(auth, email)).toEqual(['password']);
    await sendEmailVerification(user);
    await applyActionCode(auth, await codeFor('verify-email'));
    await user.reload();
    expect(user.emailVerified).toBe(true);
  });

  it('a mailed code resets the password of a verified address', async () => {
    const original = await signUpVerifiedUser(app, auth);
    const address = original.email;
    await sendPasswordResetEmail(auth, address);
    const code = await codeFor('reset-password', address);
    expect(await verifyPasswordResetCode(auth, code)).toBe(address);
    await confirmPasswordReset(auth, code, 'another horse');
    const { user } = await signInWithEmailAndPassword(auth, address, 'another horse');
    expect(user).toMatchObject({ uid: original.uid, emailVerified: true });
    expect(await fetchSignInMethodsForEmail(auth, address)).toEqual(['password']);
    const old = signInWithEmailAndPassword(auth, address, password);
    await expectAuthError(old, 'wrong-password');
  });

  it('an address changes only once the link to the new one is opened', async () => {
    const { user } = await signInWithEmailLink(auth, email, await mailLink());
    const newEmail = newAddress();
    await verifyBeforeUpdateEmail(user, newEmail);
    expect(user.email).toBe(email);
    await applyActionCode(auth, await codeFor('verify-and-change-email', newEmail));
    await user.reload();
    expect(user).toMatchObject({ email: newEmail, emailVerified: true });
    expect(auth.currentUser).toBe(user);

    const link = await mailLink();
    const former = signInWithEmailLink(createClient(app).auth, email, link);
    await expectAuthError(former, 'email-already-in-use');
    const again = await signInWithEmailLink(auth, newEmail, await mailLink(newEmail));
    expect(again.user.uid).toBe(user.uid);
  });

  describe('callbacks before a change of the user', () => {
    const stop = () => {
      throw new Error('stop');
    };
    const enter = async () => await signInWithEmailLink(auth, email, await mailLink());

    it.each([
      ['throws', stop],
      ['rejects', () => Promise.reject(new Error('stop'))],
    ])('one that %s: nobody is signed in', async (_how, callback) => {
      auth.beforeAuthStateChanged(callback);
      await expectAuthError(enter(), 'login-blocked');
      expect(auth.currentUser).toBeNull();
    });

    it.each([
      ['passes', () => undefined],
      ['resolves', () => Promise.resolve()],
    ])('one that %s: signed in', async (_how, callback) => {
      auth.beforeAuthStateChanged(callback);
      await enter();
      expect(auth.currentUser).not.toBeNull();
    });

    it.each([
      ['allowed', [], true],
      ['blocked', [stop], false],
      ['blocked after others', [vi.fn(), vi.fn(), vi.fn(), stop], false],
      ['allowed by several', [vi.fn(), vi.fn(), vi.fn()], true],
    ] as const)('%s, with a person who was signed in before', async (_how, callbacks, isIn) => {
      const before: User = await signUpNewUser(auth);
      for (const callback of callbacks) {
        auth.beforeAuthStateChanged(callback);
      }
      await (isIn ? enter() : expectAuthError(enter(), 'login-blocked'));
      expect(auth.currentUser === before).toBe(!isIn);
      for (const callback of callbacks.filter(vi.isMockFunction)) {
        expect(callback).toHaveBeenCalledTimes(1);
      }
    });

    it('one that is blocked: those before are called once, those after never', async () => {
      const [first, last] = [vi.fn(), vi.fn()];
      for (const callback of [first, first, first, stop, last]) {
        auth.beforeAuthStateChanged(callback);
      }
      await expectAuthError(enter(), 'login-blocked');
      expect(auth.currentUser).toBeNull();
      expect(first).toHaveBeenCalledTimes(3);
      expect(last).not.toHaveBeenCalled();
    });

    it('one that blocks a sign-out: still signed in', async () => {
      const { user } = await enter();
      auth.beforeAuthStateChanged(stop);
      await expectAuthError(auth.signOut(), 'login-blocked');
      expect(auth.currentUser).toBe(user);
    });

    it('one that is undone: told so', async () => {
      const onAbort = vi.fn();
      auth.beforeAuthStateChanged(() => undefined, onAbort);
      auth.beforeAuthStateChanged(stop);
      await expectAuthError(enter(), 'login-blocked');
      expect(onAbort).toHaveBeenCalledTimes(1);
    });
  });
});
