import { randomBytes, randomUUID } from 'node:crypto';
import { type RefusalCode, refusalEntry } from '@hearth/contract';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { type ReceivedMail, receivedMails } from './mailbox.ts';
import { expectNamed } from './named-refusals.ts';
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

export async function identityWith(
  { server, config }: TestApp,
  { path, body, headers }: IdentityRequest,
): Promise<Answer> {
  const url = `${path}?key=${config.apiKey}`;
  const answer = await server.inject({ method: 'POST', url, headers, payload: body });
  return expectNamed(answer, `POST ${path}`);
}

/** A browser of our own site sends it so, and asks for a cookie session. */
export function cookieIdentity(
  app: TestApp,
  { cookie = '', ...request }: Omit<IdentityRequest, 'headers'> & { readonly cookie?: string },
): Promise<Answer> {
  const origin = app.config.publicUrl;
  const headers = { 'x-hearth-session': 'cookie', origin, host: new URL(origin).host, cookie };
  return identityWith(app, { ...request, headers });
}

export async function callable(
  { server, config }: TestApp,
  name: string,
  call: { data?: unknown; idToken?: string; headers?: Record<string, string> },
): Promise<Answer> {
  const answer = await server.inject({
    method: 'POST',
    url: `/functions/${config.product.region}/${name}`,
    headers: { ...bearer(call.idToken), ...call.headers },
    payload: { data: call.data },
  });
  return expectNamed(answer, name);
}

export async function document(
  { server }: TestApp,
  line: `${'GET' | 'PATCH' | 'DELETE' | 'POST'} ${string}`,
  call: { body?: object; idToken?: string; headers?: Record<string, string> } = {},
): Promise<Answer> {
  const [method, url = ''] = line.split(' ') as ['GET', string];
  const headers = { ...bearer(call.idToken), ...call.headers };
  const options: InjectOptions = { method, url, headers };
  const answer = await server.inject(call.body ? { ...options, payload: call.body } : options);
  return expectNamed(answer, line);
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

/** Opens another session of the person. */
export async function signIn(
  app: TestApp,
  { email, password }: Pick<Person, 'email' | 'password'>,
): Promise<Person> {
  const answer = await identity(app, '/v1/accounts:signInWithPassword', { email, password });
  expect(answer.statusCode, answer.body).toBe(200);
  const { localId, idToken, refreshToken } = answer.json();
  return { uid: localId, email, password, idToken, refreshToken };
}

export const sendOobCode = (app: TestApp, body: object): Promise<Answer> =>
  identity(app, '/v1/accounts:sendOobCode', body);

export const applyCode = (app: TestApp, oobCode: string): Promise<Answer> =>
  identity(app, '/v1/accounts:update', { oobCode });

/** Says of the account that it is somebody else's. */
export const disownAccount = (app: TestApp, oobCode: string): Promise<Answer> =>
  identity(app, '/v1/accounts:disown', { oobCode });

export const resetPassword = (app: TestApp, body: object): Promise<Answer> =>
  identity(app, '/v1/accounts:resetPassword', body);

/** The code in the newest mail of the kind to the address. */
export async function receivedCode(
  app: TestApp,
  to: string,
  kind: ReceivedMail['kind'],
): Promise<string> {
  const mail = (await receivedMails(app, to)).findLast((one) => one.kind === kind);
  const links = mail?.links.map((link) => new URL(link).searchParams.get('oobCode')) ?? [];
  const code = links.find((one) => one !== null);
  expect(code, `a code in a mail ${kind} to ${to}`).toBeDefined();
  return code ?? '';
}

/** Asks for a code over the wire and takes it from the mailbox. */
export async function mailedCode(
  app: TestApp,
  request: { readonly requestType: string } & Record<string, string>,
  to: string,
): Promise<string> {
  const answer = await sendOobCode(app, request);
  expect(answer.statusCode, answer.body).toBe(200);
  return await receivedCode(app, to, mailKinds[request.requestType] ?? 'verify-email');
}

const mailKinds: Record<string, ReceivedMail['kind']> = {
  VERIFY_EMAIL: 'verify-email',
  PASSWORD_RESET: 'reset-password',
  EMAIL_SIGNIN: 'sign-in-link',
  VERIFY_AND_CHANGE_EMAIL: 'verify-and-change-email',
};

/** Signs a new person up and follows the mailed link in the same browser. */
export async function createVerifiedPerson(app: TestApp): Promise<Person> {
  const person = await createPerson(app);
  const { email, idToken } = person;
  const code = await mailedCode(app, { requestType: 'VERIFY_EMAIL', idToken }, email);
  const body = { oobCode: code, idToken };
  expect((await identity(app, '/v1/accounts:update', body)).statusCode).toBe(200);
  return person;
}

/** Moves the account to the address by the mailed link. */
export async function changeEmail(
  app: TestApp,
  { idToken }: Pick<Person, 'idToken'>,
  newEmail = newAddress(),
): Promise<string> {
  const request = { requestType: 'VERIFY_AND_CHANGE_EMAIL', idToken, newEmail };
  const code = await mailedCode(app, request, newEmail);
  const answer = await applyCode(app, code);
  expect(answer.statusCode, answer.body).toBe(200);
  return newEmail;
}

export const lookup = (app: TestApp, idToken: string): Promise<Answer> =>
  identity(app, '/v1/accounts:lookup', { idToken });

export const refresh = (app: TestApp, refreshToken: string): Promise<Answer> =>
  identity(app, '/v1/token', { grant_type: 'refresh_token', refresh_token: refreshToken });

/** Both tokens of the session are refused with the word on which SDKs sign out. */
export async function expectSessionOver(
  app: TestApp,
  session: Pick<Person, 'idToken' | 'refreshToken'>,
): Promise<void> {
  expectIdentityRefusal(await lookup(app, session.idToken), 'auth/token-expired');
  expectIdentityRefusal(await refresh(app, session.refreshToken), 'auth/token-expired');
}

/** Does what an operator does from the command line. */
export async function disable({ db, clock }: TestApp, { uid }: Pick<Person, 'uid'>): Promise<void> {
  await sql`update accounts set disabled_at = ${clock.now()} where id = ${uid}`.execute(db);
}

/** Creates a free subscription over the wire and answers its id. */
export async function createFreeSubscription(app: TestApp, { idToken }: Person): Promise<string> {
  // Without a key of its own a second subscription within the minute counts as the first one's repetition.
  const headers = { 'idempotency-key': randomUUID() };
  const call = { data: { planId: 'free' }, idToken, headers };
  const answer = await callable(app, 'createSubscription', call);
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

/** The answer is the refusal, in the words that callables and documents share, or in the given ones. */
export function expectRefusal(answer: Answer, code: RefusalCode, sentence?: string): void {
  const { status, message } = refusalEntry(code);
  const { error } = answer.json();
  expect(error, answer.body).toMatchObject({ status, details: { code } });
  expect(error.message.startsWith(sentence ?? message), error.message).toBe(true);
}
