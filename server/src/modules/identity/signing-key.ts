import { exportJWK, generateKeyPair, type JWK } from 'jose';
import { randomId } from '../../platform/ids.ts';
import { seal, unseal } from '../../platform/seal.ts';

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

/** The private half; throws with a sentence for the operator when SECRET_KEY is another one. */
export function openPrivateJwk(key: SigningKey, secretKey: string): JWK {
  try {
    return JSON.parse(unseal(key.sealedPrivateJwk, { secretKey, purpose }));
  } catch (error) {
    throw new Error(
      'SECRET_KEY is not the one that this database was set up with: its signing keys cannot be opened.',
      { cause: error },
    );
  }
}
