import { createLocalJWKSet, type JWTPayload, jwtVerify } from 'jose';
import type { IdTokens } from '../identity/index.ts';
import { signingAlgorithm } from '../identity/index.ts';
import { type ClaimServices, findSignedIn, readClaims } from './claims.ts';
import type { SignInClient } from './sign-in-client.ts';

export interface UserInfoServices extends ClaimServices {
  readonly clients: readonly SignInClient[];
  readonly idTokens: IdTokens;
  readonly publicUrl: string;
}

/** Claims about the person of an access token; undefined if it is not ours or has expired, or if its session has ended. */
export async function readUserInfo(
  accessToken: string,
  services: UserInfoServices,
): Promise<Record<string, unknown> | undefined> {
  const { sub, sid, scope } = (await verify(accessToken, services)) ?? {};
  if (sub === undefined || typeof sid !== 'string') {
    return undefined;
  }
  const found = await findSignedIn({ uid: sub, sessionId: sid }, services);
  if (!found) {
    return undefined;
  }
  const {
    auth_time: _sign,
    sid: _session,
    ...claims
  } = await readClaims(found, new Set(String(scope).split(' ')), services);
  return claims;
}

async function verify(
  token: string,
  { clients, idTokens, publicUrl }: UserInfoServices,
): Promise<JWTPayload | undefined> {
  const keys = createLocalJWKSet({ keys: [...(await idTokens.publicKeys())] });
  try {
    const { payload } = await jwtVerify(token, keys, {
      algorithms: [signingAlgorithm],
      issuer: publicUrl,
      audience: clients.map(({ id }) => id),
      // An ID token must not do, which other programs are given.
      typ: 'at+jwt',
    });
    return payload;
  } catch (error) {
    return toUndefined(error);
  }
}

/** For a fault of the token; anything else that is thrown is a bug or an outage. */
export function toUndefined(error: unknown): undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (typeof code === 'string' && /^ERR_J(OSE|W)/.test(code)) {
    return undefined;
  }
  throw error;
}
