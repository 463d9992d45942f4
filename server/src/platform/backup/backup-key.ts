import { createHmac, timingSafeEqual } from 'node:crypto';
import { deriveKey } from '../derive-key.ts';

/** Equal for two installations only if their SECRET_KEY is. */
export function fingerprintOf(secretKey: string): string {
  return createHmac('sha256', deriveKey(secretKey, 'backup fingerprint'))
    .update('hearth backup')
    .digest('hex');
}

/** Only a holder of the SECRET_KEY can alter the texts and sign them again. */
export function sign(texts: readonly Buffer[], secretKey: string): string {
  const hmac = createHmac('sha256', deriveKey(secretKey, 'backup signature'));
  for (const text of texts) {
    hmac.update(`${text.length}:`).update(text);
  }
  return hmac.digest('hex');
}

export function isSignedBy(
  texts: readonly Buffer[],
  secretKey: string,
  signature: string,
): boolean {
  const right = Buffer.from(sign(texts, secretKey));
  const given = Buffer.from(signature);
  return right.length === given.length && timingSafeEqual(right, given);
}
