import { createHmac, hkdfSync } from 'node:crypto';

/**
 * Marks of browsers that have signed in to an account before. Attempts from them are counted
 * apart, so that a stranger who guesses cannot lock the person out.
 */
export interface KnownDevices {
  /** The mark that a browser keeps after signing in to the address; tells nothing about it. */
  markOf(email: string): string;
}

export function createKnownDevices(secretKey: string): KnownDevices {
  const key = Buffer.from(hkdfSync('sha256', secretKey, '', 'hearth known devices', 32));
  return { markOf: (email) => createHmac('sha256', key).update(email).digest('base64url') };
}
