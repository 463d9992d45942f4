import { sql } from 'kysely';
import { ownSchemaList } from '../own-schemas.ts';
import type { Transaction } from '../transaction.ts';
import { quoteName } from './tables.ts';

/**
 * Removes triggers and foreign keys, so that tables can be loaded in any order. Answers how to restore them; foreign
 * keys are then checked for all rows.
 */
export async function setAside(
  tx: Transaction,
  tables: readonly string[],
): Promise<() => Promise<void>> {
  const { rows: keys } = await sql<{ place: string; name: string; definition: string }>`
    select format('%I.%I', n.nspname, c.relname) as place, quote_ident(k.conname) as name,
      pg_get_constraintdef(k.oid) as definition
    from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
    -- Those of partitions come and go with that of their table.
    where k.contype = 'f' and k.conparentid = 0 and n.nspname in (${ownSchemaList})`.execute(tx);
  const each = async (statements: readonly string[]) => {
    for (const statement of statements) {
      await sql.raw(statement).execute(tx);
    }
  };
  const places = tables.map(quoteName);
  await each(places.map((place) => `alter table ${place} disable trigger user`));
  await each(keys.map(({ place, name }) => `alter table ${place} drop constraint ${name}`));
  return async () => {
    await each(
      keys.map(
        ({ place, name, definition }) =>
          `alter table ${place} add constraint ${name} ${definition}`,
      ),
    );
    await each(places.map((place) => `alter table ${place} enable trigger user`));
  };
}

/** Removes our tables, sequences and functions of an empty database; the job queue's, which has no older schema, stays. */
export async function clearSchema(tx: Transaction): Promise<void> {
  const { rows } = await sql<{ statement: string }>`
    with ours as (
      select 1 as step, format('drop table public.%I cascade', c.relname) as statement
      from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and not exists (
        select from pg_depend d
        where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
      union all
      -- Sequences of columns have gone with their tables.
      select 2, format('drop sequence if exists public.%I', c.relname)
      from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'S'
      union all
      -- Routines that take a row of a table have gone with it.
      select 3, 'drop routine if exists ' || p.oid::regprocedure || ' cascade'
      from pg_proc p
      where p.pronamespace = 'public'::regnamespace and not exists (
        select from pg_depend d
        where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
      union all
      select 4, 'drop schema if exists sandbox cascade'
      union all
      select 5, 'drop schema if exists app cascade'
    )
    select statement from ours order by step`.execute(tx);
  for (const { statement } of rows) {
    await sql.raw(statement).execute(tx);
  }
}
