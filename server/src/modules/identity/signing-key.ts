import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { exportJWK, generateKeyPair, type JWK } from 'jose';
import { randomId } from '../../platform/ids.ts';

export const signingAlgorithm = 'ES256';

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
    sealedPrivateJwk: seal(JSON.stringify(await exportJWK(pair.privateKey)), secretKey),
    createdAt: at,
  };
}

/** The private half; throws with a sentence for the operator when SECRET_KEY is another one. */
export function openPrivateJwk(key: SigningKey, secretKey: string): JWK {
  try {
    return JSON.parse(unseal(key.sealedPrivateJwk, secretKey));
  } catch (error) {
    throw new Error(
      'SECRET_KEY is not the one that this database was set up with: its signing keys cannot be opened.',
      { cause: error },
    );
  }
}

const nonceBytes = 12;
const tagBytes = 16;

function sealingKey(secretKey: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secretKey, '', 'hearth signing keys', 32));
}

function seal(text: string, secretKey: string): Buffer {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', sealingKey(secretKey), nonce);
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
}

function unseal(sealed: Buffer, secretKey: string): string {
  const nonce = sealed.subarray(0, nonceBytes);
  const decipher = createDecipheriv('aes-256-gcm', sealingKey(secretKey), nonce);
  decipher.setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes));
  const rest = sealed.subarray(nonceBytes + tagBytes);
  return Buffer.concat([decipher.update(rest), decipher.final()]).toString('utf8');
}
