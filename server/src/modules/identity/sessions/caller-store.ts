import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../../platform/transaction.ts';
import { type AccountRow, accountColumns, toAccount } from '../accounts/account-store.ts';
import { type IdentityLinkRow, toLink } from '../accounts/identity-link-store.ts';
import type { CallerClaims, CallerRow, OwnAccount } from './caller.ts';

/** Columns of CallerRow over `callerSource`. */
export const callerColumns = sql.raw(
  `a.id as uid, a.email, a.email_verified, a.disabled_at,
   s.id as session_id, s.cookie, s.provider, s.second_factor, s.signed_in_at, s.begun_at, s.last_seen_at, s.expires_at`,
);

/** Account `a` with its session `s`, for joining more to in the same statement. */
export function callerSource({ uid, sessionId }: CallerClaims): RawBuilder<unknown> {
  return sql`(values (${uid}::text, ${sessionId}::text)) claims (uid, session_id)
    join accounts a on a.id = claims.uid
    left join sessions s on s.id = claims.session_id and s.account_id = a.id`;
}

export async function findCallerRow(
  db: Database,
  claims: CallerClaims,
): Promise<CallerRow | undefined> {
  const { rows } = await sql<CallerRow>`/* plan once: caller */
    select ${callerColumns} from ${callerSource(claims)}`.execute(db);
  return rows[0];
}

interface FoundCaller {
  readonly callerRow: CallerRow | undefined;
  /** Undefined if the account is gone. */
  readonly own: OwnAccount | undefined;
}

/** The caller with the whole account and its links, in one statement. */
export async function findCallerWithAccount(
  db: Database,
  claims: CallerClaims,
): Promise<FoundCaller> {
  const { rows } = await sql<
    CallerRow & AccountRow & { links: JsonLink[] }
  >`/* plan once: caller-with-account */
    select ${callerColumns}, ${columnsOfAccount},
      (select coalesce(json_agg(l order by l.linked_at, l.provider), '[]')
        from identity_links l where l.account_id = a.id) as links
    from ${callerSource(claims)}`.execute(db);
  const row = rows[0];
  return {
    callerRow: row,
    own: row && { account: toAccount(row), links: row.links.map(fromJson) },
  };
}

const columnsOfAccount = sql.raw(accountColumns.map((column) => `a.${column}`).join(', '));

/** Within JSON an instant is a text. */
type JsonLink = Omit<IdentityLinkRow, 'linked_at'> & { readonly linked_at: string };

const fromJson = (link: JsonLink) => toLink({ ...link, linked_at: new Date(link.linked_at) });
