import { sql } from 'kysely';
import { randomId } from '../../../platform/ids.ts';
import type { Database, Transaction } from '../../../platform/transaction.ts';

interface AccountInvitationTable {
  email: string;
  id: string;
  created_at: Date;
  expires_at: Date;
}

const invitations = (db: Database) =>
  db.withTables<{ account_invitations: AccountInvitationTable }>();

const lifeMs = 14 * 86_400_000;

interface Invited {
  readonly email: string;
  readonly at: Date;
}

/** Invites the address, or prolongs its invitation; answers its id. */
export async function saveAccountInvitation(
  tx: Transaction,
  { email, at }: Invited,
): Promise<string> {
  const expiresAt = new Date(at.getTime() + lifeMs);
  const { id } = await invitations(tx)
    .insertInto('account_invitations')
    .values({ email, id: randomId(20), created_at: at, expires_at: expiresAt })
    .onConflict((conflict) => conflict.column('email').doUpdateSet({ expires_at: expiresAt }))
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Whether an operator has invited the address. */
export async function hasAccountInvitation(db: Database, { email, at }: Invited): Promise<boolean> {
  const row = await invitations(db)
    .selectFrom('account_invitations')
    .select('id')
    .where('email', '=', email)
    .where('expires_at', '>', at)
    .executeTakeFirst();
  return row !== undefined;
}

/** Forgets the address of a person who leaves; null if it is not proven to be theirs. */
export async function removeAccountInvitation(
  tx: Transaction,
  email: string | null,
): Promise<void> {
  await sql`delete from account_invitations where email = ${email}`.execute(tx);
}

export async function sweepAccountInvitations(db: Database, at: Date): Promise<void> {
  await invitations(db).deleteFrom('account_invitations').where('expires_at', '<=', at).execute();
}
