import { sql } from 'kysely';
import { secretHash } from '../../../platform/ids.ts';
import type { Database, Transaction } from '../../../platform/transaction.ts';

interface EmailSignInTable {
  link_hash: Buffer;
  email: string;
  binding_hash: Buffer | null;
  code_hash: Buffer | null;
  tries: number;
  created_at: Date;
  used_at: Date | null;
  site: string | null;
}

/** Mailed permission to sign in with an address. */
export interface EmailSignIn {
  readonly linkHash: Buffer;
  readonly email: string;
  /** Hash of the secret of the browser that asked; null for SDKs. */
  readonly bindingHash: Buffer | null;
  /** Hash of that secret and the digits to type; null without any. */
  readonly codeHash: Buffer | null;
  /** Wrong codes so far. */
  readonly tries: number;
  readonly createdAt: Date;
  readonly usedAt: Date | null;
}

const signIns = (db: Database) => db.withTables<{ email_sign_ins: EmailSignInTable }>();

/** Lets nobody else ask for links of this address, or use one, until the transaction ends. */
export async function lockAddress(tx: Transaction, email: string): Promise<void> {
  await sql`
    select pg_advisory_xact_lock(hashtextextended(${`email sign-in ${email}`}, 0))`.execute(tx);
}

interface NewEmailSignIn {
  /** The code in the link. */
  readonly secret: string;
  readonly email: string;
  readonly binding: string | undefined;
  /** Six digits. */
  readonly code: string | undefined;
  /** Origin of the app that the link leads to; null for our own page. */
  readonly site: string | null;
  readonly at: Date;
}

export async function insertEmailSignIn(
  tx: Transaction,
  { secret, email, binding, code, site, at }: NewEmailSignIn,
): Promise<void> {
  await signIns(tx)
    .insertInto('email_sign_ins')
    .values({
      link_hash: secretHash(secret),
      email,
      binding_hash: binding === undefined ? null : secretHash(binding),
      code_hash: binding === undefined || code === undefined ? null : codeHash(binding, code),
      tries: 0,
      created_at: at,
      used_at: null,
      site,
    })
    .execute();
}

/** Digits alone could be guessed from the hash; the browser's secret cannot. */
export const codeHash = (binding: string, code: string): Buffer => secretHash(`${binding} ${code}`);

export async function findEmailSignIn(
  db: Database,
  secret: string,
): Promise<EmailSignIn | undefined> {
  const row = await signIns(db)
    .selectFrom('email_sign_ins')
    .selectAll()
    .where('link_hash', '=', secretHash(secret))
    .executeTakeFirst();
  return row && toEmailSignIn(row);
}

/** The latest one with a code that this browser asked for. */
export async function findLatestOfBrowser(
  db: Database,
  { email, binding }: { readonly email: string; readonly binding: string },
): Promise<EmailSignIn | undefined> {
  const row = await signIns(db)
    .selectFrom('email_sign_ins')
    .selectAll()
    .where('email', '=', email)
    .where('binding_hash', '=', secretHash(binding))
    .where('code_hash', 'is not', null)
    .orderBy('created_at', 'desc')
    .executeTakeFirst();
  return row && toEmailSignIn(row);
}

/** Uses it up. False if it was used or voided since it was read. */
export async function spendEmailSignIn(
  tx: Transaction,
  { linkHash }: EmailSignIn,
  at: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await signIns(tx)
    .updateTable('email_sign_ins')
    .set({ used_at: at })
    .where('link_hash', '=', linkHash)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

interface Voided {
  /** Account whose links end; all accounts if it is left out. */
  readonly accountId?: string;
  readonly at: Date;
}

/** Voids those that are not used yet; answers how many there were. They stay, because codes and wrong tries of a day are counted. */
export async function voidEmailSignIns(
  tx: Transaction,
  { accountId, at }: Voided,
): Promise<number> {
  const isOf =
    accountId === undefined
      ? sql`true`
      : sql`email = (select email from accounts where id = ${accountId})`;
  const { numAffectedRows = 0n } = await sql`
    update email_sign_ins set used_at = ${at} where used_at is null and ${isOf}`.execute(tx);
  return Number(numAffectedRows);
}

export async function countWrongDigits(tx: Transaction, { linkHash }: EmailSignIn): Promise<void> {
  await sql`update email_sign_ins set tries = tries + 1 where link_hash = ${linkHash}`.execute(tx);
}

/** Codes that were mailed to the address in the last 24 hours, and the wrong tries of them, over all browsers. */
export async function countOfDay(
  tx: Transaction,
  { email, at }: { readonly email: string; readonly at: Date },
): Promise<{ readonly codes: number; readonly tries: number }> {
  const { rows } = await sql<{ codes: number; tries: number }>`
    select count(*)::int as codes, coalesce(sum(tries), 0)::int as tries from email_sign_ins
    where email = ${email} and code_hash is not null
      and created_at > ${at}::timestamptz - interval '1 day'`.execute(tx);
  return rows[0] ?? { codes: 0, tries: 0 };
}

interface LinkSought {
  readonly email: string;
  /** As in `NewEmailSignIn`. */
  readonly site: string | null;
  readonly since: Date;
}

/** Whether a link that was mailed to the address since then, and leads to the same site, is not used yet. */
export async function hasUnusedLink(
  db: Database,
  { email, site, since }: LinkSought,
): Promise<boolean> {
  const row = await signIns(db)
    .selectFrom('email_sign_ins')
    .select('email')
    .where('email', '=', email)
    .where('site', site === null ? 'is' : '=', site)
    .where('used_at', 'is', null)
    .where('created_at', '>', since)
    .executeTakeFirst();
  return row !== undefined;
}

/** Forgets those of two days ago, which nothing counts any more. */
export async function sweepEmailSignIns(db: Database, at: Date): Promise<void> {
  await sql`
    delete from email_sign_ins where created_at < ${at}::timestamptz - interval '2 days'`.execute(
    db,
  );
}

const toEmailSignIn = (row: EmailSignInTable): EmailSignIn => ({
  linkHash: row.link_hash,
  email: row.email,
  bindingHash: row.binding_hash,
  codeHash: row.code_hash,
  tries: row.tries,
  createdAt: row.created_at,
  usedAt: row.used_at,
});
