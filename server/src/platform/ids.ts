import { hash, randomBytes } from 'node:crypto';

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const fairBytes = 256 - (256 % letters.length);

/** Unguessable id of letters and digits; 5.95 bits a character. */
export function randomId(length: number): string {
  let id = '';
  while (id.length < length) {
    for (const byte of randomBytes(length)) {
      // A byte past the last whole alphabet would favour its first letters.
      if (byte < fairBytes && id.length < length) {
        id += letters[byte % letters.length];
      }
    }
  }
  return id;
}

/** 256-bit secret as base64url. */
export function randomSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** Hash that is stored of a secret that a client holds. */
export function secretHash(secret: string): Buffer {
  return hash('sha256', secret, 'buffer');
}
