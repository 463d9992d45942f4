import type { Bucket } from '../../../platform/rate-limits.ts';
import { refuseAccount } from '../../../platform/refusal.ts';
import type { Database } from '../../../platform/transaction.ts';
import { deviceFactorBucket, factorBuckets } from '../limits.ts';
import type { IdentityServices } from '../operation.ts';
import { findKnownMarkOf } from '../sessions/known-device-store.ts';
import { hasSessionOfFrom } from '../sessions/session-store.ts';

/**
 * Counts the try before comparing the code; answers the buckets, to be given back after a success. A stranger's guesses
 * never use up the tries of the person's own devices and networks.
 */
export async function admitSecondFactor(
  accountId: string,
  { db, client, limits }: Pick<IdentityServices, 'client' | 'limits'> & { readonly db: Database },
): Promise<readonly Bucket[]> {
  const { address, deviceMarks: marks = [] } = client;
  const mark = marks.length > 0 ? await findKnownMarkOf(db, { accountId, marks }) : undefined;
  const buckets = mark ? [deviceFactorBucket(mark)] : factorBuckets(accountId, address);
  if (await limits.take(db, buckets)) {
    return buckets;
  }
  // Only the account's own bucket, the last one, is waived.
  const own = buckets.slice(0, -1);
  const isAtHome = own.length > 0 && (await hasSessionOfFrom(db, { accountId, address }));
  return isAtHome && (await limits.take(db, own))
    ? own
    : refuseAccount('auth/too-many-requests', accountId);
}
