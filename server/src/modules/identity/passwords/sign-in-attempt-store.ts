import { sql } from 'kysely';
import type { Bucket, RateLimits } from '../../../platform/rate-limits.ts';
import type { Database } from '../../../platform/transaction.ts';
import type { Account } from '../accounts/account.ts';
import {
  type AccountRow,
  accountColumns,
  findAccountByEmail,
  toAccount,
} from '../accounts/account-store.ts';
import { knownDevicePart } from '../sessions/known-device-store.ts';
import { listDecoys } from './password-kind-store.ts';

interface Attempt {
  readonly email: string;
  /** Marks of the browser that asks, and the bucket of each. */
  readonly marks: readonly string[];
  readonly markBuckets: readonly Bucket[];
  /** For an attempt that carries no mark of the account, or whose mark's bucket is empty. */
  readonly buckets: readonly Bucket[];
}

export interface Attempted {
  readonly account: Account | undefined;
  /** One hash for each kind of password hash that some account may have beside those made here. */
  readonly decoys: readonly string[];
  /** How many of the buckets had room, from the first on; undefined when limits are off. */
  readonly taken?: number;
  /** The mark of the account, if its bucket had room; the others are then not checked. */
  readonly mark?: string | undefined;
}

/** Takes the attempt and finds the account, in one statement for known and unknown addresses alike. */
export async function findAccountForSignIn(
  db: Database,
  { email, marks, markBuckets, buckets }: Attempt,
  limits: RateLimits,
): Promise<Attempted> {
  const picked = sql<number | null>`(select place from known_device)`;
  const takeParts = limits.takeParts(buckets, { buckets: markBuckets, picked });
  if (takeParts === undefined) {
    return { account: await findAccountByEmail(db, email), decoys: await listDecoys(db) };
  }
  const name = sql.raw(`account-for-sign-in-${buckets.length}`);
  const { rows } = await sql<NullableRow & AttemptedRow>`/* plan once: ${name} */
    with account as (
      select ${sql.join(accountColumns.map((column) => sql.ref(column)))}
      from accounts where email = ${email}
    ), known_device as (${knownDevicePart(marks)}), ${takeParts}
    select account.*, (select count(*) from taken) as taken, (
        select place from known_device where exists (select 1 from taken_instead)) as place,
      array(select decoy from password_kinds) as decoys
    from (values (1)) attempt left join account on true`.execute(db);
  const [row] = rows;
  const found = row && row.id !== null;
  return {
    account: found ? toAccount(row as AccountRow) : undefined,
    decoys: row?.decoys ?? [],
    taken: Number(row?.taken),
    mark: row?.place ? marks[Number(row.place) - 1] : undefined,
  };
}

type NullableRow = { [Column in keyof AccountRow]: AccountRow[Column] | null };

interface AttemptedRow {
  readonly taken: string;
  readonly place: string | null;
  readonly decoys: string[];
}
