import { expect } from 'vitest';
import type { TestApp } from '../harness/test-app.ts';
import { type Answer, identity, type Person } from '../harness/wire-client.ts';

/** Claims of the sandbox's Google about a person; `hd` makes it run the mailbox. */
type Claims = Readonly<Record<string, unknown>> & { readonly sub: string };

/** Links Google to the person's account; answers the session that takes the place of theirs. */
export async function linkGoogle(
  app: TestApp,
  { idToken }: Pick<Person, 'idToken'>,
  claims: Claims,
): Promise<Person> {
  return toPerson(await atGoogle(app, claims, { idToken }));
}

/** Signs in with Google. */
export async function openAtGoogle(app: TestApp, claims: Claims): Promise<Person> {
  return toPerson(await atGoogle(app, claims));
}

export function atGoogle(app: TestApp, claims: Claims, more: object = {}): Promise<Answer> {
  const postBody = new URLSearchParams({
    providerId: 'google.com',
    id_token: JSON.stringify({ email_verified: true, ...claims }),
  }).toString();
  const body = { postBody, requestUri: 'http://localhost', returnSecureToken: true, ...more };
  return identity(app, '/v1/accounts:signInWithIdp', body);
}

export async function unlink(
  app: TestApp,
  { idToken }: Pick<Person, 'idToken'>,
  provider: string,
): Promise<void> {
  const body = { idToken, deleteProvider: [provider] };
  const answer = await identity(app, '/v1/accounts:update', body);
  expect(answer.statusCode, answer.body).toBe(200);
}

function toPerson(answer: Answer): Person {
  expect(answer.statusCode, answer.body).toBe(200);
  const { localId, email, idToken, refreshToken } = answer.json();
  return { uid: localId, email, password: '', idToken, refreshToken };
}
