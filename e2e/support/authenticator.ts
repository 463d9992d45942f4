import { type APIRequestContext, expect } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import type { Tokens } from './identity-calls.ts';

interface Shown {
  /** Base32. */
  readonly key: string;
  /** Steps of 30 seconds from now. */
  readonly stepsAhead?: number;
}

/** Code that an authenticator app with this key shows, by the server's clock. */
export async function codeOf(
  request: APIRequestContext,
  { key, stepsAhead = 0 }: Shown,
): Promise<string> {
  const { now } = await (await request.get('/dev/clock.json')).json();
  const timestamp = Date.parse(now) + stepsAhead * 30_000;
  return new TOTP({ secret: Secret.fromBase32(key) }).generate({ timestamp });
}

/** Adds an app to the account of a verified address; answers its key. */
export async function addAuthenticator(
  request: APIRequestContext,
  { idToken }: Pick<Tokens, 'idToken'>,
): Promise<string> {
  const { totpSessionInfo } = await enroll(request, 'start', { idToken, totpEnrollmentInfo: {} });
  const { sharedSecretKey: key, sessionInfo } = totpSessionInfo;
  const verificationCode = await codeOf(request, { key });
  const totpVerificationInfo = { sessionInfo, verificationCode };
  await enroll(request, 'finalize', { idToken, displayName: 'Phone', totpVerificationInfo });
  return key;
}

async function enroll(request: APIRequestContext, step: 'start' | 'finalize', data: object) {
  const path = `/v2/accounts/mfaEnrollment:${step}?key=hearth-local`;
  const answer = await request.post(path, { data });
  const body = await answer.json();
  expect(answer.ok(), JSON.stringify(body)).toBe(true);
  return body;
}
