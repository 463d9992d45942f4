import {
  ActionCodeURL,
  applyActionCode,
  checkActionCode,
  confirmPasswordReset,
  sendEmailVerification,
  sendPasswordResetEmail,
  signInWithEmailAndPassword,
  verifyBeforeUpdateEmail,
  verifyPasswordResetCode,
} from 'firebase/auth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ReceivedMail, receivedMails } from '../harness/mailbox.ts';
import { expectIdentityRefusal, lookup, newAddress, receivedCode } from '../harness/wire-client.ts';
import {
  createClient,
  createListeningApp,
  expectAuthError,
  type ListeningApp,
  password,
  signUpNewUser,
  signUpVerifiedUser,
} from './firebase-client.ts';

const hour = 3_600_000;

describe('Google’s Firebase SDK, with mailed links', () => {
  let app: ListeningApp;
  beforeAll(async () => {
    app = await createListeningApp();
  });
  afterAll(() => app.close());

  const codeFor = (to: string, kind: ReceivedMail['kind']) => receivedCode(app, to, kind);

  async function linkTo(to: string): Promise<string> {
    const mail = (await receivedMails(app, to)).at(-1);
    return mail?.links.find((link) => link.includes('oobCode')) ?? '';
  }

  it('verifies an address, also twice', async () => {
    const { auth } = createClient(app);
    const user = await signUpNewUser(auth);
    await sendEmailVerification(user);
    const code = await codeFor(user.email, 'verify-email');
    const looked = await checkActionCode(auth, code);
    expect(looked.operation).toBe('VERIFY_EMAIL');
    expect(looked.data).toMatchObject({ email: user.email, previousEmail: null });

    await applyActionCode(auth, code);
    await applyActionCode(auth, code);
    await user.reload();
    expect(user.emailVerified).toBe(true);
    const { claims } = await user.getIdTokenResult(true);
    expect(claims.email_verified).toBe(true);
  });

  it('reads our links', async () => {
    const { auth } = createClient(app);
    auth.languageCode = 'zh-TW';
    const user = await signUpNewUser(auth);
    const continueUrl = `${app.config.publicUrl}/billing?a=1&b=2`;
    await sendEmailVerification(user, { url: continueUrl });
    const link = ActionCodeURL.parseLink(await linkTo(user.email));
    expect(link).toMatchObject({
      operation: 'VERIFY_EMAIL',
      apiKey: app.config.apiKey,
      continueUrl,
      languageCode: 'zh',
    });
    await applyActionCode(auth, link?.code ?? '');
  });

  it('takes settings for devices without minding them', async () => {
    const { auth } = createClient(app);
    const { email } = await signUpNewUser(auth);
    await sendPasswordResetEmail(auth, email, {
      url: `${app.config.publicUrl}/`,
      handleCodeInApp: true,
      iOS: { bundleId: 'com.example.app' },
      android: { packageName: 'com.example.app', installApp: true, minimumVersion: '12' },
    });
    expect(ActionCodeURL.parseLink(await linkTo(email))?.operation).toBe('PASSWORD_RESET');
  });

  it('resets a forgotten password, once', async () => {
    const { auth } = createClient(app);
    const user = await signUpNewUser(auth);
    await sendPasswordResetEmail(auth, user.email);
    const code = await codeFor(user.email, 'reset-password');
    expect((await checkActionCode(auth, code)).operation).toBe('PASSWORD_RESET');
    expect(await verifyPasswordResetCode(auth, code)).toBe(user.email);
    await expectAuthError(confirmPasswordReset(auth, code, '12345'), 'weak-password');
    await confirmPasswordReset(auth, code, 'another horse');
    await expectAuthError(confirmPasswordReset(auth, code, 'third horse'), 'invalid-action-code');

    await expectAuthError(user.getIdToken(true), 'user-token-expired');
    expect(auth.currentUser).toBeNull();
    const again = await signInWithEmailAndPassword(auth, user.email, 'another horse');
    expect(again.user).toMatchObject({ uid: user.uid, emailVerified: true });
  });

  it('is silent about an address that nobody has', async () => {
    const { auth } = createClient(app);
    const email = newAddress();
    await sendPasswordResetEmail(auth, email);
    expect(await receivedMails(app, email)).toEqual([]);
  });

  it('changes an address by a link to the new one', async () => {
    const { auth } = createClient(app);
    const user = await signUpVerifiedUser(app, auth);
    const newEmail = newAddress();
    await verifyBeforeUpdateEmail(user, newEmail);
    expect(user.email).not.toBe(newEmail);
    const code = await codeFor(newEmail, 'verify-and-change-email');
    const looked = await checkActionCode(auth, code);
    expect(looked).toMatchObject({
      operation: 'VERIFY_AND_CHANGE_EMAIL',
      data: { email: newEmail, previousEmail: user.email },
    });
    await applyActionCode(auth, code);
    await user.reload();
    expect(user).toMatchObject({ email: newEmail, emailVerified: true });
    await signInWithEmailAndPassword(auth, newEmail, password);
  });

  it('undoes the change from the old mailbox, which signs everybody out', async () => {
    const { auth } = createClient(app);
    const user = await signUpVerifiedUser(app, auth);
    const [oldEmail, newEmail] = [user.email, newAddress()];
    await verifyBeforeUpdateEmail(user, newEmail);
    await applyActionCode(auth, await codeFor(newEmail, 'verify-and-change-email'));
    const token = await user.getIdToken();

    const code = await codeFor(oldEmail, 'recover-email');
    expect(await checkActionCode(auth, code)).toMatchObject({
      operation: 'RECOVER_EMAIL',
      data: { email: oldEmail, previousEmail: null },
    });
    const stranger = createClient(app).auth;
    await applyActionCode(stranger, code);
    expectIdentityRefusal(await lookup(app, token), 'auth/token-expired');
    await expectAuthError(user.reload(), 'user-token-expired');

    const reset = await codeFor(oldEmail, 'reset-password');
    await confirmPasswordReset(stranger, reset, 'mine again');
    const { user: owner } = await signInWithEmailAndPassword(stranger, oldEmail, 'mine again');
    expect(owner).toMatchObject({ uid: user.uid, email: oldEmail, emailVerified: true });
  });

  it.each([
    ['verify-email', 24 * hour],
    ['reset-password', hour],
  ] as const)('finds a link of %s expired in time', async (kind, lifeMs) => {
    const { auth } = createClient(app);
    const user = await signUpNewUser(auth);
    await (kind === 'verify-email'
      ? sendEmailVerification(user)
      : sendPasswordResetEmail(auth, user.email));
    const code = await codeFor(user.email, kind);
    await checkActionCode(auth, code);
    app.clock.advance(lifeMs);
    await expectAuthError(checkActionCode(auth, code), 'expired-action-code');
    await expectAuthError(applyActionCode(auth, code), 'expired-action-code');
    await expectAuthError(confirmPasswordReset(auth, code, password), 'expired-action-code');
  });

  it('finds a link for something else invalid', async () => {
    const { auth } = createClient(app);
    const user = await signUpNewUser(auth);
    await sendEmailVerification(user);
    const verify = await codeFor(user.email, 'verify-email');
    await expectAuthError(confirmPasswordReset(auth, verify, password), 'invalid-action-code');
    await sendPasswordResetEmail(auth, user.email);
    const reset = await codeFor(user.email, 'reset-password');
    await expectAuthError(applyActionCode(auth, reset), 'invalid-action-code');
  });

  it('finds a guessed one invalid', async () => {
    const { auth } = createClient(app);
    await expectAuthError(checkActionCode(auth, 'guessed'), 'invalid-action-code');
    await expectAuthError(applyActionCode(auth, 'guessed'), 'invalid-action-code');
    await expectAuthError(confirmPasswordReset(auth, 'guessed', 'secret'), 'invalid-action-code');
  });
});
