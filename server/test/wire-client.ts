import { randomBytes } from 'node:crypto';
import { type RefusalCode, refusalEntry } from '@hearth/contract';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import { expect } from 'vitest';
import type { TestApp } from './test-app.ts';

export type Answer = LightMyRequestResponse;

/** `POST path?key=…` of the identity dialect. */
export function identity(app: TestApp, path: string, body: object): Promise<Answer> {
  return identityWith(app, { path, body, headers: {} });
}

interface IdentityRequest {
  readonly path: string;
  readonly body: object;
  readonly headers: Record<string, string>;
}

export function identityWith(
  { server, config }: TestApp,
  { path, body, headers }: IdentityRequest,
): Promise<Answer> {
  const url = `${path}?key=${config.apiKey}`;
  return server.inject({ method: 'POST', url, headers, payload: body });
}

/** The same as a browser of our own site sends it, which asks for a cookie session. */
export function cookieIdentity(
  app: TestApp,
  { cookie = '', ...request }: Omit<IdentityRequest, 'headers'> & { readonly cookie?: string },
): Promise<Answer> {
  const origin = app.config.publicUrl;
  const headers = { 'x-hearth-session': 'cookie', origin, host: new URL(origin).host, cookie };
  return identityWith(app, { ...request, headers });
}

export function callable(
  { server, config }: TestApp,
  name: string,
  call: { data?: unknown; idToken?: string },
): Promise<Answer> {
  return server.inject({
    method: 'POST',
    url: `/functions/${config.product.region}/${name}`,
    headers: bearer(call.idToken),
    payload: { data: call.data },
  });
}

export function document(
  { server }: TestApp,
  line: `${'GET' | 'PATCH' | 'DELETE'} ${string}`,
  call: { body?: object; idToken?: string } = {},
): Promise<Answer> {
  const [method, url = ''] = line.split(' ') as ['GET', string];
  const options: InjectOptions = { method, url, headers: bearer(call.idToken) };
  return server.inject(call.body ? { ...options, payload: call.body } : options);
}

function bearer(idToken: string | undefined): Record<string, string> {
  return idToken === undefined ? {} : { authorization: `Bearer ${idToken}` };
}

export interface Person {
  readonly uid: string;
  readonly email: string;
  readonly password: string;
  readonly idToken: string;
  readonly refreshToken: string;
}

export function newAddress(): string {
  return `person-${randomBytes(6).toString('hex')}@example.com`;
}

/** Signs a new person up over the wire. */
export async function createPerson(app: TestApp, displayName = 'Ada Lovelace'): Promise<Person> {
  const email = newAddress();
  const password = 'correct horse';
  const answer = await identity(app, '/v1/accounts:signUp', { email, password, displayName });
  expect(answer.statusCode, answer.body).toBe(200);
  const { localId, idToken, refreshToken } = answer.json();
  return { uid: localId, email, password, idToken, refreshToken };
}

/** Creates a free subscription over the wire and answers its id. */
export async function createFreeSubscription(app: TestApp, { idToken }: Person): Promise<string> {
  const answer = await callable(app, 'createSubscription', { data: { planId: 'free' }, idToken });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json().data.subscriptionId;
}

/** The answer is the refusal, in the words of the identity dialect. */
export function expectIdentityRefusal(answer: Answer, code: RefusalCode): void {
  const { error } = answer.json();
  expect(error.details).toEqual({ code });
  expect(error.code).toBe(answer.statusCode);
  const { identity: word } = refusalEntry(code);
  expect(error.message.split(' : ')[0]).toBe(word ?? refusalEntry(code).status);
}

/** The answer is the refusal, in the words that callables and documents share. */
export function expectRefusal(answer: Answer, code: RefusalCode): void {
  const { status, message } = refusalEntry(code);
  const { error } = answer.json();
  expect(error).toMatchObject({ status, details: { code } });
  expect(error.message.startsWith(message)).toBe(true);
}
