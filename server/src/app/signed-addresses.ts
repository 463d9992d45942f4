import { createHmac, timingSafeEqual } from 'node:crypto';
import type { CallerClaims } from '../modules/identity/index.ts';
import type { Clock } from '../platform/clock.ts';
import { deriveKey } from '../platform/derive-key.ts';
import { refuse, refuseIf } from '../platform/refusal.ts';

/** How long an address that is signed can be opened. */
const lifeMs = 5 * 60_000;

const base = 'http://localhost';

/** Ends each signed address. Nothing may follow, so that nothing can be added. */
const signedEnd = /[?&]signed=([^&#]*)$/;

/**
 * Signs the address of a `GET` route that the browser opens by itself: a picture, a download. It works for five minutes,
 * for this person, while session and rights last.
 */
export type SignAddress = (path: `/api/${string}`, caller: CallerClaims) => string;

export interface SignedAddresses {
  readonly sign: SignAddress;
  /** Caller of the request; undefined for an address that is not signed. */
  open(request: { readonly method: string; readonly url: string }): CallerClaims | undefined;
}

/** Whether the address says that it is signed, truly or not. */
export function isSigned({ url }: { readonly url: string }): boolean {
  return /[?&]signed=/.test(url);
}

/** Signs with a key of its own, derived from SECRET_KEY. */
export function createSignedAddresses(secretKey: string, clock: Clock): SignedAddresses {
  const key = deriveKey(secretKey, 'signed addresses');

  const signatureOf = (method: string, path: string, person: string) =>
    createHmac('sha256', key)
      .update(JSON.stringify([method, path, person]))
      .digest('base64url');

  return {
    sign(path, { uid, sessionId }) {
      const { origin, pathname, search } = new URL(path, base);
      const address = `${pathname}${search}`;
      if (origin !== base || !address.startsWith('/api/') || isSigned({ url: address })) {
        throw new Error(`app: the address ${pathname} cannot be signed; sign one below /api/.`);
      }
      const expiresAt = clock.now().getTime() + lifeMs;
      const person = Buffer.from(JSON.stringify([uid, sessionId, expiresAt])).toString('base64url');
      const signature = signatureOf('GET', address, person);
      return `${address}${search === '' ? '?' : '&'}signed=${person}.${signature}`;
    },
    open({ method, url }) {
      if (!isSigned({ url })) {
        return undefined;
      }
      const [end = '', token = ''] = signedEnd.exec(url) ?? [];
      const [person = ''] = token.split('.', 1);
      const path = url.slice(0, -end.length);
      const expected = `${person}.${signatureOf(method, path, person)}`;
      return isSame(token, expected) ? read(person) : refuse('signed-address/invalid');
    },
  };

  function read(person: string): CallerClaims {
    const text = Buffer.from(person, 'base64url').toString('utf8');
    const [uid, sessionId, expiresAt] = JSON.parse(text) as [string, string, number];
    refuseIf(clock.now().getTime() >= expiresAt, 'signed-address/expired');
    return { uid, sessionId };
  }
}

/** Compares in constant time. */
function isSame(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}
