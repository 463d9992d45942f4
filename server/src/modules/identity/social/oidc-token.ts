import { createHash } from 'node:crypto';
import { decodeJwt, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose';
import type { Clock } from '../../../platform/clock.ts';
import { refuseUnless } from '../../../platform/refusal.ts';
import type { OidcProfile } from './oidc-profiles.ts';
import type { ClientKeys } from './provider.ts';
import { translateTokenFailure } from './provider-failure.ts';

/** Public keys of a provider. */
export type TokenKeys = JWTVerifyGetKey;

interface Verification {
  readonly profile: OidcProfile;
  readonly client: ClientKeys;
  readonly clock: Clock;
  readonly keys: TokenKeys;
}

/** Claims of an ID token that a client brings, once signature, issuer, audience, age and nonce are right. */
export async function verifyIdToken(
  idToken: string,
  nonce: string | undefined,
  { profile, client, clock, keys }: Verification,
): Promise<JWTPayload> {
  const { payload } = await verify().catch(translateTokenFailure);
  requireNonce(payload.nonce, nonce);
  return payload;

  async function verify() {
    return await jwtVerify(idToken, keys, {
      issuer: [issuerOf(profile, idToken), ...(profile.otherIssuers ?? [])],
      audience: client.clientId,
      requiredClaims: ['sub', 'exp', 'iat'],
      // Never a shared secret: the client's own would sign for anybody.
      algorithms: ['RS256', 'PS256', 'ES256', 'EdDSA'],
      currentDate: clock.now(),
    });
  }
}

/** Microsoft signs with the name of the person's tenant in place of `common`. */
function issuerOf({ id, issuer }: OidcProfile, idToken: string): string {
  if (id !== 'microsoft.com') {
    return issuer;
  }
  const { tid } = decodeJwt(idToken);
  return typeof tid === 'string' && /^[0-9a-f-]{36}$/.test(tid)
    ? issuer.replace('/common/', `/${tid}/`)
    : issuer;
}

/** The token holds the nonce, or its SHA-256 as Firebase's clients ask for it; both sides name one or neither. */
function requireNonce(held: unknown, raw: string | undefined): void {
  const allowed = raw === undefined ? [undefined] : [raw, sha256(raw)];
  refuseUnless(
    allowed.some((nonce) => nonce === held),
    'auth/invalid-nonce',
  );
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
