import { type Selectable, sql } from 'kysely';
import { isUniqueViolation } from '../../../platform/database.ts';
import { refuse } from '../../../platform/refusal.ts';
import type { Database, Transaction } from '../../../platform/transaction.ts';
import type { Restoring } from '../accounts/restoring.ts';

/** A key on a person's device that opens their account. */
export interface Passkey {
  readonly id: string;
  readonly accountId: string;
  /** How the device names it, in base64url. */
  readonly credentialId: string;
  /** COSE key. */
  readonly publicKey: Buffer;
  /** Uses that the device has counted; 0 if it counts none. */
  readonly counter: number;
  readonly transports: readonly string[];
  /** How the person calls it, else the program that keeps it, or empty. */
  readonly displayName: string;
  /** Browser that it was added in. */
  readonly userAgent: string;
  readonly addedAt: Date;
  readonly lastUsedAt: Date | null;
}

/** Most passkeys of one account. */
export const mostPasskeys = 20;

interface PasskeyTable {
  id: string;
  account_id: string;
  credential_id: string;
  public_key: Buffer;
  /** bigint arrives as a text. */
  counter: string;
  transports: string[];
  display_name: string;
  user_agent: string;
  added_at: Date;
  last_used_at: Date | null;
  removed_at: Date | null;
}

const passkeys = (db: Database) =>
  db
    .withTables<{ passkeys: PasskeyTable }>()
    .selectFrom('passkeys')
    .where('removed_at', 'is', null);

/** Adds it; refuses one that some account has or had lately. */
export async function insertPasskey(tx: Transaction, passkey: Passkey): Promise<void> {
  const { id, accountId, credentialId, publicKey, counter, transports, ...rest } = passkey;
  try {
    await sql`
      insert into passkeys (id, account_id, credential_id, public_key, counter, transports,
        display_name, user_agent, added_at)
      values (${id}, ${accountId}, ${credentialId}, ${publicKey}, ${counter}, ${transports},
        ${rest.displayName}, ${rest.userAgent}, ${rest.addedAt})`.execute(tx);
  } catch (error) {
    if (isUniqueViolation(error, 'passkeys_credential_key')) {
      refuse('auth/passkey-already-in-use');
    }
    throw error;
  }
}

/** Those that open the account, oldest first. */
export async function listPasskeys(db: Database, accountId: string): Promise<Passkey[]> {
  const rows = await passkeys(db)
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('added_at')
    .orderBy('id')
    .execute();
  return rows.map(toPasskey);
}

/** By the device's name for it. */
export async function findPasskey(
  db: Database,
  credentialId: string,
): Promise<Passkey | undefined> {
  const row = await passkeys(db)
    .selectAll()
    .where('credential_id', '=', credentialId)
    .executeTakeFirst();
  return row && toPasskey(row);
}

export async function recordPasskeyUse(
  tx: Transaction,
  { id, counter, at }: Pick<Passkey, 'id' | 'counter'> & { readonly at: Date },
): Promise<void> {
  await sql`
    update passkeys set counter = ${counter}, last_used_at = ${at} where id = ${id}`.execute(tx);
}

type OwnPasskey = Pick<Passkey, 'id' | 'accountId'>;

/** False unless the account has it. */
export async function setPasskeyName(
  tx: Transaction,
  { id, accountId, displayName }: OwnPasskey & Pick<Passkey, 'displayName'>,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update passkeys set display_name = ${displayName}
    where id = ${id} and account_id = ${accountId} and removed_at is null`.execute(tx);
  return numAffectedRows === 1n;
}

interface Removal {
  readonly accountId: string;
  /** One passkey; all of the account if it is left out. */
  readonly id?: string;
  readonly at: Date;
  /** Whether only the undoing of a takeover brings it back. */
  readonly isFinal?: boolean;
}

/** Answers how many there were. */
export async function removePasskeys(
  tx: Transaction,
  { accountId, id, at, isFinal = false }: Removal,
): Promise<number> {
  const isMeant = id === undefined ? sql`true` : sql`id = ${id}`;
  const { numAffectedRows } = await sql`
    update passkeys set removed_at = ${at}, removed_finally = ${isFinal}
    where account_id = ${accountId} and ${isMeant} and removed_at is null`.execute(tx);
  return Number(numAffectedRows ?? 0n);
}

/** Gives the account the passkeys that it had just before that instant. Later ones are deleted, so that nothing brings them back. */
export async function restorePasskeys(
  tx: Transaction,
  { accountId, asOf, withFinal }: Restoring,
): Promise<void> {
  await sql`delete from passkeys where account_id = ${accountId} and added_at >= ${asOf}`.execute(
    tx,
  );
  await sql`
    update passkeys set removed_at = null
    where account_id = ${accountId} and removed_at >= ${asOf}
      and (${withFinal} or not removed_finally)`.execute(tx);
}

/** Forgets removed passkeys that nobody can bring back any more. */
export async function sweepPasskeys(db: Database, at: Date): Promise<void> {
  await sql`
    delete from passkeys where removed_at < ${at}::timestamptz - interval '8 days'`.execute(db);
}

function toPasskey(row: Selectable<PasskeyTable>): Passkey {
  return {
    id: row.id,
    accountId: row.account_id,
    credentialId: row.credential_id,
    publicKey: row.public_key,
    counter: Number(row.counter),
    transports: row.transports,
    displayName: row.display_name,
    userAgent: row.user_agent,
    addedAt: row.added_at,
    lastUsedAt: row.last_used_at,
  };
}
