import type { AccountAct, Language, OperatorRole } from '@hearth/contract';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { toActionSite } from '../../src/boot/parts.ts';
import { actByCommand, addOperator } from '../../src/modules/console/index.ts';
import { inviteAccount } from '../../src/modules/identity/index.ts';
import { createMails } from '../../src/modules/mail/index.ts';
import { noRateLimits } from '../../src/platform/rate-limits.ts';
import { callServer, makeKey } from './server-api.ts';
import { createTestApp, type TestApp } from './test-app.ts';
import { startReceiver } from './webhook-receiver.ts';
import {
  type Answer,
  createPerson,
  document,
  identity,
  newAddress,
  type Person,
  receivedCode,
} from './wire-client.ts';

export const operatorAddress = 'ops@example.com';

/** A second one, beside `operatorAddress`. */
export const otherOperatorAddress = 'b@c.d';

export const operatedEnv = { OPERATOR_EMAILS: `${operatorAddress}, ${otherOperatorAddress}` };

/** A product with operators. */
export function createOperatedApp(): Promise<TestApp> {
  return createTestApp({ logger: false, env: operatedEnv });
}

/** Signs up with an address that OPERATOR_EMAILS names, proven unless said otherwise. */
export async function createOperator(
  app: TestApp,
  { email = operatorAddress, isProven = true } = {},
): Promise<Person> {
  const password = 'correct horse';
  const answer = await identity(app, '/v1/accounts:signUp', { email, password });
  expect(answer.statusCode, answer.body).toBe(200);
  const { localId: uid, idToken, refreshToken } = answer.json();
  await sql`update accounts set email_verified = ${isProven} where id = ${uid}`.execute(app.db);
  return { uid, email, password, idToken, refreshToken };
}

/** Invites the address to create an account, as the command line does. */
export function inviteByOperator(
  { db, clock, config }: TestApp,
  email: string,
  language: Language = 'en',
): Promise<string> {
  const mails = createMails({ ...config, clock, limits: noRateLimits });
  const site = toActionSite(config);
  return inviteAccount({ email, language }, { db, clock, site, mails });
}

/** Operates on the account, as the command line does. */
export function byCommand(
  { db, clock, config }: TestApp,
  { uid }: Pick<Person, 'uid'>,
  act: Parameters<typeof actByCommand>[0]['act'],
): Promise<number> {
  const mails = createMails({ ...config, clock, limits: noRateLimits });
  return actByCommand({ uid, act }, { db, clock, mails, site: toActionSite(config) });
}

type Line = Parameters<typeof document>[1];

/** `METHOD /path` below `/v1/operator`. */
export function callAs(
  app: TestApp,
  { idToken }: Pick<Person, 'idToken'>,
  line: Line,
  body?: object,
) {
  const [method, path] = line.split(' ') as ['GET', string];
  return document(app, `${method} /v1/operator${path}`, { idToken, ...(body && { body }) });
}

/** An endpoint at a program on this machine, and the events of a new account on their way to it. */
export async function createDelivery(app: TestApp) {
  const receiver = await startReceiver();
  const { secret } = await makeKey(app);
  const body = { url: receiver.url, types: ['account.created'] };
  const made = await callServer(app, 'POST /webhook-endpoints', { secret, body });
  expect(made.statusCode, made.body).toBe(200);
  const { id: endpointId } = made.json();
  const person = await createPerson(app);
  const { rows } = await sql<{ id: string; eventId: string }>`
    select id::text, event_id as "eventId" from webhook_deliveries
    where endpoint_id = ${endpointId}`.execute(app.db);
  const { id: deliveryId, eventId } = rows[0] ?? expect.fail();
  return { receiver, secret, endpointId, deliveryId, eventId, person };
}

/** Makes the person an operator with a proven address, as the command line does. */
export async function giveRole(
  { db, clock }: TestApp,
  { uid }: Pick<Person, 'uid'>,
  role: OperatorRole,
): Promise<void> {
  await sql`update accounts set email_verified = true where id = ${uid}`.execute(db);
  await addOperator({ id: uid }, role, { db, clock });
}

/** Acts on the person as an operator who has seen nothing yet. */
export function actOn(
  app: TestApp,
  by: Pick<Person, 'idToken'>,
  { uid }: Pick<Person, 'uid'>,
  body: { readonly act: AccountAct; readonly email?: string; readonly seen?: number },
): Promise<Answer> {
  return callAs(app, by, `POST /accounts/${uid}/acts`, { reason: 'Ticket 12', seen: 0, ...body });
}

/** Begins a change of the person's address; answers the new one, with the codes of both mailboxes. */
export async function beginAddressChange(
  app: TestApp,
  by: Pick<Person, 'idToken'>,
  person: Pick<Person, 'uid' | 'email'>,
  { newEmail = newAddress(), seen = 0 } = {},
) {
  const answer = await actOn(app, by, person, { act: 'change-address', email: newEmail, seen });
  expect(answer.statusCode, answer.body).toBe(200);
  const confirm = await receivedCode(app, newEmail, 'confirm-email-change');
  const stop = await receivedCode(app, person.email, 'email-change-planned');
  return { newEmail, confirm, stop };
}

/** Plans the deletion of the person's account; answers the code that keeps it. */
export async function planDeletion(
  app: TestApp,
  by: Pick<Person, 'idToken'>,
  person: Pick<Person, 'uid' | 'email'>,
): Promise<string> {
  const answer = await actOn(app, by, person, { act: 'delete' });
  expect(answer.statusCode, answer.body).toBe(200);
  return await receivedCode(app, person.email, 'deletion-planned');
}

/** Somebody with the role, who signs in again with each call of `signIn`. */
export async function createRole(app: TestApp, role: OperatorRole): Promise<Person> {
  const person = await createPerson(app);
  await giveRole(app, person, role);
  return person;
}
