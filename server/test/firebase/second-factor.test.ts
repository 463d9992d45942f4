import {
  EmailAuthProvider,
  GoogleAuthProvider,
  getMultiFactorResolver,
  linkWithCredential,
  type MultiFactorError,
  type MultiFactorResolver,
  multiFactor,
  reauthenticateWithCredential,
  signInWithCredential,
  signInWithEmailAndPassword,
  TotpMultiFactorGenerator,
  type User,
} from 'firebase/auth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeOf } from '../harness/authenticator.ts';
import { newAddress } from '../harness/wire-client.ts';
import {
  createClient,
  createListeningApp,
  expectAuthError,
  type ListeningApp,
  password,
  signUpVerifiedUser,
} from './firebase-client.ts';

describe('second factors through Google’s Firebase SDK', () => {
  let app: ListeningApp;
  beforeAll(async () => {
    app = await createListeningApp();
  });
  afterAll(() => app.close());

  const wrongCode = '1000000';

  /** Adds an authenticator app as Google's own integration tests do, and answers its secret. */
  async function enroll(user: User): Promise<string> {
    const session = await multiFactor(user).getSession();
    const secret = await TotpMultiFactorGenerator.generateSecret(session);
    expect(secret).toMatchObject({ codeIntervalSeconds: 30, codeLength: 6 });
    const code = codeOf(app, secret.secretKey);
    const assertion = TotpMultiFactorGenerator.assertionForEnrollment(secret, code);
    await multiFactor(user).enroll(assertion, 'totp-integration-test');
    return secret.secretKey;
  }

  async function resolverOf(attempt: Promise<unknown>): Promise<MultiFactorResolver> {
    const error: MultiFactorError = await attempt.then(
      () => expect.fail('signed in without a second factor'),
      (reason) => reason,
    );
    expect(error.code).toBe('auth/multi-factor-auth-required');
    return getMultiFactorResolver(auth(), error);
  }

  let client: ReturnType<typeof createClient>;
  const auth = () => client.auth;

  async function createEnrolled() {
    client = createClient(app);
    const user = await signUpVerifiedUser(app, auth());
    return { user, email: user.email, secret: await enroll(user) };
  }

  const show = (resolver: MultiFactorResolver, code: string) =>
    resolver.resolveSignIn(
      TotpMultiFactorGenerator.assertionForSignIn(resolver.hints[0]?.uid ?? '', code),
    );

  it('a wrong code: not enrolled', async () => {
    client = createClient(app);
    const user = await signUpVerifiedUser(app, auth());
    const session = await multiFactor(user).getSession();
    const secret = await TotpMultiFactorGenerator.generateSecret(session);
    const assertion = TotpMultiFactorGenerator.assertionForEnrollment(secret, wrongCode);
    await expectAuthError(multiFactor(user).enroll(assertion, 'x'), 'invalid-verification-code');
    expect(multiFactor(user).enrolledFactors).toEqual([]);
  });

  it('a right code: enrolled, and the user goes on with new tokens', async () => {
    const { user } = await createEnrolled();
    expect(multiFactor(user).enrolledFactors).toMatchObject([
      { displayName: 'totp-integration-test', factorId: 'totp' },
    ]);
    await user.getIdToken(true);
    const { signInSecondFactor } = await user.getIdTokenResult();
    expect(signInSecondFactor).toBe('totp');
  });

  it('a sign-in with a wrong code: refused', async () => {
    const { email } = await createEnrolled();
    const resolver = await resolverOf(signInWithEmailAndPassword(auth(), email, password));
    expect(resolver.hints).toHaveLength(1);
    await expectAuthError(show(resolver, wrongCode), 'invalid-verification-code');
  });

  it('a sign-in with the code of the next step, then unenrolled: the password alone is enough', async () => {
    const { email, secret } = await createEnrolled();
    const resolver = await resolverOf(signInWithEmailAndPassword(auth(), email, password));
    const { user } = await show(resolver, codeOf(app, secret, 1));
    await multiFactor(user).unenroll(resolver.hints[0]?.uid ?? '');
    const again = await signInWithEmailAndPassword(auth(), email, password);
    expect(again.user.uid).toBe(user.uid);
  });

  it('a recovery code in place of a code of the app: signed in', async () => {
    client = createClient(app);
    const user = await signUpVerifiedUser(app, auth());
    await enroll(user);
    const idToken = await user.getIdToken();
    const answer = await fetch(`${app.origin}/v1/recovery-codes`, {
      method: 'POST',
      headers: { authorization: `Bearer ${idToken}`, 'content-type': 'application/json' },
      body: '{}',
    });
    const { codes } = (await answer.json()) as { codes: string[] };
    const resolver = await resolverOf(signInWithEmailAndPassword(auth(), user.email, password));
    expect((await show(resolver, codes[0] ?? '')).user.uid).toBe(user.uid);
  });

  it('reauthentication: takes the factor too', async () => {
    const { user, email, secret } = await createEnrolled();
    const credential = EmailAuthProvider.credential(email, password);
    const resolver = await resolverOf(reauthenticateWithCredential(user, credential));
    const renewed = await show(resolver, codeOf(app, secret, 1));
    expect(renewed.operationType).toBe('reauthenticate');
    expect(renewed.user.uid).toBe(user.uid);
  });

  it('linking a provider, and a sign-in with it: the first needs no code, the second does', async () => {
    const { user, secret } = await createEnrolled();
    const claims = { sub: newAddress(), email: user.email, email_verified: true };
    const credential = GoogleAuthProvider.credential(JSON.stringify(claims));
    await linkWithCredential(user, credential);
    const { signInSecondFactor } = await user.getIdTokenResult();
    expect(signInSecondFactor).toBe('totp');
    const resolver = await resolverOf(signInWithCredential(auth(), credential));
    const signedIn = await show(resolver, codeOf(app, secret, 1));
    expect(signedIn.user.uid).toBe(user.uid);
    expect(signedIn.providerId).toBe('google.com');
  });

  it('an address that is not verified: refused by name', async () => {
    client = createClient(app);
    const user = await signUpVerifiedUser(app, auth());
    const session = await multiFactor(user).getSession();
    await app.db
      .withTables<{ accounts: { id: string; email_verified: boolean } }>()
      .updateTable('accounts')
      .set({ email_verified: false })
      .where('id', '=', user.uid)
      .execute();
    await expectAuthError(TotpMultiFactorGenerator.generateSecret(session), 'unverified-email');
  });
});
