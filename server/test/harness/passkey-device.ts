import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import { expect } from 'vitest';
import type { TestApp } from './test-app.ts';
import { type Answer, callable, identity, type Person } from './wire-client.ts';

/** Ways in which a device or its browser may answer otherwise than it should. */
interface Ways {
  readonly origin?: string;
  readonly rpId?: string;
  readonly challenge?: string;
  /** The device asks for no fingerprint, face or PIN. */
  readonly isUnverified?: boolean;
  readonly type?: string;
  readonly userHandle?: string | null;
  /** 0 for a device that does not count. */
  readonly counter?: number;
}

/** One passkey on a person's device. */
export interface TestPasskey {
  /** Ours, once it is added. */
  readonly id: string;
  readonly credentialId: string;
  readonly userHandle: string;
  readonly privateKey: KeyObject;
  counter: number;
}

interface Options {
  readonly challenge: string;
  readonly rp: { readonly id: string };
  readonly user: { readonly id: string };
}

const base64url = (bytes: Uint8Array | string) => Buffer.from(bytes).toString('base64url');
const sha256 = (text: Uint8Array | string) => createHash('sha256').update(text).digest();

function authenticatorData(rpId: string, flags: number, counter: number): Buffer {
  const count = Buffer.alloc(4);
  count.writeUInt32BE(counter);
  return Buffer.concat([sha256(rpId), Buffer.from([flags]), count]);
}

const present = 0x01;
const verified = 0x04;
const attested = 0x40;

const flagsOf = ({ isUnverified = false }: Ways) => present | (isUnverified ? 0 : verified);

const clientData = (type: string, challenge: string, origin: string) =>
  base64url(JSON.stringify({ type, challenge, origin, crossOrigin: false }));

/** Apple Passwords. */
const aaguid = Buffer.from('fbfc3007154e4ecc8c0b6e020557d7bd', 'hex');

/** Answer of a browser to `navigator.credentials.create`, and the passkey that its device keeps. */
export function makePasskey(app: TestApp, options: Options, ways: Ways = {}) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const cose = isoCBOR.encode(
    new Map<number, number | Uint8Array<ArrayBuffer>>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
      [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
    ]),
  );
  const rawId = randomBytes(32);
  const { rpId = options.rp.id, counter = 1 } = ways;
  const authData = Buffer.concat([
    authenticatorData(rpId, flagsOf(ways) | attested, counter),
    aaguid,
    Buffer.from([0, rawId.length]),
    rawId,
    cose,
  ]);
  const attestationObject = isoCBOR.encode(
    new Map<string, string | Uint8Array<ArrayBuffer> | Map<string, string>>([
      ['fmt', 'none'],
      ['attStmt', new Map<string, string>()],
      ['authData', new Uint8Array(authData)],
    ]),
  );
  const { challenge = options.challenge, origin = app.config.publicUrl } = ways;
  const id = base64url(rawId);
  const credential = {
    id,
    rawId: id,
    type: 'public-key',
    clientExtensionResults: {},
    response: {
      clientDataJSON: clientData(ways.type ?? 'webauthn.create', challenge, origin),
      attestationObject: base64url(attestationObject),
      transports: ['internal', 'hybrid'],
    },
  };
  const kept = { credentialId: id, userHandle: options.user.id, privateKey, counter };
  return { credential, kept };
}

export const startPasskey = (app: TestApp, { idToken }: Pick<Person, 'idToken'>) =>
  callable(app, 'startPasskey', { data: {}, idToken });

export const finishPasskey = (
  app: TestApp,
  { idToken }: Pick<Person, 'idToken'>,
  credential: object,
) => callable(app, 'finishPasskey', { data: { credential }, idToken });

export const removePasskey = (app: TestApp, { idToken }: Pick<Person, 'idToken'>, id: string) =>
  callable(app, 'removePasskey', { data: { id }, idToken });

/** Adds a passkey over the wire. */
export async function addPasskey(
  app: TestApp,
  person: Pick<Person, 'idToken'>,
  ways: Ways = {},
): Promise<TestPasskey> {
  const started = await startPasskey(app, person);
  expect(started.statusCode, started.body).toBe(200);
  const { credential, kept } = makePasskey(app, started.json().data.options, ways);
  const answer = await finishPasskey(app, person, credential);
  expect(answer.statusCode, answer.body).toBe(200);
  return { ...kept, id: answer.json().data.id };
}

/** Answer of a browser to `navigator.credentials.get`. */
export function showPasskey(
  app: TestApp,
  passkey: TestPasskey,
  { challenge = '', ...ways }: Ways,
): object {
  const { hostname } = new URL(app.config.publicUrl);
  const { rpId = hostname, origin = app.config.publicUrl, userHandle = passkey.userHandle } = ways;
  const counter = ways.counter ?? (passkey.counter === 0 ? 0 : passkey.counter + 1);
  passkey.counter = counter;
  const data = authenticatorData(rpId, flagsOf(ways), counter);
  const clientDataJSON = clientData(ways.type ?? 'webauthn.get', challenge, origin);
  const signed = Buffer.concat([data, sha256(Buffer.from(clientDataJSON, 'base64url'))]);
  const { credentialId: id, privateKey } = passkey;
  return {
    id,
    rawId: id,
    type: 'public-key',
    clientExtensionResults: {},
    response: {
      clientDataJSON,
      authenticatorData: base64url(data),
      signature: base64url(sign('sha256', signed, privateKey)),
      ...(userHandle !== null && { userHandle }),
    },
  };
}

export async function askForPasskey(app: TestApp): Promise<string> {
  const answer = await identity(app, '/v1/accounts:startPasskeySignIn', {});
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json().options.challenge;
}

export const showToSignIn = (app: TestApp, credential: object): Promise<Answer> =>
  identity(app, '/v1/accounts:signInWithPasskey', { credential });

/** Signs in with the passkey, as the device and browser should. */
export async function signInWithPasskey(
  app: TestApp,
  passkey: TestPasskey,
  ways: Ways = {},
): Promise<Answer> {
  const challenge = await askForPasskey(app);
  return await showToSignIn(app, showPasskey(app, passkey, { challenge, ...ways }));
}
