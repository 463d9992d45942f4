import { randomUUID } from 'node:crypto';
import { type APIRequestContext, expect } from '@playwright/test';
import { newPerson, type Person } from './people.ts';

export interface Tokens {
  readonly localId: string;
  readonly idToken: string;
  readonly refreshToken: string;
}

/** Identity calls as a program makes them, which keeps its tokens itself. */
export async function identityCall(request: APIRequestContext, name: string, data: object) {
  const answer = await request.post(`/v1/${name}?key=hearth-local`, { data });
  return { ok: answer.ok(), body: await answer.json() };
}

export async function mustCall(request: APIRequestContext, name: string, data: object) {
  const { ok, body } = await identityCall(request, name, data);
  expect(ok, JSON.stringify(body)).toBe(true);
  return body;
}

export async function signUpByCall(
  request: APIRequestContext,
  person: Person = newPerson(),
): Promise<Person & Tokens> {
  const { name: displayName, email, password } = person;
  const body = { displayName, email, password, returnSecureToken: true };
  return { ...person, ...(await mustCall(request, 'accounts:signUp', body)) };
}

/** Makes a callable's call in the name of a person. */
export async function callFunction(
  request: APIRequestContext,
  name: string,
  { idToken, data }: { readonly idToken: string; readonly data: object },
) {
  // A call with the same input and no key is taken for the same one.
  const headers = { authorization: `Bearer ${idToken}`, 'idempotency-key': randomUUID() };
  const answer = await request.post(`/functions/us-central1/${name}`, { headers, data: { data } });
  const body = await answer.json();
  expect(answer.ok(), JSON.stringify(body)).toBe(true);
  return body.data;
}

/** Asks for a mail with a link. */
export const askForMail = (request: APIRequestContext, body: object) =>
  mustCall(request, 'accounts:sendOobCode', body);

/** Does what a mailed link is for, as Google's SDK does it. */
export const applyLink = (request: APIRequestContext, link: string) =>
  mustCall(request, 'accounts:update', { oobCode: codeOf(link) });

function codeOf(link: string): string {
  return new URL(link).searchParams.get('oobCode') ?? '';
}
