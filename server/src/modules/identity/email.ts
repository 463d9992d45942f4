import { refuseUnless } from '../../platform/refusal.ts';

/** RFC 5321 limit of a whole address. */
const longestAddress = 254;

/** The HTML standard's idea of an address, with at least one dot after the @. */
const addressShape =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/;

/** Trimmed and lower-cased address; refuses what no mailbox can have. */
export function toEmail(written: string): string {
  const email = written.trim().toLowerCase();
  refuseUnless(email.length <= longestAddress && addressShape.test(email), 'auth/invalid-email');
  return email;
}
