import { sql } from 'kysely';
import { secretHash } from '../../../platform/ids.ts';
import type { Database } from '../../../platform/transaction.ts';

/** Challenge in base64url, and the account that adds a passkey; null for a sign-in. */
interface Challenge {
  readonly challenge: string;
  readonly accountId: string | null;
  readonly at: Date;
}

export async function insertPasskeyChallenge(
  db: Database,
  { challenge, accountId, at }: Challenge,
): Promise<void> {
  await sql`
    insert into passkey_challenges (challenge_hash, account_id, created_at)
    values (${secretHash(challenge)}, ${accountId}, ${at})`.execute(db);
}

/** Uses the challenge up; false unless it was made for this within the last 5 minutes. */
export async function spendPasskeyChallenge(
  db: Database,
  { challenge, accountId, at }: Challenge,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from passkey_challenges
    where challenge_hash = ${secretHash(challenge)} and account_id is not distinct from ${accountId}
      and created_at > ${at}::timestamptz - interval '5 minutes'`.execute(db);
  return numAffectedRows === 1n;
}

export async function sweepPasskeyChallenges(db: Database, at: Date): Promise<void> {
  await sql`
    delete from passkey_challenges
    where created_at < ${at}::timestamptz - interval '1 hour'`.execute(db);
}
