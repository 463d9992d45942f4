import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import { randomSecret, secretHash } from '../../../platform/ids.ts';
import { refuseUnless } from '../../../platform/refusal.ts';
import type { Database, Transaction } from '../../../platform/transaction.ts';

/** Sign-in whose first factor was right. */
export interface PendingSignIn {
  readonly accountId: string;
  /** The first factor: `password` or a provider. */
  readonly provider: string;
  /** Wrong codes so far. */
  readonly tries: number;
}

interface NewPendingSignIn {
  readonly accountId: string;
  readonly provider: string;
  /** Password hash that the first factor was checked against; null for a provider's. */
  readonly passwordHash: string | null;
  readonly at: Date;
  /** Further parts of the same statement. */
  readonly extraParts?: RawBuilder<unknown> | undefined;
}

/** Keeps it and answers the pending credential; refuses if the proven password was taken back meanwhile. */
export async function insertPendingSignIn(
  db: Database,
  { accountId, provider, passwordHash, at, extraParts }: NewPendingSignIn,
): Promise<string> {
  const secret = randomSecret();
  const extra = extraParts ? sql`, ${extraParts}` : sql``;
  const { numAffectedRows } = await sql`
    with account as (
      select id from accounts
      where id = ${accountId} and disabled_at is null
        and (${passwordHash}::text is null or password_hash = ${passwordHash})
      for no key update
    )${extra}
    insert into pending_sign_ins (token_hash, account_id, provider, created_at)
    select ${secretHash(secret)}, id, ${provider}, ${at} from account`.execute(db);
  refuseUnless(numAffectedRows === 1n, 'auth/invalid-credential');
  return secret;
}

/** Most wrong codes of one sign-in. */
const mostTries = 5;

export async function findPendingSignIn(
  db: Database,
  { secret, at }: { readonly secret: string; readonly at: Date },
): Promise<PendingSignIn | undefined> {
  const { rows } = await sql<{ account_id: string; provider: string; tries: number }>`
    select account_id, provider, tries from pending_sign_ins
    where token_hash = ${secretHash(secret)} and tries < ${mostTries}
      and created_at > ${at}::timestamptz - interval '5 minutes'`.execute(db);
  const [row] = rows;
  return row && { accountId: row.account_id, provider: row.provider, tries: row.tries };
}

export async function countWrongCode(tx: Transaction, secret: string): Promise<void> {
  await sql`
    update pending_sign_ins set tries = tries + 1
    where token_hash = ${secretHash(secret)}`.execute(tx);
}

/** Ends it, as its session opens. */
export async function removePendingSignIn(tx: Transaction, secret: string): Promise<void> {
  await sql`delete from pending_sign_ins where token_hash = ${secretHash(secret)}`.execute(tx);
}

/** Ends those of one account, or everybody's. */
export async function removePendingSignIns(tx: Transaction, accountId?: string): Promise<void> {
  const isMeant = accountId === undefined ? sql`true` : sql`account_id = ${accountId}`;
  await sql`delete from pending_sign_ins where ${isMeant}`.execute(tx);
}

export async function sweepPendingSignIns(db: Database, at: Date): Promise<void> {
  await sql`
    delete from pending_sign_ins
    where created_at < ${at}::timestamptz - interval '1 hour'`.execute(db);
}
