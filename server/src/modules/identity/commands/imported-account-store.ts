import { sql } from 'kysely';
import type { Database, Transaction } from '../../../platform/transaction.ts';
import type { LinkName } from '../accounts/identity-link.ts';

export interface Names {
  readonly uids: readonly string[];
  readonly emails: readonly string[];
  readonly links: readonly LinkName[];
  readonly at: Date;
}

/** Names of accounts in an import that are taken here already. */
export interface Taken {
  /** Address to uid, and the other way round. */
  readonly accounts: readonly { readonly id: string; readonly email: string }[];
  readonly links: readonly (LinkName & { readonly accountId: string })[];
  /** uids of accounts that have been deleted here. */
  readonly deleted: readonly string[];
  /** Addresses that their former owner may still take back. */
  readonly held: readonly string[];
}

export async function findTaken(
  tx: Transaction,
  { uids, emails, links, at }: Names,
): Promise<Taken> {
  const accounts = await sql<Taken['accounts'][number]>`
    select id, email from accounts where id = any(${uids}) or email = any(${emails})`.execute(tx);
  const taken = await sql<Taken['links'][number]>`
    select l.provider, l.subject, l.account_id as "accountId" from identity_links l
    join unnest(${links.map((link) => link.provider)}::text[],
      ${links.map((link) => link.subject)}::text[]) as named (provider, subject)
      using (provider, subject)`.execute(tx);
  const deleted = await sql<{ id: string }>`
    select distinct subject_id as id from audit_events
    where subject_id = any(${uids}) and subscription_id is null
      and action in ('account.deleted', 'account.expired')`.execute(tx);
  const held = await sql<{ email: string }>`
    select email from action_codes
    where type = 'RECOVER_EMAIL' and email = any(${emails}) and expires_at > ${at}`.execute(tx);
  return {
    accounts: accounts.rows,
    links: taken.rows,
    deleted: deleted.rows.map(({ id }) => id),
    held: held.rows.map(({ email }) => email),
  };
}

/** Columns of an account that no default fills in. */
export interface ImportedRow {
  readonly id: string;
  readonly email: string;
  readonly email_verified: boolean;
  readonly display_name: string;
  readonly avatar_url: string;
  readonly password_hash: string | null;
  readonly password_changed_at: Date | null;
  readonly disabled_at: Date | null;
  readonly last_signed_in_at: Date;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly claims: object | null;
}

export interface ImportedLink extends LinkName {
  readonly account_id: string;
  readonly email: string | null;
  readonly display_name: string;
  readonly photo_url: string;
  readonly linked_at: Date;
}

/** Adds the accounts; answers the uids of those that nobody else has added meanwhile. */
export async function insertImported(
  tx: Transaction,
  accounts: readonly ImportedRow[],
  origin: { readonly address: string; readonly userAgent: string },
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    with added as (
      insert into accounts (id, email, email_verified, display_name, avatar_url, password_hash,
        password_changed_at, disabled_at, last_signed_in_at, created_at, updated_at, claims)
      select id, email, email_verified, display_name, avatar_url, password_hash,
        password_changed_at, disabled_at, last_signed_in_at, created_at, updated_at, claims
      from jsonb_to_recordset(${JSON.stringify(accounts)}::jsonb) as one (
        id text, email text, email_verified boolean, display_name text, avatar_url text,
        password_hash text, password_changed_at timestamptz, disabled_at timestamptz,
        last_signed_in_at timestamptz, created_at timestamptz, updated_at timestamptz, claims jsonb)
      on conflict do nothing
      returning id, updated_at
    ), audited as (
      insert into audit_events (action, subject_id, happened_at)
      select 'account.imported', id, updated_at from added
      returning id
    ), origins as (
      insert into audit_origins (event_id, address, user_agent)
      select id, ${origin.address}, ${origin.userAgent} from audited
    )
    select id from added`.execute(tx);
  return new Set(rows.map(({ id }) => id));
}

export async function insertImportedLinks(
  tx: Transaction,
  links: readonly ImportedLink[],
): Promise<void> {
  await sql`
    insert into identity_links (account_id, provider, subject, email, display_name, photo_url, linked_at)
    select account_id, provider, subject, email, display_name, photo_url, linked_at
    from jsonb_to_recordset(${JSON.stringify(links)}::jsonb) as one (
      account_id text, provider text, subject text, email text, display_name text, photo_url text,
      linked_at timestamptz)
    on conflict do nothing`.execute(tx);
}

/** Kinds of password hashes beside those that are made here. */
export async function listKinds(db: Database): Promise<string[]> {
  const { rows } = await sql<{ kind: string }>`select kind from password_kinds`.execute(db);
  return rows.map(({ kind }) => kind);
}

export async function insertKind(
  tx: Transaction,
  { kind, decoy }: { readonly kind: string; readonly decoy: string },
): Promise<void> {
  await sql`
    insert into password_kinds (kind, decoy) values (${kind}, ${decoy})
    on conflict do nothing`.execute(tx);
}
