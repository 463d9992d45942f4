import type { Bucket } from '../../platform/rate-limits.ts';
import { refuseUnless } from '../../platform/refusal.ts';
import type { Database } from '../../platform/transaction.ts';
import type { Account } from './account.ts';
import { findAccountForSignIn } from './account-store.ts';
import { accountBucket, signInBuckets } from './limits.ts';
import type { IdentityServices } from './operation.ts';
import { hasSessionFrom } from './session-store.ts';

export interface Admission {
  readonly account: Account | undefined;
  /** What the attempt took; a success gives it back, and so does a password that was not compared. */
  readonly attempts: readonly Bucket[];
}

type Context = Pick<IdentityServices, 'client' | 'devices' | 'limits'> & { readonly db: Database };

/**
 * Takes the attempt before the password is compared, so that many at once cannot slip through.
 * Strangers who guess exhaust their own buckets and the account's, never those of a device or a
 * network that the person is signed in from.
 */
export async function admitSignIn(email: string, context: Context): Promise<Admission> {
  const { db, client, devices, limits } = context;
  const { address } = client;
  const knownDevice = client.deviceMarks?.includes(devices.markOf(email)) ?? false;
  const own = signInBuckets({ email, address, knownDevice });
  const shared = knownDevice ? [] : [accountBucket(email)];
  // The account's bucket comes second: refused guesses of one network must not empty it.
  const parts = limits.takeParts(own, shared);
  const { account, taken } = await findAccountForSignIn(db, email, parts);
  if (taken === undefined || taken === own.length + shared.length) {
    return { account, attempts: [...own, ...shared] };
  }
  const isAtHome = taken === own.length && (await hasSessionFrom(db, { email, address }));
  refuseUnless(isAtHome, 'auth/too-many-requests');
  return { account, attempts: own };
}
