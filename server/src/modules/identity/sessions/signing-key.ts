import { createPrivateKey, type JsonWebKey, type KeyObject, sign } from 'node:crypto';
import { exportJWK, generateKeyPair, type JWK, type JWTPayload } from 'jose';
import { randomId } from '../../../platform/ids.ts';
import { seal, unseal } from '../../../platform/seal.ts';

export const signingAlgorithm = 'ES256';

const purpose = 'signing keys';

/** One key pair of ID tokens; the private half is sealed at rest. */
export interface SigningKey {
  readonly id: string;
  readonly publicJwk: JWK;
  readonly sealedPrivateJwk: Buffer;
  readonly createdAt: Date;
}

export async function newSigningKey(secretKey: string, at: Date): Promise<SigningKey> {
  const pair = await generateKeyPair(signingAlgorithm, { extractable: true });
  const id = randomId(16);
  const names = { kid: id, alg: signingAlgorithm, use: 'sig' };
  return {
    id,
    publicJwk: { ...(await exportJWK(pair.publicKey)), ...names },
    sealedPrivateJwk: seal(JSON.stringify(await exportJWK(pair.privateKey)), {
      secretKey,
      purpose,
    }),
    createdAt: at,
  };
}

export interface SigningJwk {
  readonly kid: string;
  /** The private key. */
  openJwk(): JsonWebKey;
}

export interface Signer {
  readonly kid: string;
  /** The claims as a JWT in its compact form. */
  sign(claims: JWTPayload): string;
}

/**
 * Signs synchronously: WebCrypto, which jose signs with, would wait behind the password hashes in libuv's
 * threads (decision 015). Throws with a sentence for the operator when SECRET_KEY is another one.
 */
export function openSigner(signingKey: SigningKey, secretKey: string): Signer {
  const key = openPrivateKey(signingKey, secretKey);
  const header = encode({ alg: signingAlgorithm, kid: signingKey.id, typ: 'JWT' });
  return {
    kid: signingKey.id,
    sign(claims) {
      const signed = `${header}.${encode(claims)}`;
      const signature = sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' });
      return `${signed}.${signature.toString('base64url')}`;
    },
  };
}

function encode(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}

export function openPrivateKey(key: SigningKey, secretKey: string): KeyObject {
  return createPrivateKey({ key: openPrivateJwk(key, secretKey), format: 'jwk' });
}

export function openPrivateJwk(key: SigningKey, secretKey: string): JsonWebKey {
  try {
    return JSON.parse(unseal(key.sealedPrivateJwk, { secretKey, purpose }));
  } catch (error) {
    throw new Error(
      'SECRET_KEY is not the one that this database was set up with: its signing keys cannot be opened. To change it, name the earlier one in SECRET_KEY_OLD.',
      { cause: error },
    );
  }
}
