import { importJWK, type JWK, type JWTPayload, jwtVerify } from 'jose';
import type { Clock } from '../../../platform/clock.ts';
import { secretHash } from '../../../platform/ids.ts';
import { refuse } from '../../../platform/refusal.ts';
import type { Database } from '../../../platform/transaction.ts';
import type { Account } from '../accounts/account.ts';
import type { LinkName } from '../accounts/identity-link.ts';
import { isPasskeyId } from '../passkeys/passkey-id.ts';
import { createKeyCertificates } from './key-certificate.ts';
import { emailLinkProvider, type Session } from './session.ts';
import {
  newSigningKey,
  openPrivateJwk,
  openSigner,
  type SigningJwk,
  type SigningKey,
  signingAlgorithm,
} from './signing-key.ts';
import { insertFirstSigningKey, listSigningKeys } from './signing-key-store.ts';

/** Life of an ID token in seconds. */
export const idTokenLifeSeconds = 3600;

export interface TokenClaims {
  readonly uid: string;
  readonly sessionId: string;
  /** Epoch seconds. */
  readonly expiresAt: number;
}

export interface IdTokens {
  /** The links are all that the account has. */
  issue(account: Account, session: Session, links: readonly LinkName[]): Promise<string>;
  /** Checks signature, issuer, audience and age, but not whether the session is still open. */
  verify(token: string): Promise<TokenClaims>;
  /** Public keys for /.well-known/jwks.json. */
  publicKeys(): Promise<readonly JWK[]>;
  /** Key that signs now, for tokens that another package makes. */
  signingKey(): Promise<SigningJwk>;
  /** All public keys by their ids, as X.509 certificates in PEM. */
  certificates(): Promise<Record<string, string>>;
}

interface IdTokenSettings {
  readonly db: Database;
  readonly clock: Clock;
  readonly secretKey: string;
  /** PUBLIC_URL. */
  readonly issuer: string;
  /** Project id. */
  readonly audience: string;
}

/** Least time between two readings of the keys for tokens whose key is unknown. */
const unknownKeyPauseMs = 5_000;

/** How long programs of others may keep the public keys that they have read. */
export const publicKeysMaxAgeSeconds = 300;

/** Time between the publishing of a key and its first signature: longer than any process or program keeps old keys. */
export const publishedAheadMs = (publicKeysMaxAgeSeconds + 60) * 1_000;

/** Time between two readings of the keys for the next one that signs. */
const newKeyPauseMs = 30_000;

/** Verified tokens kept at most; the oldest makes room. */
const cacheLimit = 10_000;

export async function createIdTokens(settings: IdTokenSettings): Promise<IdTokens> {
  const { clock, issuer, audience } = settings;
  let keys = await loadKeys(settings);
  let readAt = clock.now().getTime();
  let signer = openSigner(signingKeyOf(keys, readAt), settings.secretKey);
  const verified = new Map<string, TokenClaims>();
  const toCertificates = createKeyCertificates(settings.secretKey);

  /** An operator may have made a key, beside this process. */
  async function readKeysAgain(afterMs: number): Promise<void> {
    const now = clock.now().getTime();
    if (Math.abs(now - readAt) <= afterMs) {
      return;
    }
    readAt = now;
    keys = await listSigningKeys(settings.db);
  }

  async function findSigningKey(): Promise<SigningKey> {
    await readKeysAgain(newKeyPauseMs);
    return signingKeyOf(keys, clock.now().getTime());
  }

  async function findPublicKey(kid: string | undefined) {
    // Forged ids must not cost a query each.
    if (!keys.some((key) => key.id === kid)) {
      await readKeysAgain(unknownKeyPauseMs);
    }
    const key = keys.find((one) => one.id === kid) ?? refuse('auth/invalid-id-token');
    return await importJWK(key.publicJwk, signingAlgorithm);
  }

  async function verifySignature(token: string): Promise<TokenClaims> {
    const { payload } = await jwtVerify(token, (header) => findPublicKey(header.kid), {
      algorithms: [signingAlgorithm],
      issuer,
      audience,
      currentDate: clock.now(),
    });
    return toClaims(payload);
  }

  return {
    async publicKeys() {
      await readKeysAgain(unknownKeyPauseMs);
      return keys.map((key) => key.publicJwk);
    },

    async signingKey() {
      const key = await findSigningKey();
      return { kid: key.id, openJwk: () => openPrivateJwk(key, settings.secretKey) };
    },

    async certificates() {
      await readKeysAgain(unknownKeyPauseMs);
      return toCertificates(keys);
    },

    async issue(account, session, links) {
      const key = await findSigningKey();
      if (key.id !== signer.kid) {
        signer = openSigner(key, settings.secretKey);
      }
      const now = Math.floor(clock.now().getTime() / 1000);
      return signer.sign({
        ...accountClaims(account, session, links),
        iss: issuer,
        aud: audience,
        sub: account.id,
        iat: now,
        exp: now + idTokenLifeSeconds,
      });
    },

    async verify(token) {
      const cacheKey = secretHash(token).toString('base64');
      const known = verified.get(cacheKey);
      if (known && known.expiresAt * 1000 > clock.now().getTime()) {
        return known;
      }
      const claims = await verifySignature(token).catch(toRefusal);
      makeRoom(verified);
      verified.set(cacheKey, claims);
      return claims;
    },
  };
}

