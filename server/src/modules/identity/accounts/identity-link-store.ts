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
  readonly at: Date;
}

const columns = sql.raw('account_id, provider, subject, email, display_name, photo_url, linked_at');

/** Removes links of an account; they can be restored for a week. */
export async function removeIdentityLinks(
  tx: Transaction,
  { accountId, providers, at }: Removal,
): Promise<void> {
  const isMeant = providers ? sql`provider = any(${providers})` : sql`true`;
  await sql`
    with removed as (
      delete from identity_links where account_id = ${accountId} and ${isMeant} returning ${columns}
    )
    insert into removed_identity_links (${columns}, removed_at)
    select ${columns}, ${at} from removed`.execute(tx);
}

/**
 * Restores the links that the account had just before that instant, except identities that open another account now.
 * Later links are removed.
 */
export async function restoreIdentityLinks(
  tx: Transaction,
  { accountId, asOf }: { readonly accountId: string; readonly asOf: Date },
): Promise<void> {
  await sql`
    delete from identity_links where account_id = ${accountId} and linked_at >= ${asOf}`.execute(
    tx,
  );
  await sql`
    with kept as (
      delete from removed_identity_links
      where account_id = ${accountId} and removed_at >= ${asOf}
      returning ${columns}
    )
    insert into identity_links (${columns})
    select ${columns} from kept where linked_at < ${asOf} on conflict do nothing`.execute(tx);
}

/** Forgets a removed link; answers since when the account had it. */
export async function forgetRemovedLink(
  tx: Transaction,
  { accountId, provider, subject }: Pick<IdentityLink, 'accountId' | 'provider' | 'subject'>,
): Promise<Date | undefined> {
  const { rows } = await sql<{ linked_at: Date }>`
    delete from removed_identity_links
    where account_id = ${accountId} and provider = ${provider} and subject = ${subject}
    returning linked_at`.execute(tx);
  const times = rows.map((row) => row.linked_at.getTime());
  return times.length > 0 ? new Date(Math.min(...times)) : undefined;
}

/** Forgets removed links that nobody can bring back any more. */
export async function sweepRemovedLinks(db: Database, at: Date): Promise<void> {
  await sql`
    delete from removed_identity_links
    where removed_at < ${at}::timestamptz - interval '8 days'`.execute(db);
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
