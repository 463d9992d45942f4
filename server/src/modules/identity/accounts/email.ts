import { findEmail } from '@hearth/contract';
import { refuse } from '../../../platform/refusal.ts';
import type { Database } from '../../../platform/transaction.ts';
import { isEmailTaken } from './account-store.ts';

/** The address as it is stored; refuses what no mailbox can have. */
export function toEmail(written: string): string {
  return findEmail(written) ?? refuse('auth/invalid-email');
}

/** Like `toEmail`, for the new address of an account. */
export function toNewEmail(written: string): string {
  return findEmail(written) ?? refuse('auth/invalid-new-email');
}

/** Like `toEmail`, for a person who may have an account already. */
export async function toKnownEmail(db: Database, written: string): Promise<string> {
  return (await findKnownEmail(db, written)) ?? refuse('auth/invalid-email');
}

/**
 * Like `findEmail`, but also knows the address of an account that was made when addresses such as
 * `a..b@example.com` were still allowed.
 */
export async function findKnownEmail(db: Database, written: string): Promise<string | undefined> {
  const formerly = written.trim().toLowerCase();
  return findEmail(written) ?? ((await isEmailTaken(db, formerly)) ? formerly : undefined);
}
