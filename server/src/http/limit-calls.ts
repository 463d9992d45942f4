import { type Caller, toNetwork } from '../modules/identity/index.ts';
import type { LocalLimits } from '../platform/local-limits.ts';
import type { OperationKind } from '../platform/operation.ts';
import type { RateLimits } from '../platform/rate-limits.ts';
import { Refusal } from '../platform/refusal.ts';
import type { Database } from '../platform/transaction.ts';

/** Limit of changes, far above what a person makes by hand. */
export async function limitWrites(
  kind: OperationKind,
  caller: Caller | undefined,
  { db, limits }: { readonly db: Database; readonly limits: RateLimits },
): Promise<void> {
  if (caller && kind !== 'read' && limits.isOn) {
    const isFew = await limits.take(db, [writeBucket(caller.uid)]);
    requireRoom(isFew ? 0 : 1);
  }
}

const writeBucket = (uid: string) => ({ key: `write ${uid}`, burst: 120, everyMs: 1_000 });

interface Reader {
  /** Undefined if nobody is signed in. */
  readonly uid: string | undefined;
  /** Address of the client. */
  readonly address: string;
}

/** Limit of reads, far above what a person's open tabs ask for: per account, and per network of people who are not signed in. */
export function limitReads(reads: LocalLimits, { uid, address }: Reader): void {
  const key = uid === undefined ? `network ${toNetwork(address)}` : `account ${uid}`;
  requireRoom(reads.take({ key, burst: 600, everyMs: 50 }));
}

function requireRoom(retryAfterSeconds: number): void {
  if (retryAfterSeconds > 0) {
    throw new Refusal('auth/too-many-requests', undefined, { retryAfterSeconds });
  }
}
