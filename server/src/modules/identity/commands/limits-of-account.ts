import { type Bucket, fillBuckets, findEmptyBuckets } from '../../../platform/rate-limits.ts';
import type { Database, Transaction } from '../../../platform/transaction.ts';
import type { Account } from '../accounts/account.ts';
import {
  enrollmentBuckets,
  factorBuckets,
  type MailReason,
  mailBuckets,
  providerChangeBuckets,
  signInBuckets,
} from '../limits.ts';
import { listAddressesOf } from './security-event-store.ts';

const mailReasons: readonly MailReason[] = [
  'verification',
  'reset',
  'address-change',
  'invitation',
  'sign-in',
  'sign-in-link',
];

/** Names of what the person may not do for now, because it was done too often: `sign-in`, `mail reset` … */
export async function listLimits(
  db: Database,
  account: Pick<Account, 'id' | 'email'>,
  at: Date,
): Promise<string[]> {
  const named = await listBuckets(db, account);
  const empty = await findEmptyBuckets(db, [...named.values()].flat(), at);
  return [...named].flatMap(([name, buckets]) =>
    buckets.some((bucket) => empty.includes(bucket)) ? [name] : [],
  );
}

/** Lets the person try again at once. */
export async function liftLimits(
  tx: Transaction,
  account: Pick<Account, 'id' | 'email'>,
): Promise<void> {
  const named = await listBuckets(tx, account);
  await fillBuckets(tx, [...named.values()].flat());
}

/** Buckets are kept by hashes, so those of a network are only found if the person has used it. */
async function listBuckets(
  db: Database,
  { id, email }: Pick<Account, 'id' | 'email'>,
): Promise<ReadonlyMap<string, readonly Bucket[]>> {
  const known = await listAddressesOf(db, id);
  // Some buckets count all networks together.
  const addresses = known.length > 0 ? known : ['0.0.0.0'];
  const from = (of: (address: string) => Bucket[]) => addresses.flatMap(of);
  return new Map<string, readonly Bucket[]>([
    ['sign-in', from((address) => signInBuckets(email, address))],
    ['second factor', from((address) => factorBuckets(id, address))],
    ['new authenticator app', enrollmentBuckets(id)],
    ['sign-in methods', providerChangeBuckets(id)],
    ...mailReasons.map((reason): [string, readonly Bucket[]] => [
      `mail ${reason}`,
      from((address) => mailBuckets({ reason, recipient: email, address })),
    ]),
  ]);
}
