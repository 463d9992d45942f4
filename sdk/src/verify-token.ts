import { createRemoteJWKSet, customFetch, errors, type JWTPayload, jwtVerify } from 'jose';
import { HearthError } from './hearth-error.ts';
import type { Ask } from './requests.ts';

/** Claims of a valid ID token. It stays valid for up to an hour after a sign-out; `standing` knows of it immediately. */
export interface TokenClaims {
  uid: string;
  /** Absent if a client of the hosted sign-in did not ask for the scope `email`. */
  email?: string;
  emailVerified: boolean;
  /** Absent if the person gave none. */
  name?: string;
  /** Id of the session. */
  sessionId: string;
  /** When the person last proved who they are. */
  signedInAt: Date;
  expiresAt: Date;
}

interface TokenParts {
  readonly ask: Ask;
  /** Address at which this program reaches Hearth. */
  readonly url: string;
  /** Hearth's PUBLIC_URL. */
  readonly issuer: string;
  readonly projectId: string | undefined;
  /** Clients of the hosted sign-in; the product itself if there are none. */
  readonly clientIds: readonly string[];
  readonly fetch: typeof fetch;
}

/** At most so often are keys read again for a token whose key is unknown, as after an operator has made a new one. */
const unknownKeyPauseMs = 5_000;

/** Keys and project id are read with the first token, and the keys again after ten minutes. */
export function createVerifyToken(parts: TokenParts) {
  const { ask, url, issuer, projectId, clientIds, fetch } = parts;
  const keys = createRemoteJWKSet(new URL(`${url}/.well-known/jwks.json`), {
    cooldownDuration: unknownKeyPauseMs,
    [customFetch]: fetch,
  });
  const named = clientIds.length > 0 ? clientIds : projectId;
  let audience: Promise<string | readonly string[]> | undefined;

  function readAudience(): Promise<string | readonly string[]> {
    const reading =
      named === undefined
        ? ask<{ projectId: string }>('GET /config.json').then((config) => config.projectId)
        : Promise.resolve(named);
    reading.catch(() => {
      audience = undefined;
    });
    return reading;
  }

  return async (token: string): Promise<TokenClaims> => {
    audience ??= readAudience();
    const rules = {
      algorithms: ['ES256'],
      issuer,
      audience: [await audience].flat(),
      requiredClaims: ['sub', 'exp', 'sid', 'auth_time'],
    };
    const { payload, protectedHeader } = await jwtVerify(token, keys, rules).catch(toHearthError);
    // An access token has the same keys, issuer and audience, and its type is `at+jwt`.
    if (!['JWT', undefined].includes(protectedHeader.typ)) {
      throw invalidToken();
    }
    return toClaims(payload);
  };
}

const invalidToken = () =>
  new HearthError(401, 'auth/invalid-id-token', 'The ID token is not valid.');

function toHearthError(error: unknown): never {
  if (error instanceof errors.JWTExpired) {
    throw new HearthError(401, 'auth/token-expired', 'The ID token has expired.');
  }
  // Anything else of jose's is about the keys, which could not be read.
  const isToken =
    error instanceof errors.JWSInvalid ||
    error instanceof errors.JWTInvalid ||
    error instanceof errors.JWTClaimValidationFailed ||
    error instanceof errors.JWSSignatureVerificationFailed ||
    error instanceof errors.JWKSNoMatchingKey ||
    error instanceof errors.JOSEAlgNotAllowed ||
    error instanceof errors.JOSENotSupported;
  throw isToken ? invalidToken() : error;
}

function toClaims({ sub = '', exp = 0, ...claims }: JWTPayload): TokenClaims {
  const { email, email_verified: emailVerified, name, sid, auth_time: signedInAt } = claims;
  return {
    uid: sub,
    ...(typeof email === 'string' && { email }),
    emailVerified: emailVerified === true,
    ...(typeof name === 'string' && { name }),
    sessionId: String(sid),
    signedInAt: new Date(Number(signedInAt) * 1_000),
    expiresAt: new Date(exp * 1_000),
  };
}
