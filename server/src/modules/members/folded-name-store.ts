import { sql } from 'kysely';
import type { Database } from '../../platform/transaction.ts';

/** Folded in one transaction, which keeps these people from changing their names meanwhile. */
const mostAtOnce = 500;

/** Folds the names of memberships that are older than `fold_name`; does nothing once all are. */
export async function foldOldNames(db: Database): Promise<void> {
  while (await foldSomeNames(db)) {
    // Until all are folded.
  }
}

async function foldSomeNames(db: Database): Promise<boolean> {
  const { rows } = await sql`
    with place as materialized (
      select subscription_id, account_id from unfolded_names for update skip locked
    ), next as materialized (
      select m.subscription_id, m.account_id from memberships m, place
      where (m.subscription_id, m.account_id) > (place.subscription_id, place.account_id)
      order by m.subscription_id, m.account_id limit ${mostAtOnce}
    ), named as materialized (
      select next.*, a.display_name, a.email from next join accounts a on a.id = next.account_id
      for share of a
    ), folded as (
      update memberships m set
        listed_as = fold_name(coalesce(nullif(named.display_name, ''), named.email)),
        search_text = fold_name(named.display_name || ' ' || named.email)
      from named
      where m.subscription_id = named.subscription_id and m.account_id = named.account_id
    ), ended as (
      delete from unfolded_names where not exists (select from next)
    ), moved as (
      update unfolded_names set subscription_id = last.subscription_id, account_id = last.account_id
      from (select * from next order by subscription_id desc, account_id desc limit 1) last
    )
    select from next limit 1`.execute(db);
  return rows.length > 0;
}
