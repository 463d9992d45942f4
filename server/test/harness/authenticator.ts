import { Secret, TOTP } from 'otpauth';
import { expect } from 'vitest';
import type { TestApp } from './test-app.ts';
import { type Answer, identity, type Person } from './wire-client.ts';

/** An authenticator app on a person's phone. */
export interface Authenticator {
  readonly id: string;
  readonly recoveryCodes: readonly string[];
  /** Code of the present step, or of one so many steps later. */
  code(stepsLater?: number): string;
}

const paths = {
  start: '/v2/accounts/mfaEnrollment:start',
  finalize: '/v2/accounts/mfaEnrollment:finalize',
  withdraw: '/v2/accounts/mfaEnrollment:withdraw',
  signIn: '/v2/accounts/mfaSignIn:finalize',
} as const;

/** Code that an app with this secret shows. */
export function codeOf({ clock }: TestApp, secret: string, stepsLater = 0): string {
  const timestamp = clock.now().getTime() + stepsLater * 30_000;
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });
}

export const startEnrollment = (app: TestApp, idToken: string): Promise<Answer> =>
  identity(app, paths.start, { idToken, totpEnrollmentInfo: {} });

export const finalizeEnrollment = (app: TestApp, body: object): Promise<Answer> =>
  identity(app, paths.finalize, body);

export const withdrawFactor = (
  app: TestApp,
  idToken: string,
  mfaEnrollmentId?: string,
): Promise<Answer> => identity(app, paths.withdraw, { idToken, mfaEnrollmentId });

export const finalizeSignIn = (app: TestApp, body: object): Promise<Answer> =>
  identity(app, paths.signIn, body);

export interface Enrolled<Who extends Person = Person> {
  /** With the tokens of the new session. */
  readonly person: Who;
  readonly authenticator: Authenticator;
}

/** Moves the clock to the beginning of a step, so that no step ends while a test shows its code. */
function beginStep({ clock }: TestApp): void {
  clock.advance(30_000 - (clock.now().getTime() % 30_000));
}

/** Adds an authenticator app over the wire, with a code of the step before this one. */
export async function enrollApp<Who extends Person>(
  app: TestApp,
  person: Who,
  displayName = 'Phone',
): Promise<Enrolled<Who>> {
  const { idToken } = person;
  beginStep(app);
  const started = await startEnrollment(app, idToken);
  expect(started.statusCode, started.body).toBe(200);
  const { sharedSecretKey: secret, sessionInfo } = started.json().totpSessionInfo;
  const totpVerificationInfo = { sessionInfo, verificationCode: codeOf(app, secret, -1) };
  const answer = await finalizeEnrollment(app, { idToken, displayName, totpVerificationInfo });
  expect(answer.statusCode, answer.body).toBe(200);
  const { recoveryCodes = [], ...tokens } = answer.json();
  const after = { ...person, idToken: tokens.idToken, refreshToken: tokens.refreshToken };
  const looked = await identity(app, '/v1/accounts:lookup', { idToken: after.idToken });
  const { mfaEnrollmentId } = looked.json().users[0].mfaInfo.at(-1);
  const code = (stepsLater?: number) => codeOf(app, secret, stepsLater);
  return { person: after, authenticator: { id: mfaEnrollmentId, recoveryCodes, code } };
}

/** Shows the right password and answers the pending credential. */
export async function beginSignIn(
  app: TestApp,
  { email, password }: Pick<Person, 'email' | 'password'>,
): Promise<string> {
  const answer = await identity(app, '/v1/accounts:signInWithPassword', { email, password });
  expect(answer.statusCode, answer.body).toBe(200);
  expect(answer.json()).not.toHaveProperty('idToken');
  return answer.json().mfaPendingCredential;
}

/** Request that shows a code of this app. */
export const showing = (pending: string, { id }: Pick<Authenticator, 'id'>, code: string) => ({
  mfaPendingCredential: pending,
  mfaEnrollmentId: id,
  totpVerificationInfo: { verificationCode: code },
});
