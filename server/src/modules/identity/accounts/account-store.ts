import type { Language, Theme } from '@hearth/contract';
import { type Generated, type Insertable, type Selectable, sql } from 'kysely';
import { isUniqueViolation } from '../../../platform/database.ts';
import { refuse } from '../../../platform/refusal.ts';
import type { Database, Transaction } from '../../../platform/transaction.ts';
import type { Account } from './account.ts';

interface AccountTable {
  id: string;
  email: string;
  email_verified: boolean;
  display_name: string;
  avatar_url: string;
  language: Language | null;
  checklist_hidden: boolean;
  theme: Theme | null;
  password_hash: string | null;
  password_changed_at: Date | null;
  email_link: Generated<boolean>;
  disabled_at: Date | null;
  factor_count: Generated<number>;
  claims: Readonly<Record<string, unknown>> | null;
  last_signed_in_at: Date;
  created_at: Date;
  updated_at: Date;
}

export type AccountRow = Selectable<AccountTable>;

/** For statements that are planned once, which list their columns. */
export const accountColumns = [
  'id',
  'email',
  'email_verified',
  'display_name',
  'avatar_url',
  'language',
  'checklist_hidden',
  'theme',
  'password_hash',
  'password_changed_at',
  'email_link',
  'disabled_at',
  'factor_count',
  'claims',
  'last_signed_in_at',
  'created_at',
  'updated_at',
] as const;

const accounts = (db: Database) => db.withTables<{ accounts: AccountTable }>();

/** Adds the account; the later of two parallel ones with the same address is refused. */
export async function insertAccount(db: Database, account: Account): Promise<void> {
  try {
    await accounts(db).insertInto('accounts').values(toRow(account)).execute();
  } catch (error) {
    refuseTakenEmail(error);
  }
}

export async function findAccountByEmail(
  db: Database,
  email: string,
): Promise<Account | undefined> {
  const row = await accounts(db)
    .selectFrom('accounts')
    .modifyFront(sql.raw('/* plan once: account-by-email */'))
    .select(accountColumns)
    .where('email', '=', email)
    .executeTakeFirst();
  return row && toAccount(row);
}

export async function getAccount(db: Database, id: string): Promise<Account> {
  return (await findAccountById(db, id)) ?? refuse('auth/account-deleted');
}

export async function findAccountById(db: Database, id: string): Promise<Account | undefined> {
  const row = await accounts(db)
    .selectFrom('accounts')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
  return row && toAccount(row);
}

/** Finds it and locks it until the transaction ends; undefined if the address is free by then. */
export async function lockAccountByEmail(
  tx: Transaction,
  email: string,
): Promise<Account | undefined> {
  const found = await findAccountByEmail(tx, email);
  const account = found && (await lockAccountIfAny(tx, found.id));
  return account?.email === email ? account : undefined;
}

/** Reads it and locks it until the transaction ends. */
export async function lockAccount(tx: Transaction, id: string): Promise<Account> {
  return (await lockAccountIfAny(tx, id)) ?? refuse('auth/account-deleted');
}

/** Like `lockAccount`, for an id that may not exist. */
export async function lockAccountIfAny(tx: Transaction, id: string): Promise<Account | undefined> {
  const row = await accounts(tx)
    .selectFrom('accounts')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row && toAccount(row);
}

export async function isEmailTaken(db: Database, email: string): Promise<boolean> {
  const row = await accounts(db)
    .selectFrom('accounts')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirst();
  return row !== undefined;
}

export interface Profile {
  readonly displayName?: string | undefined;
  readonly avatarUrl?: string | undefined;
  readonly language?: Language | undefined;
  readonly checklistHidden?: boolean | undefined;
  readonly theme?: Theme | undefined;
}

/** Overwrites the given fields; a field that is undefined stays. */
export async function updateProfile(
  db: Database,
  change: { readonly id: string; readonly profile: Profile; readonly at: Date },
): Promise<Account> {
  const { displayName, avatarUrl, language, checklistHidden, theme } = change.profile;
  const row = await accounts(db)
    .updateTable('accounts')
    .set({
      ...(displayName !== undefined && { display_name: displayName }),
      ...(avatarUrl !== undefined && { avatar_url: avatarUrl }),
      ...(language !== undefined && { language }),
      ...(checklistHidden !== undefined && { checklist_hidden: checklistHidden }),
      ...(theme !== undefined && { theme }),
      updated_at: change.at,
    })
    .where('id', '=', change.id)
    .returningAll()
    .executeTakeFirst();
  return row ? toAccount(row) : refuse('auth/account-deleted');
}

