import { sql } from 'kysely';
import type { Database, Transaction } from '../../../platform/transaction.ts';

/** An operator's look at the product as a person sees it. */
interface OperatorView {
  readonly tokenHash: Buffer;
  /** uid of the person. */
  readonly accountId: string;
  /** Session of the operator. */
  readonly sessionId: string;
  readonly hasSecondFactor: boolean;
  readonly expiresAt: Date;
}

export async function insertView(tx: Transaction, view: OperatorView): Promise<void> {
  await sql`
    insert into operator_views (token_hash, account_id, session_id, has_second_factor, expires_at)
    values (${view.tokenHash}, ${view.accountId}, ${view.sessionId}, ${view.hasSecondFactor},
      ${view.expiresAt})`.execute(tx);
}

interface Seen {
  readonly uid: string;
  readonly email: string;
  readonly emailVerified: boolean;
}

interface RunningView {
  readonly hasSecondFactor: boolean;
  /** Whether the operator's session has shown a second factor. */
  readonly isShown: boolean;
  readonly person: Seen;
  readonly operator: Seen;
}

/** The view, while it and the operator's session last and nobody has disabled either account. */
export async function findRunningView(
  db: Database,
  { tokenHash, at }: Pick<OperatorView, 'tokenHash'> & { readonly at: Date },
): Promise<RunningView | undefined> {
  const { rows } = await sql<RunningView>`/* plan once: operator-view */
    select v.has_second_factor as "hasSecondFactor", s.second_factor is not null as "isShown",
      json_build_object('uid', p.id, 'email', p.email, 'emailVerified', p.email_verified) as person,
      json_build_object('uid', o.id, 'email', o.email, 'emailVerified', o.email_verified) as operator
    from operator_views v
    join accounts p on p.id = v.account_id and p.disabled_at is null
    join sessions s on s.id = v.session_id and s.expires_at > ${at}
    join accounts o on o.id = s.account_id and o.disabled_at is null
    where v.token_hash = ${tokenHash} and v.expires_at > ${at}`.execute(db);
  return rows[0];
}

export async function removeView(
  tx: Transaction,
  { tokenHash }: Pick<OperatorView, 'tokenHash'>,
): Promise<void> {
  await sql`delete from operator_views where token_hash = ${tokenHash}`.execute(tx);
}

export async function sweepViews(db: Database, at: Date): Promise<void> {
  await sql`delete from operator_views where expires_at <= ${at}`.execute(db);
}
