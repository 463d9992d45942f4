import type { AddressInfo } from 'node:net';
import { deleteApp, initializeApp } from 'firebase/app';
import {
  type Auth,
  connectAuthEmulator,
  createUserWithEmailAndPassword,
  getAuth,
  type User,
} from 'firebase/auth';
import { getFunctions } from 'firebase/functions';
import { expect, onTestFinished } from 'vitest';
import { createTestApp, type TestApp, type TestSettings } from '../harness/test-app.ts';
import { applyCode, newAddress, receivedCode, sendOobCode } from '../harness/wire-client.ts';

/** The product on a free port, for Google's SDK to call. */
export interface ListeningApp extends TestApp {
  readonly origin: string;
}

export async function createListeningApp(settings?: TestSettings): Promise<ListeningApp> {
  const app = await createTestApp(settings);
  await app.server.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.server.address() as AddressInfo;
  return { ...app, origin: `http://127.0.0.1:${port}` };
}

/** For a test that needs an app of its own. */
export async function createOwnListeningApp(settings: TestSettings): Promise<ListeningApp> {
  const own = await createListeningApp(settings);
  onTestFinished(() => own.close());
  return own;
}

/** One browser's worth of SDK. */
export function createClient({ origin, config }: ListeningApp, apiKey = config.apiKey) {
  const firebase = initializeApp({ apiKey, projectId: 'hearth' }, newAddress());
  onTestFinished(() => deleteApp(firebase));
  const auth = getAuth(firebase);
  connectAuthEmulator(auth, origin, { disableWarnings: true });
  const functions = getFunctions(firebase, `${origin}/functions/us-central1`);
  return { auth, functions };
}

export const password = 'correct horse';

/** Signs a new person up through the SDK. */
export async function signUpNewUser(auth: Auth): Promise<User & { readonly email: string }> {
  const { user } = await createUserWithEmailAndPassword(auth, newAddress(), password);
  return user as User & { readonly email: string };
}

/** A new person with a proven address. */
export async function signUpVerifiedUser(app: TestApp, auth: Auth) {
  const user = await signUpNewUser(auth);
  const idToken = await user.getIdToken();
  expect((await sendOobCode(app, { requestType: 'VERIFY_EMAIL', idToken })).statusCode).toBe(200);
  const code = await receivedCode(app, user.email, 'verify-email');
  expect((await applyCode(app, code)).statusCode).toBe(200);
  await user.reload();
  return user;
}

/** The SDK rejects with its own spelling of the refusal. */
export async function expectAuthError(attempt: Promise<unknown>, code: string): Promise<void> {
  await expect(attempt).rejects.toMatchObject({ name: 'FirebaseError', code: `auth/${code}` });
}
