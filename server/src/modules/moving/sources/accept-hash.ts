import { hasPasswordHashForm, readPasswordHash } from '../../identity/index.ts';

/** A hash that sign-in can verify, or a sentence why there is none. */
type AcceptedHash =
  | { readonly passwordHash: string }
  | { readonly passwordHash: null; readonly leftOut?: string };

/** Null without a sentence if there was no hash. */
export function acceptHash(written: string): AcceptedHash {
  const passwordHash = written.trim();
  if (passwordHash === '') {
    return { passwordHash: null };
  }
  return readPasswordHash(passwordHash)
    ? { passwordHash }
    : { passwordHash: null, leftOut: `The password hash is not taken: ${explain(passwordHash)}.` };
}

/** Never says the hash itself, because reports are kept and sent. */
function explain(passwordHash: string): string {
  if (passwordHash.startsWith('$2x$')) {
    return '$2x$ marks bcrypt of a product with a known defect';
  }
  if (hasPasswordHashForm(passwordHash)) {
    return 'its cost or length is out of bounds, or it is damaged';
  }
  const [scheme] = /^\$[a-z0-9-]{1,20}\$/i.exec(passwordHash) ?? [];
  return scheme ? `its form ${scheme} is unknown or damaged` : 'its form is unknown';
}
