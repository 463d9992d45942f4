import type { Caller } from '../modules/identity/index.ts';
import type { OperationKind } from '../platform/operation.ts';
import type { RateLimits } from '../platform/rate-limits.ts';
import { refuseUnless } from '../platform/refusal.ts';
import type { Database } from '../platform/transaction.ts';

interface LimitParts {
  readonly db: Database;
  readonly limits: RateLimits;
}

/** Limit of changes, far above what a person makes by hand. */
export async function limitWrites(
  kind: OperationKind,
  caller: Caller | undefined,
  { db, limits }: LimitParts,
): Promise<void> {
  if (caller && kind !== 'read' && limits.isOn) {
    const isFew = await limits.take(db, [writeBucket(caller.uid)]);
    refuseUnless(isFew, 'auth/too-many-requests');
  }
}

const writeBucket = (uid: string) => ({ key: `write ${uid}`, burst: 120, everyMs: 1_000 });
