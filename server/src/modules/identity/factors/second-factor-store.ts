import { type Selectable, sql } from 'kysely';
import { isUniqueViolation } from '../../../platform/database.ts';
import { refuse } from '../../../platform/refusal.ts';
import type { Database, Transaction } from '../../../platform/transaction.ts';
import type { Restoring } from '../accounts/restoring.ts';

/** An authenticator app of an account. */
export interface SecondFactor {
  readonly id: string;
  readonly accountId: string;
  /** How the person calls the device, or empty. */
  readonly displayName: string;
  readonly sealedSecret: Buffer;
  /** Steps whose codes were used lately. */
  readonly spentSteps: readonly number[];
  readonly enrolledAt: Date;
  readonly lastUsedAt: Date | null;
}

/** Most second factors of one account. */
export const mostFactors = 5;

interface SecondFactorTable {
  id: string;
  account_id: string;
  display_name: string;
  sealed_secret: Buffer;
  /** bigint arrays arrive as texts. */
  spent_steps: string[];
  enrolled_at: Date;
  last_used_at: Date | null;
  removed_at: Date | null;
}

const factors = (db: Database) => db.withTables<{ second_factors: SecondFactorTable }>();

/** Adds it; refuses one that was added before. */
export async function insertSecondFactor(
  tx: Transaction,
  { id, accountId, displayName, sealedSecret, spentSteps, enrolledAt }: SecondFactor,
): Promise<void> {
  try {
    await sql`
      insert into second_factors
        (id, account_id, display_name, sealed_secret, spent_steps, enrolled_at)
      values (${id}, ${accountId}, ${displayName}, ${sealedSecret}, ${spentSteps}, ${enrolledAt})`.execute(
      tx,
    );
  } catch (error) {
    if (isUniqueViolation(error, 'second_factors_pkey')) {
      refuse('auth/second-factor-already-in-use');
    }
    throw error;
  }
}

/** Those that the account's sign-ins are asked for, oldest first. */
export async function listSecondFactors(db: Database, accountId: string): Promise<SecondFactor[]> {
  const rows = await factors(db)
    .selectFrom('second_factors')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('removed_at', 'is', null)
    .orderBy('enrolled_at')
    .orderBy('id')
    .execute();
  return rows.map(toSecondFactor);
}

interface Use {
  readonly id: string;
  /** Kept steps, that of the code among them. */
  readonly spentSteps: readonly number[];
  /** Null if the code belonged to another time, and did not open anything. */
  readonly usedAt: Date | null;
}

export async function recordFactorUse(
  tx: Transaction,
  { id, spentSteps, usedAt }: Use,
): Promise<void> {
  await sql`
    update second_factors
    set spent_steps = ${spentSteps}, last_used_at = coalesce(${usedAt}::timestamptz, last_used_at)
    where id = ${id}`.execute(tx);
}

interface Removal {
  readonly accountId: string;
  /** One factor; all of the account if it is left out. */
  readonly id?: string;
  readonly at: Date;
  /** Whether only the undoing of a takeover brings it back. */
  readonly isFinal?: boolean;
}

/** Answers how many there were. */
export async function removeSecondFactors(
  tx: Transaction,
  { accountId, id, at, isFinal = false }: Removal,
): Promise<number> {
  const isMeant = id === undefined ? sql`true` : sql`id = ${id}`;
  const { numAffectedRows } = await sql`
    update second_factors set removed_at = ${at}, removed_finally = ${isFinal}
    where account_id = ${accountId} and ${isMeant} and removed_at is null`.execute(tx);
  return Number(numAffectedRows ?? 0n);
}

/** Gives the account the factors that it had just before that instant. Later ones are deleted, so that nothing brings them back. */
export async function restoreSecondFactors(
  tx: Transaction,
  { accountId, asOf, withFinal }: Restoring,
): Promise<void> {
  await sql`
    delete from second_factors where account_id = ${accountId} and enrolled_at >= ${asOf}`.execute(
    tx,
  );
  await sql`
    update second_factors set removed_at = null
    where account_id = ${accountId} and removed_at >= ${asOf}
      and (${withFinal} or not removed_finally)`.execute(tx);
}

/** Forgets removed factors and codes that nobody can bring back any more. */
export async function sweepSecondFactors(db: Database, at: Date): Promise<void> {
  const limit = sql`${at}::timestamptz - interval '8 days'`;
  await sql`delete from second_factors where removed_at < ${limit}`.execute(db);
  await sql`
    delete from recovery_codes where coalesce(removed_at, used_at) < ${limit}`.execute(db);
}

function toSecondFactor(row: Selectable<SecondFactorTable>): SecondFactor {
  return {
    id: row.id,
    accountId: row.account_id,
    displayName: row.display_name,
    sealedSecret: row.sealed_secret,
    spentSteps: row.spent_steps.map(Number),
    enrolledAt: row.enrolled_at,
    lastUsedAt: row.last_used_at,
  };
}
