import { refuse } from '../../../platform/refusal.ts';

/** RFC 5321 limit of a whole address. */
const longestAddress = 254;

/** The HTML standard's idea of an address, with at least one dot after the @. */
const addressShape =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/;

/** Trimmed and lower-cased address; refuses what no mailbox can have. */
export function toEmail(written: string): string {
  return findEmail(written) ?? refuse('auth/invalid-email');
}

/** Like `toEmail`, for the new address of an account. */
export function toNewEmail(written: string): string {
  return findEmail(written) ?? refuse('auth/invalid-new-email');
}

/** Like `toEmail`, but answers undefined for a malformed address. */
export function findEmail(written: string): string | undefined {
  const email = written.trim().toLowerCase();
  return email.length <= longestAddress && addressShape.test(email) ? email : undefined;
}
