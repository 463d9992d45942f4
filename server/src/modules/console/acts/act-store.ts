import { sql } from 'kysely';
import type { Database, Transaction } from '../../../platform/transaction.ts';

export interface Act {
  /** Call name of the act: `disablePerson`. */
  readonly act: string;
  /** uid; null on the command line. */
  readonly operatorId: string | null;
  readonly accountId: string | null;
  readonly subscriptionId: string | null;
  readonly reason: string;
  readonly at: Date;
}

/** Writes it down; false if this press is there already, which waits for one that is under way. */
export async function insertAct(
  tx: Transaction,
  act: Act & { key: string | null },
): Promise<boolean> {
  const { key, operatorId, accountId, subscriptionId, reason, at } = act;
  const { rows } = await sql`
    insert into operator_acts (key, act, operator_id, account_id, subscription_id, reason, happened_at)
    values (${key}, ${act.act}, ${operatorId}, ${accountId}, ${subscriptionId}, ${reason}, ${at})
    on conflict (key) do nothing returning id`.execute(tx);
  return rows.length === 1;
}

export interface ListedAct extends Act {
  readonly id: string;
  /** Address of the operator; null on the command line, and if the account is gone. */
  readonly operatorEmail: string | null;
}

/** About a person or a project, newest first; 50 at most. */
export async function listActs(
  db: Database,
  about: { readonly accountId: string } | { readonly subscriptionId: string },
): Promise<readonly ListedAct[]> {
  const condition =
    'accountId' in about
      ? sql`o.account_id = ${about.accountId}`
      : sql`o.subscription_id = ${about.subscriptionId}`;
  const { rows } = await sql<ListedAct>`
    select o.id::text, o.act, o.operator_id as "operatorId", a.email as "operatorEmail",
      o.account_id as "accountId", o.subscription_id as "subscriptionId", o.reason,
      o.happened_at as at
    from operator_acts o left join accounts a on a.id = o.operator_id
    where ${condition} order by o.id desc limit 50`.execute(db);
  return rows;
}
