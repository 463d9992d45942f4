import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { deriveKey, type KeyPurpose } from './derive-key.ts';

/** Key and purpose of a seal. A text sealed for one purpose does not open for another. */
export interface Seal {
  readonly secretKey: string;
  readonly purpose: KeyPurpose;
}

const nonceBytes = 12;
const tagBytes = 16;

/** AES-256-GCM under a key of the purpose's own, derived from SECRET_KEY: nonce, tag, text. */
export function seal(text: string, by: Seal): Buffer {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', sealingKey(by), nonce);
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
}

/** Throws when it was sealed under another key or for another purpose, or was changed since. */
export function unseal(sealed: Buffer, by: Seal): string {
  const nonce = sealed.subarray(0, nonceBytes);
  const decipher = createDecipheriv('aes-256-gcm', sealingKey(by), nonce, {
    authTagLength: tagBytes,
  });
  decipher.setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes));
  const rest = sealed.subarray(nonceBytes + tagBytes);
  return Buffer.concat([decipher.update(rest), decipher.final()]).toString('utf8');
}

function sealingKey({ secretKey, purpose }: Seal): Buffer {
  return deriveKey(secretKey, purpose);
}
