import { sql } from 'kysely';
import type { Transaction } from '../../platform/transaction.ts';
import type { Invite } from './invite.ts';

/** Opens an ended invite again, which must be locked. */
export async function reopenInvite(tx: Transaction, id: string): Promise<void> {
  await sql`
    update invites set status = 'pending', ended_at = null, ended_by = null
    where id = ${id}`.execute(tx);
}

interface Restoring {
  readonly subscriptionId: string;
  readonly ids: readonly string[];
  /** Most of them that there are seats for. */
  readonly free: number;
  readonly at: Date;
}

/** Opens revoked invites again whose addresses are neither in nor invited; answers their ids. */
export async function restoreRevokedInvites(
  tx: Transaction,
  { subscriptionId, ids, free, at }: Restoring,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update invites set status = 'pending', ended_at = null, ended_by = null
    where id in (
      select i.id from invites i
      where i.id = any(${ids}) and i.subscription_id = ${subscriptionId}
        and i.status = 'revoked' and i.expires_at > ${at}
        and not exists (select 1 from invites other
          where other.subscription_id = i.subscription_id and other.email = i.email
            and other.status = 'pending')
        and not exists (select 1 from accounts a join memberships m on m.account_id = a.id
          where a.email = i.email and m.subscription_id = i.subscription_id)
      order by i.id limit ${Number.isFinite(free) ? free : null}::bigint for update of i)
    returning id`.execute(tx);
  return rows.map(({ id }) => id).sort();
}

/** Gives a locked invite the secret of a new mail and a new end; the secret before it stays valid. */
export async function renewInvite(
  tx: Transaction,
  { id, tokenHash, expiresAt }: Pick<Invite, 'id' | 'tokenHash' | 'expiresAt'>,
): Promise<void> {
  await sql`
    update invites set previous_token_hash = token_hash, token_hash = ${tokenHash},
      expires_at = ${expiresAt}
    where id = ${id}`.execute(tx);
}
