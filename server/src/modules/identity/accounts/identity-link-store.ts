import { type Selectable, sql } from 'kysely';
import { isUniqueViolation } from '../../../platform/database.ts';
import { refuse } from '../../../platform/refusal.ts';
import type { Database, Transaction } from '../../../platform/transaction.ts';
import type { Identity, IdentityLink } from './identity-link.ts';

interface IdentityLinkTable {
  account_id: string;
  provider: string;
  subject: string;
  email: string | null;
  display_name: string;
  photo_url: string;
  linked_at: Date;
}

export type IdentityLinkRow = Selectable<IdentityLinkTable>;

const links = (db: Database) => db.withTables<{ identity_links: IdentityLinkTable }>();

/** Adds the link; refuses an identity that opens another account, and a second one of its provider. */
export async function insertIdentityLink(db: Database, link: IdentityLink): Promise<void> {
  try {
    await links(db).insertInto('identity_links').values(toRow(link)).execute();
  } catch (error) {
    if (isUniqueViolation(error, 'identity_links_identity_key')) {
      refuse('auth/identity-already-linked');
    }
    if (isUniqueViolation(error, 'identity_links_account_key')) {
      refuse('auth/provider-already-linked');
    }
    throw error;
  }
}

/** Lets nobody else decide about this identity, known or not, until the transaction ends. */
export async function lockIdentity(
  tx: Transaction,
  { provider, subject }: Pick<Identity, 'provider' | 'subject'>,
): Promise<void> {
  await sql`
    select pg_advisory_xact_lock(hashtextextended(${`identity ${provider} ${subject}`}, 0))`.execute(
    tx,
  );
}

/** By provider plus subject, never by address. */
export async function findIdentityLink(
  db: Database,
  { provider, subject }: Pick<Identity, 'provider' | 'subject'>,
): Promise<IdentityLink | undefined> {
  const row = await links(db)
    .selectFrom('identity_links')
    .selectAll()
    .where('provider', '=', provider)
    .where('subject', '=', subject)
    .executeTakeFirst();
  return row && toLink(row);
}

/** All links of an account, oldest first. */
export async function listIdentityLinks(db: Database, accountId: string): Promise<IdentityLink[]> {
  const rows = await links(db)
    .selectFrom('identity_links')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('linked_at')
    .orderBy('provider')
    .execute();
  return rows.map(toLink);
}

/** Keeps what the provider says of the person now. */
export async function updateIdentityLink(db: Database, identity: Identity): Promise<void> {
  await links(db)
    .updateTable('identity_links')
    .set({
      email: identity.email,
      display_name: identity.displayName,
      photo_url: identity.photoUrl,
    })
    .where('provider', '=', identity.provider)
    .where('subject', '=', identity.subject)
    .execute();
}

/** Removes one identity from an account, if it is linked there. */
export async function removeIdentityLink(
  db: Database,
  { accountId, provider, subject }: Pick<IdentityLink, 'accountId' | 'provider' | 'subject'>,
): Promise<void> {
  await links(db)
    .deleteFrom('identity_links')
    .where('account_id', '=', accountId)
    .where('provider', '=', provider)
    .where('subject', '=', subject)
    .execute();
}

interface Removal {
  readonly accountId: string;
  /** Restricts the search to these providers. */
  readonly providers?: readonly string[];
}

/** Removes links of an account; answers which providers they were of. */
export async function removeIdentityLinks(
  db: Database,
  { accountId, providers }: Removal,
): Promise<string[]> {
  let removal = links(db).deleteFrom('identity_links').where('account_id', '=', accountId);
  if (providers) {
    removal = removal.where('provider', 'in', providers);
  }
  const rows = await removal.returning('provider').execute();
  return rows.map((row) => row.provider);
}

export function toLink(row: IdentityLinkRow): IdentityLink {
  return {
    accountId: row.account_id,
    provider: row.provider,
    subject: row.subject,
    email: row.email,
    displayName: row.display_name,
    photoUrl: row.photo_url,
    linkedAt: row.linked_at,
  };
}

function toRow(link: IdentityLink): IdentityLinkTable {
  return {
    account_id: link.accountId,
    provider: link.provider,
    subject: link.subject,
    email: link.email,
    display_name: link.displayName,
    photo_url: link.photoUrl,
    linked_at: link.linkedAt,
  };
}
