import type { Bucket } from '../../platform/rate-limits.ts';
import { refuseUnless } from '../../platform/refusal.ts';
import type { Transaction } from '../../platform/transaction.ts';
import { type Caller, mailBuckets, type Services } from '../identity/index.ts';

/** Mails of one invite to an address, which is somebody else's. */
const inviteBuckets = (uid: string, recipient: string, address: string): Bucket[] => [
  { key: `invite ${uid}`, burst: 100, everyMs: 60_000 },
  ...mailBuckets({ reason: 'invitation', recipient, address }),
];

/** Invites that a person with an unproven address sends, over all subscriptions: three until it is proven. */
const unprovenBucket = (uid: string): Bucket => ({
  key: `invite unproven ${uid}`,
  burst: 3,
  everyMs: 365 * 24 * 3_600_000,
});

/** Refuses more mails of invites than a person may send. Each one sent counts, though its invite is revoked later. */
export async function requireInviteAllowance(
  tx: Transaction,
  email: string,
  { caller, client, limits }: Services & { readonly caller: Caller },
): Promise<void> {
  const isProven = caller.emailVerified || (await limits.take(tx, [unprovenBucket(caller.uid)]));
  refuseUnless(isProven, 'invite/verification-required');
  const allowed = await limits.take(tx, inviteBuckets(caller.uid, email, client.address));
  refuseUnless(allowed, 'auth/too-many-requests');
}