async function loadKeys({ db, clock, secretKey }: IdTokenSettings): Promise<SigningKey[]> {
  const keys = await listSigningKeys(db);
  if (keys.length > 0) {
    return keys;
  }
  await insertFirstSigningKey(db, await newSigningKey(secretKey, clock.now()));
  return await listSigningKeys(db);
}

/** The newest key that everybody has had the time to read; the first key of an installation needs none. */
function signingKeyOf(keys: readonly SigningKey[], nowMs: number): SigningKey {
  const isPublished = ({ createdAt }: SigningKey) =>
    createdAt.getTime() + publishedAheadMs <= nowMs;
  const key = keys.find(isPublished) ?? keys.at(-1);
  if (key === undefined) {
    throw new Error('The database holds no signing key.');
  }
  return key;
}

function accountClaims(account: Account, session: Session, links: readonly LinkName[]): JWTPayload {
  return {
    ...account.claims,
    user_id: account.id,
    auth_time: Math.floor(session.signedInAt.getTime() / 1000),
    email: account.email,
    email_verified: account.emailVerified,
    ...(account.displayName && { name: account.displayName }),
    ...(account.avatarUrl && { picture: account.avatarUrl }),
    firebase: {
      identities: {
        ...Object.fromEntries(links.map(({ provider, subject }) => [provider, [subject]])),
        email: [account.email],
      },
      sign_in_provider: toSignInProvider(session),
      ...(session.secondFactor !== null && {
        sign_in_second_factor: isPasskeyId(session.secondFactor) ? 'passkey' : 'totp',
        second_factor_identifier: session.secondFactor,
      }),
    },
    sid: session.id,
  };
}

/** At Google, tokens of a mailed link name the provider of passwords. */
const toSignInProvider = ({ provider }: Session) =>
  provider === emailLinkProvider ? 'password' : provider;

/** Names of all claims that a token may carry. */
export const idTokenClaims: readonly string[] = [
  'iss',
  'aud',
  'sub',
  'iat',
  'exp',
  'auth_time',
  'user_id',
  'email',
  'email_verified',
  'name',
  'picture',
  'firebase',
  'sid',
];

function toClaims(payload: JWTPayload): TokenClaims {
  const { sub, sid, exp } = payload;
  if (sub === undefined || typeof sid !== 'string' || exp === undefined) {
    return refuse('auth/invalid-id-token');
  }
  return { uid: sub, sessionId: sid, expiresAt: exp };
}

function toRefusal(error: unknown): never {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ERR_JWT_EXPIRED') {
    refuse('auth/token-expired');
  }
  // Every fault that jose finds in a token has such a code; anything else is a bug or an outage.
  if (typeof code === 'string' && /^ERR_J(OSE|W)/.test(code)) {
    refuse('auth/invalid-id-token');
  }
  throw error;
}

function makeRoom(verified: Map<string, TokenClaims>): void {
  const oldest = verified.keys().next();
  if (verified.size >= cacheLimit && !oldest.done) {
    verified.delete(oldest.value);
  }
}
