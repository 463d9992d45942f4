import { seal, unseal } from '../../../platform/seal.ts';

const purpose = 'second factors';

/** Seals what belongs to second factors under a key of its own, derived from SECRET_KEY. */
export interface FactorSeal {
  seal(text: string): Buffer;
  /** Throws if it was not sealed here. */
  open(sealed: Buffer): string;
}

export function createFactorSeal(secretKey: string): FactorSeal {
  return {
    seal: (text) => seal(text, { secretKey, purpose }),
    open: (sealed) => unseal(sealed, { secretKey, purpose }),
  };
}
