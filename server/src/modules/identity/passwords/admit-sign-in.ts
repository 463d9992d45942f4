import type { Bucket } from '../../../platform/rate-limits.ts';
import { refuseAccount } from '../../../platform/refusal.ts';
import type { Database } from '../../../platform/transaction.ts';
import type { Account } from '../accounts/account.ts';
import { deviceBucket, signInBuckets } from '../limits.ts';
import type { IdentityServices } from '../operation.ts';
import { hasSessionFrom } from '../sessions/session-store.ts';
import { findAccountForSignIn } from './sign-in-attempt-store.ts';

export interface Admission {
  readonly account: Account | undefined;
  /** Compared too if the password is wrong, so that the time tells nothing. */
  readonly decoys: readonly string[];
  /** Buckets that the attempt was counted in. The attempt is given back after a success, or if no password was compared. */
  readonly attempts: readonly Bucket[];
}

/**
 * Counts the attempt before comparing the password, so that concurrent ones cannot exceed the limit. Guesses never use
 * up the attempts of the person's own devices and networks.
 */
export async function admitSignIn(
  email: string,
  context: Pick<IdentityServices, 'client' | 'limits'> & { readonly db: Database },
): Promise<Admission> {
  const { db, client, limits } = context;
  const { address, deviceMarks: marks = [] } = client;
  const buckets = signInBuckets(email, address);
  const markBuckets = marks.map(deviceBucket);
  const attempt = { email, marks, markBuckets, buckets };
  const { account, decoys, taken, mark } = await findAccountForSignIn(db, attempt, limits);
  if (mark !== undefined) {
    return { account, decoys, attempts: [deviceBucket(mark)] };
  }
  if (taken === undefined || taken === buckets.length) {
    return { account, decoys, attempts: buckets };
  }
  // Only the account's own bucket, the last one, is waived.
  const isOnlyAccountEmpty = taken === buckets.length - 1;
  const isAtHome = isOnlyAccountEmpty && (await hasSessionFrom(db, { email, address }));
  if (!isAtHome) {
    refuseAccount('auth/too-many-requests', account?.id);
  }
  return { account, decoys, attempts: buckets.slice(0, taken) };
}
