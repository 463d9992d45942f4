import type { ActionCodeType } from '@hearth/contract';
import { type Generated, type Selectable, sql } from 'kysely';
import { secretHash } from '../../../platform/ids.ts';
import type { Database, Transaction } from '../../../platform/transaction.ts';
import type { Identity } from '../accounts/identity-link.ts';
import { type ActionCode, codesOf, type UsableCode } from './action-code.ts';

interface ActionCodeTable {
  code_hash: Buffer;
  account_id: string | null;
  type: ActionCodeType;
  email: string;
  new_email: string | null;
  user_agent: string | null;
  link_provider: string | null;
  link_subject: string | null;
  link_email: string | null;
  link_display_name: string | null;
  link_photo_url: string | null;
  keeps_links: Generated<boolean>;
  undoes_since: Date | null;
  created_at: Date;
  expires_at: Date;
}

const actionCodes = (db: Database) => db.withTables<{ action_codes: ActionCodeTable }>();

export async function insertActionCode(
  tx: Transaction,
  secret: string,
  code: ActionCode,
): Promise<void> {
  await actionCodes(tx)
    .insertInto('action_codes')
    .values({
      code_hash: secretHash(secret),
      account_id: code.accountId,
      type: code.type,
      email: code.email,
      new_email: code.newEmail,
      user_agent: code.userAgent,
      link_provider: code.identity?.provider ?? null,
      link_subject: code.identity?.subject ?? null,
      link_email: code.identity?.email ?? null,
      link_display_name: code.identity?.displayName ?? null,
      link_photo_url: code.identity?.photoUrl ?? null,
      keeps_links: code.keepsLinks,
      undoes_since: code.undoesSince,
      created_at: code.createdAt,
      expires_at: code.expiresAt,
    })
    .execute();
}

export async function findActionCode(
  db: Database,
  secret: string,
): Promise<ActionCode | undefined> {
  const row = await actionCodes(db)
    .selectFrom('action_codes')
    .selectAll()
    .where('code_hash', '=', secretHash(secret))
    .executeTakeFirst();
  return row && toActionCode(row);
}

/** Finds it and locks it until the transaction ends. */
export async function lockActionCode(
  tx: Transaction,
  secret: string,
): Promise<ActionCode | undefined> {
  const row = await actionCodes(tx)
    .selectFrom('action_codes')
    .selectAll()
    .where('code_hash', '=', secretHash(secret))
    .forUpdate()
    .executeTakeFirst();
  return row && toActionCode(row);
}

/** When the account's address was last verified by a press that can still be undone. */
export async function findRevertibleSince(
  tx: Transaction,
  { accountId, email }: UsableCode,
): Promise<Date | undefined> {
  const row = await actionCodes(tx)
    .selectFrom('action_codes')
    .select('created_at')
    .where('account_id', '=', accountId)
    .where('type', '=', 'REVERT_VERIFICATION')
    .where('email', '=', email)
    .orderBy('created_at')
    .executeTakeFirst();
  return row?.created_at;
}

export interface Removal {
  readonly accountId: string;
  /** All types without it. */
  readonly types?: readonly ActionCodeType[];
  /** All types but these. */
  readonly except?: readonly ActionCodeType[];
  /** Only those made at this instant or later. */
  readonly since?: Date;
  /** Only those that went to this mailbox. */
  readonly email?: string;
  /** Only those about this identity. */
  readonly identity?: Pick<Identity, 'provider' | 'subject'>;
}

export async function removeActionCodes(tx: Transaction, removal: Removal): Promise<void> {
  const { accountId, types, except, since, email, identity } = removal;
  let query = actionCodes(tx).deleteFrom('action_codes').where('account_id', '=', accountId);
  if (types) {
    query = query.where('type', 'in', types);
  }
  if (except) {
    query = query.where('type', 'not in', except);
  }
  if (since) {
    query = query.where('created_at', '>=', since);
  }
  if (email) {
    query = query.where('email', '=', email);
  }
  if (identity) {
    query = query
      .where('link_provider', '=', identity.provider)
      .where('link_subject', '=', identity.subject);
  }
  await query.execute();
}

/** Whether another account may still take the address back. */
export async function isEmailHeld(
  db: Database,
  {
    email,
    accountId,
    at,
  }: { readonly email: string; readonly accountId: string; readonly at: Date },
): Promise<boolean> {
  const row = await actionCodes(db)
    .selectFrom('action_codes')
    .select('type')
    .where('type', '=', 'RECOVER_EMAIL')
    .where('email', '=', email)
    .where('account_id', '<>', accountId)
    .where('expires_at', '>', at)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether a mailed link that resets the password of this address still works. */
export async function hasValidResetCode(
  db: Database,
  { email, at }: { readonly email: string; readonly at: Date },
): Promise<boolean> {
  const row = await actionCodes(db)
    .selectFrom('action_codes')
    .select('type')
    .where('type', '=', 'PASSWORD_RESET')
    .where('email', '=', email)
    .where('expires_at', '>', at)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether the mailbox that lost the account to a recovery may still contest it. */
export async function isContestable(
  db: Database,
  { accountId, at }: { readonly accountId: string; readonly at: Date },
): Promise<boolean> {
  const row = await actionCodes(db)
    .selectFrom('action_codes')
    .select('type')
    .where('type', '=', 'CONTEST_RECOVERY')
    .where('account_id', '=', accountId)
    .where('expires_at', '>', at)
    .executeTakeFirst();
  return row !== undefined;
}

/** Removes codes 30 days after they expired; until then they are distinguished from unknown ones. */
export async function sweepActionCodes(db: Database, at: Date): Promise<void> {
  await sql`delete from action_codes where expires_at < ${at}::timestamptz - interval '30 days'`.execute(
    db,
  );
}

/** Ends all codes that let somebody in or prove something; answers how many there were. */
export async function removeOpeningCodes(tx: Transaction): Promise<number> {
  const { numDeletedRows } = await actionCodes(tx)
    .deleteFrom('action_codes')
    .where('type', 'not in', codesOf('undo'))
    .executeTakeFirst();
  return Number(numDeletedRows);
}

function toActionCode(row: Selectable<ActionCodeTable>): ActionCode {
  return {
    type: row.type,
    accountId: row.account_id,
    email: row.email,
    newEmail: row.new_email,
    userAgent: row.user_agent,
    identity: toIdentity(row),
    keepsLinks: row.keeps_links,
    undoesSince: row.undoes_since,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  };
}

function toIdentity(row: Selectable<ActionCodeTable>): Identity | undefined {
  const { link_provider: provider, link_subject: subject } = row;
  if (provider === null || subject === null) {
    return undefined;
  }
  return {
    provider,
    subject,
    email: row.link_email,
    displayName: row.link_display_name ?? '',
    photoUrl: row.link_photo_url ?? '',
  };
}
