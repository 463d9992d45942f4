import { type RawBuilder, sql } from 'kysely';

/**
 * The part of a statement that keeps names readable in the activity, whose rows are removed beside it.
 * `named` selects id, subscription_id and name.
 */
export function keepNames(named: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    insert into audit_names (id, subscription_id, name) ${named}
    on conflict (id, subscription_id) do update set name = excluded.name`;
}
