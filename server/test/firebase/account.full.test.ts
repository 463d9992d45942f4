import {
  createUserWithEmailAndPassword,
  deleteUser,
  EmailAuthProvider,
  initializeRecaptchaConfig,
  onIdTokenChanged,
  reauthenticateWithCredential,
  reload,
  signInWithCredential,
  signInWithEmailAndPassword,
  signOut,
  unlink,
  updateEmail,
  updatePassword,
  updateProfile,
  validatePassword,
} from 'firebase/auth';
import { httpsCallable } from 'firebase/functions';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lookup, newAddress, signIn } from '../harness/wire-client.ts';
import {
  createClient,
  createListeningApp,
  createOwnListeningApp,
  expectAuthError,
  type ListeningApp,
  password,
  signUpNewUser,
} from './firebase-client.ts';

const minute = 60_000;

describe('Google’s Firebase SDK, with an account', () => {
  let app: ListeningApp;
  beforeAll(async () => {
    app = await createListeningApp();
  });
  afterAll(() => app.close());

  it('tells a new user from one that signs in', async () => {
    const { auth } = createClient(app);
    const email = newAddress();
    const created = await createUserWithEmailAndPassword(auth, email, password);
    expect(created).toMatchObject({ operationType: 'signIn', providerId: null });
    expect(created.user.providerData).toMatchObject([{ providerId: 'password', uid: email }]);
    const { creationTime, lastSignInTime } = created.user.metadata;
    expect(Date.parse(creationTime ?? '')).toBeGreaterThan(Date.now() - minute);
    expect(lastSignInTime).toBe(creationTime);
  });

  it('tells its listeners of sign-in and sign-out', async () => {
    const { auth } = createClient(app);
    const seen: (string | undefined)[] = [];
    const stop = onIdTokenChanged(auth, (user) => seen.push(user?.uid));
    const { uid } = await signUpNewUser(auth);
    await signOut(auth);
    stop();
    expect(seen).toContain(uid);
    expect(seen.at(-1)).toBeUndefined();
    expect(auth.currentUser).toBeNull();
  });

  it('signs in with a credential', async () => {
    const { auth } = createClient(app);
    const { email, uid } = await signUpNewUser(auth);
    const credential = EmailAuthProvider.credential(email, password);
    expect((await signInWithCredential(auth, credential)).user.uid).toBe(uid);
  });

  it('signs 20 in at once', async () => {
    const { email, uid } = await signUpNewUser(createClient(app).auth);
    const clients = Array.from({ length: 20 }, () => createClient(app).auth);
    const all = await Promise.all(
      clients.map((auth) => signInWithEmailAndPassword(auth, email, password)),
    );
    expect(new Set(all.map(({ user }) => user.uid))).toEqual(new Set([uid]));
    expect(new Set(all.map(({ user }) => user.refreshToken)).size).toBe(20);
  });

  describe('that changes its profile', () => {
    it('sets name and picture and keeps them over a reload', async () => {
      const user = await signUpNewUser(createClient(app).auth);
      const profile = { displayName: '埃达', photoURL: 'https://example.com/a.png' };
      await updateProfile(user, profile);
      expect(user).toMatchObject(profile);
      await reload(user);
      expect(user).toMatchObject(profile);
      expect(user.providerData).toMatchObject([profile]);
    });

    it('keeps the picture when only the name changes', async () => {
      const user = await signUpNewUser(createClient(app).auth);
      const photoURL = 'https://example.com/a.png';
      await updateProfile(user, { photoURL });
      await updateProfile(user, { displayName: 'Ada' });
      expect(user).toMatchObject({ displayName: 'Ada', photoURL });
    });

    it.each([null, ''])('clears both by %j', async (nothing) => {
      const user = await signUpNewUser(createClient(app).auth);
      await updateProfile(user, { displayName: 'Ada', photoURL: 'https://example.com/a.png' });
      await updateProfile(user, { displayName: nothing, photoURL: nothing });
      await reload(user);
      expect(user).toMatchObject({ displayName: null, photoURL: null });
    });

    it('shows the new name in the next token', async () => {
      const user = await signUpNewUser(createClient(app).auth);
      await updateProfile(user, { displayName: 'Ada' });
      const { claims } = await user.getIdTokenResult(true);
      expect(claims.name).toBe('Ada');
    });

    it('may not change its address without a link', async () => {
      const user = await signUpNewUser(createClient(app).auth);
      await expectAuthError(updateEmail(user, newAddress()), 'operation-not-allowed');
    });
  });

  describe('that changes its password', () => {
    it('goes on with new tokens, and the old ones are dead', async () => {
      const { auth } = createClient(app);
      const user = await signUpNewUser(auth);
      const before = await user.getIdToken();
      await updatePassword(user, 'another horse');
      expect((await lookup(app, before)).body).toContain('TOKEN_EXPIRED');
      await user.reload();
      await user.getIdToken(true);
      await signOut(auth);
      const again = await signInWithEmailAndPassword(auth, user.email, 'another horse');
      expect(again.user.uid).toBe(user.uid);
    });

    it('signs other browsers out by itself', async () => {
      const user = await signUpNewUser(createClient(app).auth);
      const { auth: other } = createClient(app);
      const { user: same } = await signInWithEmailAndPassword(other, user.email, password);
      await updatePassword(user, 'another horse');
      await expectAuthError(same.getIdToken(true), 'user-token-expired');
      expect(other.currentUser).toBeNull();
    });

    it('proves itself again when the sign-in is old', async () => {
      const user = await signUpNewUser(createClient(app).auth);
      app.clock.advance(6 * minute);
      await expectAuthError(updatePassword(user, 'another horse'), 'requires-recent-login');
      const wrong = EmailAuthProvider.credential(user.email, 'wrong');
      await expectAuthError(reauthenticateWithCredential(user, wrong), 'invalid-credential');
      const right = EmailAuthProvider.credential(user.email, password);
      await reauthenticateWithCredential(user, right);
      await updatePassword(user, 'another horse');
    });

    it('cannot prove itself as somebody else', async () => {
      const other = await signUpNewUser(createClient(app).auth);
      const user = await signUpNewUser(createClient(app).auth);
      const credential = EmailAuthProvider.credential(other.email, password);
      await expectAuthError(reauthenticateWithCredential(user, credential), 'user-mismatch');
    });

    it('keeps its only way to sign in', async () => {
      const user = await signUpNewUser(createClient(app).auth);
      await expectAuthError(unlink(user, 'password'), 'operation-not-allowed');
    });
  });

  describe('that holds tokens', () => {
    it('gets a new one on demand and the same one otherwise', async () => {
      const user = await signUpNewUser(createClient(app).auth);
      const first = await user.getIdToken();
      expect(await user.getIdToken()).toBe(first);
      app.clock.advance(2_000);
      const next = await user.getIdToken(true);
      expect(next).not.toBe(first);
      expect(decodeJwt(next).auth_time).toBe(decodeJwt(first).auth_time);
    });

    it('reads every time and claim from it', async () => {
      const user = await signUpNewUser(createClient(app).auth);
      const result = await user.getIdTokenResult();
      const { authTime, issuedAtTime, expirationTime } = result;
      expect(Date.parse(expirationTime) - Date.parse(issuedAtTime)).toBe(60 * minute);
      expect(Date.parse(authTime)).toBeLessThanOrEqual(Date.parse(issuedAtTime));
      expect(result).toMatchObject({ signInProvider: 'password', signInSecondFactor: null });
      expect(result.claims).toMatchObject({
        iss: app.config.publicUrl,
        aud: 'hearth',
        sub: user.uid,
        user_id: user.uid,
        email: user.email,
        email_verified: false,
        firebase: { identities: { email: [user.email] }, sign_in_provider: 'password' },
      });
    });

    it('serves many refreshes at once', async () => {
      const user = await signUpNewUser(createClient(app).auth);
      const tokens = await Promise.all(Array.from({ length: 10 }, () => user.getIdToken(true)));
      for (const token of tokens) {
        expect((await lookup(app, token)).statusCode).toBe(200);
      }
    });
  });

  describe('that is deleted', () => {
    it('is gone here and everywhere', async () => {
      const { auth } = createClient(app);
      const user = await signUpNewUser(auth);
      const { auth: other } = createClient(app);
      const { user: same } = await signInWithEmailAndPassword(other, user.email, password);
      await deleteUser(user);
      expect(auth.currentUser).toBeNull();
      await expectAuthError(same.reload(), 'user-token-expired');
      expect(other.currentUser).toBeNull();
      const signingIn = signInWithEmailAndPassword(auth, user.email, password);
      await expectAuthError(signingIn, 'invalid-credential');
    });

    it('needs a sign-in of the last minutes', async () => {
      const user = await signUpNewUser(createClient(app).auth);
      app.clock.advance(6 * minute);
      await expectAuthError(deleteUser(user), 'requires-recent-login');
    });

    it('must not own a subscription', async () => {
      const { auth, functions } = createClient(app);
      const user = await signUpNewUser(auth);
      await httpsCallable(functions, 'createSubscription')({ planId: 'free' });
      await expectAuthError(deleteUser(user), 'owns-active-subscription');
      expect(auth.currentUser?.uid).toBe(user.uid);
    });
  });

  describe('that chooses a password', () => {
    it('learns what the policy wants before it asks', async () => {
      const { auth } = createClient(app);
      expect(await validatePassword(auth, '12345')).toMatchObject({
        isValid: false,
        meetsMinPasswordLength: false,
      });
      expect(await validatePassword(auth, '123456')).toMatchObject({ isValid: true });
    });

    it('is judged by the same rules as by the server', async () => {
      const passwordPolicy = {
        ...app.config.product.passwordPolicy,
        requireUppercase: true,
        requireNonAlphanumeric: true,
      };
      const strict = await createOwnListeningApp({ product: { passwordPolicy } });
      const { auth } = createClient(strict);
      // A good one last: after a refusal the SDK reads the policy again, behind our back.
      for (const candidate of ['lowercase!', 'Uppercase', 'É-é-é-é', 'Aé€aaa', 'Both are fine!']) {
        const { isValid } = await validatePassword(auth, candidate);
        const creation = createUserWithEmailAndPassword(auth, newAddress(), candidate);
        if (isValid) {
          await creation;
        } else {
          await expectAuthError(creation, 'password-does-not-meet-requirements');
        }
      }
    });

    it('asks for no captcha', async () => {
      const { auth } = createClient(app);
      await initializeRecaptchaConfig(auth);
      await signUpNewUser(auth);
    });
  });

  it('and a session of another client live side by side', async () => {
    const { auth } = createClient(app);
    const user = await signUpNewUser(auth);
    const other = await signIn(app, { email: user.email, password });
    await signOut(auth);
    expect((await lookup(app, other.idToken)).statusCode).toBe(200);
  });
});
