import { sql } from 'kysely';
import { secretHash } from '../../../platform/ids.ts';
import type { Database, Transaction } from '../../../platform/transaction.ts';

interface Owned {
  readonly accountId: string;
  readonly at: Date;
}

/** Puts these codes in place of those that the account has. */
export async function replaceRecoveryCodes(
  tx: Transaction,
  { accountId, at, codes }: Owned & { readonly codes: readonly string[] },
): Promise<void> {
  await removeRecoveryCodes(tx, { accountId, at });
  const hashes = codes.map((code) => secretHash(code));
  await sql`
    insert into recovery_codes (code_hash, account_id, created_at)
    select hash, ${accountId}, ${at} from unnest(${hashes}::bytea[]) hash`.execute(tx);
}

export async function removeRecoveryCodes(
  tx: Transaction,
  { accountId, at }: Owned,
): Promise<void> {
  await sql`
    update recovery_codes set removed_at = ${at}
    where account_id = ${accountId} and removed_at is null`.execute(tx);
}

/** Uses the code up; false unless it is one of the account's that works. */
export async function spendRecoveryCode(
  tx: Transaction,
  { accountId, at, code }: Owned & { readonly code: string },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update recovery_codes set used_at = ${at}
    where code_hash = ${secretHash(code)} and account_id = ${accountId}
      and used_at is null and removed_at is null`.execute(tx);
  return numAffectedRows === 1n;
}

export async function countRecoveryCodes(db: Database, accountId: string): Promise<number> {
  const { rows } = await sql<{ count: string }>`
    select count(*) from recovery_codes
    where account_id = ${accountId} and used_at is null and removed_at is null`.execute(db);
  return Number(rows[0]?.count ?? 0);
}

/** Brings back the codes of that instant, but for those that were used since. Later ones are deleted. */
export async function restoreRecoveryCodes(
  tx: Transaction,
  { accountId, asOf }: { readonly accountId: string; readonly asOf: Date },
): Promise<void> {
  await sql`
    delete from recovery_codes where account_id = ${accountId} and created_at >= ${asOf}`.execute(
    tx,
  );
  await sql`
    update recovery_codes set removed_at = null
    where account_id = ${accountId} and removed_at >= ${asOf}`.execute(tx);
}
