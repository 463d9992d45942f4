import type { Language } from '@hearth/contract';
import { sql } from 'kysely';
import type { Database } from '../../platform/transaction.ts';
import type { PageQuestion } from './page.ts';

export interface StoredAccount {
  /** uid. */
  readonly id: string;
  readonly email: string;
  readonly emailVerified: boolean;
  readonly displayName: string;
  readonly avatarUrl: string;
  readonly language: Language | null;
  readonly disabled: boolean;
  readonly createdAt: Date;
  readonly version: number;
}

const columns = sql.raw(
  `id, email, email_verified as "emailVerified", display_name as "displayName", avatar_url as "avatarUrl",
   language, disabled_at is not null as disabled, created_at as "createdAt", version::float8 as version`,
);

export async function findAccountRecord(
  db: Database,
  uid: string,
): Promise<StoredAccount | undefined> {
  const { rows } = await sql<StoredAccount>`
    select ${columns} from accounts where id = ${uid}`.execute(db);
  return rows[0];
}

interface AccountQuestion extends PageQuestion {
  /** Lower-cased; undefined for all accounts. */
  readonly email?: string | undefined;
}

/** Accounts by uid, and one more than asked for if there are more. */
export async function listStoredAccounts(
  db: Database,
  { email, cursor = '', limit }: AccountQuestion,
): Promise<StoredAccount[]> {
  const ofEmail = email === undefined ? sql`` : sql`and email = ${email}`;
  const { rows } = await sql<StoredAccount>`
    select ${columns} from accounts where id > ${cursor} ${ofEmail}
    order by id limit ${limit + 1}`.execute(db);
  return rows;
}
