import { deleteApp, type FirebaseApp, initializeApp } from 'firebase/app';
import {
  type Auth,
  connectAuthEmulator,
  createUserWithEmailAndPassword,
  getAuth,
  signInWithEmailAndPassword,
  signOut,
} from 'firebase/auth';
import { connectFunctionsEmulator, getFunctions, httpsCallable } from 'firebase/functions';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { freePort } from '../harness/free-port.ts';
import { createTestApp, type TestApp } from '../harness/test-app.ts';
import { newAddress } from '../harness/wire-client.ts';

/** Ports that the configuration would name. */
const emulators = {
  enabled: true,
  auth: { port: await freePort() },
  database: { port: await freePort() },
  functions: { port: await freePort() },
  hosting: { port: await freePort() },
};
const ownPort = await freePort();

describe('Google’s Firebase SDK', () => {
  let app: TestApp;
  let firebase: FirebaseApp;
  let auth: Auth;

  beforeAll(async () => {
    app = await createTestApp({ env: { PORT: String(ownPort) }, product: { emulators } });
    await app.app.listen();
  });
  afterAll(() => app.close());

  beforeEach(() => {
    firebase = initializeApp({ apiKey: app.config.apiKey, projectId: 'hearth' }, newAddress());
    auth = getAuth(firebase);
    onTestFinished(() => deleteApp(firebase));
  });

  const ports = [
    ['the product’s own port', ownPort],
    ['the auth port', emulators.auth.port],
  ] as const;

  it.each(ports)('signs up, in and out through %s', async (_name, port) => {
    connectAuthEmulator(auth, `http://127.0.0.1:${port}`, { disableWarnings: true });
    const email = newAddress();

    const { user } = await createUserWithEmailAndPassword(auth, email, 'secret');
    expect(user).toMatchObject({ email, emailVerified: false, isAnonymous: false });
    const claims = await user.getIdTokenResult(true);
    expect(claims.signInProvider).toBe('password');
    expect(claims.claims.aud).toBe('hearth');

    await signOut(auth);
    const again = await signInWithEmailAndPassword(auth, email, 'secret');
    expect(again.user.uid).toBe(user.uid);
  });

  it('reads our refusals as its own errors', async () => {
    connectAuthEmulator(auth, `http://127.0.0.1:${ownPort}`, { disableWarnings: true });
    const email = newAddress();
    const signUp = (password: string) => createUserWithEmailAndPassword(auth, email, password);
    await expect(signUp('12345')).rejects.toMatchObject({ code: 'auth/weak-password' });
    await signUp('secret');
    await expect(signUp('secret')).rejects.toMatchObject({ code: 'auth/email-already-in-use' });
    await expect(signInWithEmailAndPassword(auth, email, 'wrong')).rejects.toMatchObject({
      code: 'auth/invalid-credential',
    });
  });

  it.each([
    ['the functions port', emulators.functions.port],
    ['the product’s own port', ownPort],
  ])('calls functions by address and, as an emulator, through %s', async (_name, port) => {
    connectAuthEmulator(auth, `http://127.0.0.1:${ownPort}`, { disableWarnings: true });
    const direct = getFunctions(firebase, `http://127.0.0.1:${ownPort}/functions/us-central1`);
    const emulated = getFunctions(firebase, 'us-central1');
    connectFunctionsEmulator(emulated, '127.0.0.1', port);

    for (const functions of [direct, emulated]) {
      const create = httpsCallable(functions, 'createSubscription');
      await signOut(auth);
      await expect(create({ planId: 'free' })).rejects.toMatchObject({
        code: 'functions/unauthenticated',
      });
      await createUserWithEmailAndPassword(auth, newAddress(), 'secret');
      const { data } = await create({ planId: 'free' });
      expect(data).toEqual({ subscriptionId: expect.stringMatching(/^[A-Za-z0-9]{20}$/) });
      await expect(create({ planId: 'pro' })).rejects.toMatchObject({
        code: 'functions/failed-precondition',
        details: { code: 'billing/card-missing' },
      });
    }
  });

  it('finds documents on the database port and the site on the hosting port', async () => {
    const documents = await fetch(`http://127.0.0.1:${emulators.database.port}/v1/subscriptions`);
    expect(documents.status).toBe(401);
    const hosting = await fetch(`http://127.0.0.1:${emulators.hosting.port}/config.json`);
    expect(await hosting.json()).toMatchObject({ projectId: 'hearth' });
    for (const host of ['127.0.0.1', 'localhost']) {
      const url = `http://${host}:${emulators.hosting.port}/dashboard`;
      const page = await fetch(url, { redirect: 'manual' });
      expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<html')]);
    }
    const own = await fetch(`http://127.0.0.1:${ownPort}/`, { redirect: 'manual' });
    expect(own.headers.get('location')).toBe(`http://localhost:${ownPort}/`);
    const nothing = await fetch(`http://127.0.0.1:${emulators.database.port}/config.json`);
    expect(nothing.status).toBe(404);
  });
});
