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

/** Waits for nobody, since it holds many at a time: it ends before the first that another transaction is changing. */
async function foldSomeNames(db: Database): Promise<boolean> {
  const { rows } = await sql`
    with place as materialized (
      select subscription_id, account_id from unfolded_names for update skip locked
    ), next as materialized (
      select m.subscription_id, m.account_id,
        row_number() over (order by m.subscription_id, m.account_id) as position
      from memberships m, place
      where (m.subscription_id, m.account_id) > (place.subscription_id, place.account_id)
      order by m.subscription_id, m.account_id limit ${mostAtOnce}
    ), people as materialized (
      select id, display_name, email from accounts
      where id in (select account_id from next) for share skip locked
    ), held as materialized (
      select subscription_id, account_id from memberships
      where (subscription_id, account_id) in (
        select subscription_id, account_id from next join people on people.id = next.account_id)
      for no key update skip locked
    ), busy as (
      select min(position) as first from next
      where (subscription_id, account_id) not in (select subscription_id, account_id from held)
    ), named as materialized (
      select next.*, people.display_name, people.email
      from next join people on people.id = next.account_id, busy
      where busy.first is null or next.position < busy.first
    ), folded as (
      update memberships m set
        listed_as = fold_name(coalesce(nullif(named.display_name, ''), named.email)),
        search_text = fold_name(named.display_name || ' ' || named.email)
      from named
      where m.subscription_id = named.subscription_id and m.account_id = named.account_id
    ), ended as (
      delete from unfolded_names where exists (select from place) and not exists (select from next)
    ), moved as (
      update unfolded_names set subscription_id = last.subscription_id, account_id = last.account_id
      from (select * from named order by position desc limit 1) last
    )
    select from named limit 1`.execute(db);
  return rows.length > 0;
}
