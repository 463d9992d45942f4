import { randomBytes } from 'node:crypto';

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Recovery codes that an account gets at a time. */
const codesAtOnce = 10;

/** Fresh codes of 80 bits each: 16 letters of base32, without hyphens. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: codesAtOnce }, () =>
    [...randomBytes(16)].map((byte) => letters[byte % letters.length]).join(''),
  );
}

/** The code as it is shown: in groups of four. */
export const toShownCode = (code: string): string => code.replace(/(.{4})(?=.)/g, '$1-');
