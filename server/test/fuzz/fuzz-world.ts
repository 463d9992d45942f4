import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { AppServer } from '../../src/app/index.ts';
import { createPaidSubscription } from '../billing/support/payment-scenes.ts';
import type { Chance } from '../harness/chance.ts';
import { addMember } from '../harness/factories.ts';
import { clientSecret, redirectUri, signedOutUri } from '../harness/hosted-sign-in.ts';
import { createOperator, operatedEnv } from '../harness/operators.ts';
import { makeKey } from '../harness/server-api.ts';
import { createTestApp, type TestApp } from '../harness/test-app.ts';
import { createFreeSubscription, createPerson, type Person } from '../harness/wire-client.ts';
import type { Credentials } from './mutated-request.ts';
import type { Target } from './targets.ts';

const clients = ['front-end', 'backend'].map((id) => ({
  id,
  redirectUris: [redirectUri],
  postLogoutUris: [signedOutUri],
  confidential: id === 'backend',
}));

const folder = `${join(import.meta.dirname, '../app/notes')}/`;
const metricsToken = 'a-token-of-the-metrics';

/** The product with everything that can be switched on, listening. */
export async function openFuzzWorld(appServer: AppServer): Promise<FuzzWorld> {
  const app = await createTestApp({
    logger: { level: 'silent' },
    env: { ...operatedEnv, METRICS_TOKEN: metricsToken },
    app: { appServer, folder },
    product: { clients },
    clientSecrets: { backend: clientSecret },
  });
  await app.server.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.server.address() as AddressInfo;
  const operator = await createOperator(app);
  const { secret } = await makeKey(app);
  return { app, port, operator, secret, known: new Map() };
}

export interface FuzzWorld {
  readonly app: TestApp;
  readonly port: number;
  readonly operator: Person;
  readonly secret: string;
  /** Values that fields may take, by their names; answers add to it. */
  readonly known: Map<string, unknown[]>;
}

/** People and projects, until requests have deleted, canceled or signed out what they could. */
export interface Cast {
  readonly people: readonly (Person | undefined)[];
}

export async function createCast({ app, operator, known }: FuzzWorld, isRich: boolean) {
  const [owner, member] = await Promise.all([createPerson(app), createPerson(app)]);
  const subscriptionId = isRich
    ? await createPaidSubscription(app, owner)
    : await createFreeSubscription(app, owner);
  await addMember(app, { subscriptionId, uid: member.uid });
  for (const name of ['subscriptionId', 'subscription_id']) {
    known.set(name, [subscriptionId]);
  }
  const people = [owner, member, owner, operator, undefined];
  note(known, { uid: owner.uid, userId: member.uid, newOwnerId: member.uid });
  note(known, { email: owner.email, identifier: owner.email, password: owner.password });
  note(known, { refresh_token: owner.refreshToken, id_token_hint: owner.idToken });
  note(known, { client_id: 'front-end', redirect_uri: redirectUri });
  note(known, { post_logout_redirect_uri: signedOutUri });
  return { people };
}

const most = 12;

function note(known: FuzzWorld['known'], values: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(values)) {
    known.set(name, [value, ...(known.get(name) ?? [])].slice(0, most));
  }
}

/** Fields that take what other fields of answers hold. */
const takers: Readonly<Record<string, readonly string[]>> = {
  id: ['endpointId', 'eventId', 'sessionId', 'after', 'cursor', 'invoiceId'],
  next_cursor: ['cursor', 'after'],
  nextPageToken: ['pageToken'],
  clientSecret: ['client_secret'],
  inviteId: ['inviteId'],
  localId: ['uid', 'userId'],
};

/** Learns ids and tokens from an answer, so that later requests name what is there. */
export function learn(known: FuzzWorld['known'], text: string): void {
  for (const [, name = '', value] of text.matchAll(
    /"(\w*(?:[iI]d|ursor|oken|ecret))":"([^"]{1,300})"/g,
  )) {
    for (const taker of [name, ...(takers[name] ?? [])]) {
      if (!taker.startsWith('subscription')) {
        note(known, { [taker]: value });
      }
    }
  }
}

/** Mostly those that the target wants, now and then those of another kind. */
export function credentialsFor(
  { signedInBy }: Target,
  { app, secret }: FuzzWorld,
  { people }: Cast,
  chance: Chance,
): Credentials {
  const person = chance.pick(people);
  const bearer = (token: string | undefined) =>
    token === undefined ? undefined : { authorization: `Bearer ${token}` };
  const ofKind = {
    bearer: bearer(person?.idToken),
    field: undefined,
    key: bearer(secret),
    client: { authorization: `Basic ${Buffer.from(`backend:${clientSecret}`).toString('base64')}` },
    nothing: bearer(chance.pick([metricsToken, undefined])),
  };
  const kinds = Object.keys(ofKind) as (keyof typeof ofKind)[];
  const kind = chance.below(10) === 0 ? chance.pick(kinds) : signedInBy;
  const { host } = new URL(app.config.publicUrl);
  return { headers: { host, ...ofKind[kind] }, idToken: person?.idToken };
}