interface AccountChange {
  readonly id: string;
  readonly at: Date;
}

/** Sets or voids the password. */
export async function setPassword(
  tx: Transaction,
  { id, passwordHash, at }: AccountChange & { readonly passwordHash: string | null },
): Promise<void> {
  await accounts(tx)
    .updateTable('accounts')
    .set({ password_hash: passwordHash, password_changed_at: at, updated_at: at })
    .where('id', '=', id)
    .execute();
}

/** Stores another hash of the same password, unless the password was changed meanwhile; answers whether it did. */
export async function replaceHash(
  db: Database,
  change: Pick<Account, 'id' | 'passwordHash'> & { readonly renewed: string },
): Promise<boolean> {
  const { numUpdatedRows } = await accounts(db)
    .updateTable('accounts')
    .set({ password_hash: change.renewed })
    .where('id', '=', change.id)
    .where('password_hash', '=', change.passwordHash)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Notes whether a mailed link counts among the account's ways to sign in. */
export async function setEmailLink(
  tx: Transaction,
  { id, emailLink }: { readonly id: string; readonly emailLink: boolean },
): Promise<void> {
  await accounts(tx)
    .updateTable('accounts')
    .set({ email_link: emailLink })
    .where('id', '=', id)
    .execute();
}

type EmailChange = AccountChange & { readonly email: string };

/** Gives the account a proven address; refuses one that another account has. */
export async function setVerifiedEmail(tx: Transaction, change: EmailChange): Promise<void> {
  await setEmail(tx, change, true);
}

/** Gives the account an address that nobody has proven; refuses one that another account has. */
export async function setUnverifiedEmail(tx: Transaction, change: EmailChange): Promise<void> {
  await setEmail(tx, change, false);
}

async function setEmail(
  tx: Transaction,
  { id, email, at }: EmailChange,
  verified: boolean,
): Promise<void> {
  try {
    await accounts(tx)
      .updateTable('accounts')
      .set({ email, email_verified: verified, updated_at: at })
      .where('id', '=', id)
      .execute();
  } catch (error) {
    refuseTakenEmail(error);
  }
}

export async function setDisabled(
  tx: Transaction,
  { id, disabled, at }: AccountChange & { readonly disabled: boolean },
): Promise<void> {
  await accounts(tx)
    .updateTable('accounts')
    .set({ disabled_at: disabled ? at : null, updated_at: at })
    .where('id', '=', id)
    .execute();
}

/** Removes the account with everything that hangs on it: sessions, codes, links, memberships. */
export async function removeAccount(tx: Transaction, id: string): Promise<void> {
  await accounts(tx).deleteFrom('accounts').where('id', '=', id).execute();
}

function refuseTakenEmail(error: unknown): never {
  if (isUniqueViolation(error, 'accounts_email_key')) {
    refuse('auth/email-already-in-use');
  }
  throw error;
}

export function toAccount(row: AccountRow): Account {
  return {
    id: row.id,
    email: row.email,
    emailVerified: row.email_verified,
    displayName: row.display_name,
    avatarUrl: row.avatar_url,
    language: row.language,
    checklistHidden: row.checklist_hidden,
    theme: row.theme,
    passwordHash: row.password_hash,
    passwordChangedAt: row.password_changed_at,
    emailLink: row.email_link,
    disabledAt: row.disabled_at,
    factorCount: row.factor_count,
    claims: row.claims,
    lastSignedInAt: row.last_signed_in_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

function toRow(account: Account): Insertable<AccountTable> {
  return {
    id: account.id,
    email: account.email,
    email_verified: account.emailVerified,
    display_name: account.displayName,
    avatar_url: account.avatarUrl,
    language: account.language,
    checklist_hidden: account.checklistHidden,
    theme: account.theme,
    password_hash: account.passwordHash,
    password_changed_at: account.passwordChangedAt,
    email_link: account.emailLink,
    claims: account.claims,
    disabled_at: account.disabledAt,
    last_signed_in_at: account.lastSignedInAt,
    created_at: account.createdAt,
    updated_at: account.updatedAt,
  };
}
