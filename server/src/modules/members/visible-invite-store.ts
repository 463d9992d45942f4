import type { InviteStatus } from '@hearth/contract';
import { sql } from 'kysely';
import type { PagePosition } from '../../platform/page-token.ts';
import type { Database } from '../../platform/transaction.ts';

/** Name of who invited, else their address. */
const hostName = sql.raw(`coalesce(nullif(host.display_name, ''), host.email, '')`);

export interface VisibleInvite {
  readonly id: string;
  readonly email: string;
  readonly subscription_id: string;
  readonly subscription_name: string;
  readonly host_name: string;
  readonly permissions: string[];
  readonly created_at: Date;
  readonly expires_at: Date;
}

const columns = sql`i.id, i.email, i.subscription_id, coalesce(sub.name, '') as subscription_name,
  ${hostName} as host_name, i.permissions, i.created_at, i.expires_at`;

interface PendingInvitesQuestion {
  readonly email: string;
  readonly at: Date;
  /** Last invite of the page before; undefined on the first page. */
  readonly after: PagePosition | undefined;
  readonly limit: number;
}

/** Pending invites to the address, newest first; those of canceled subscriptions lead nowhere. */
export async function listPendingInvites(
  db: Database,
  { email, at, after, limit }: PendingInvitesQuestion,
): Promise<VisibleInvite[]> {
  const isAfter = after
    ? sql`and (i.created_at < ${after.createdAt}
        or (i.created_at = ${after.createdAt} and i.id > ${after.id}))`
    : sql``;
  const { rows } = await sql<VisibleInvite>`
    select ${columns}
    from invites i join subscriptions sub on sub.id = i.subscription_id
    left join accounts host on host.id = i.invited_by
    where i.email = ${email} and i.status = 'pending' and i.expires_at > ${at}
      and sub.status <> 'canceled' ${isAfter}
    order by i.created_at desc, i.id limit ${limit}`.execute(db);
  return rows;
}

export interface InvitePage extends VisibleInvite {
  readonly token_hash: Buffer;
  readonly previous_token_hash: Buffer | null;
  readonly status: InviteStatus;
  readonly plan_id: string;
  readonly subscription_status: string;
  readonly has_account: boolean;
  readonly is_member: boolean;
  readonly members: number;
}

/** An invite with its subscription and people, for its page. */
export async function findInvitePage(db: Database, id: string): Promise<InvitePage | undefined> {
  const { rows } = await sql<InvitePage>`
    select ${columns}, i.token_hash, i.previous_token_hash, i.status, sub.plan_id, sub.status as subscription_status,
      invited.id is not null as has_account, m.account_id is not null as is_member,
      sub.member_count as members
    from invites i join subscriptions sub on sub.id = i.subscription_id
    left join accounts host on host.id = i.invited_by
    left join accounts invited on invited.email = i.email
    left join memberships m on m.subscription_id = sub.id and m.account_id = invited.id
    where i.id = ${id}`.execute(db);
  return rows[0];
}
