import pg from 'pg';
import { PORT } from './postgres-folders.ts';

/** Made by initdb: a superuser, for administration only. */
export const adminRole = 'hearth';
/** Role that Hearth connects with: owns its database, and nothing beyond. */
export const programRole = 'hearth_app';
const database = 'hearth';

/** Makes the role and the database that are missing; what the superuser still owns becomes the role's. */
export async function prepareDatabase(owner: pg.Client, socketFolder: string): Promise<void> {
  await createRole(owner);
  const found = await owner.query('select 1 from pg_database where datname = $1', [database]);
  if (found.rowCount === 0) {
    await owner.query(`create database ${database} owner ${programRole}`);
  }
  await handOver(socketFolder);
}

async function createRole(owner: pg.Client): Promise<void> {
  const found = await owner.query('select 1 from pg_roles where rolname = $1', [programRole]);
  if (found.rowCount === 0) {
    const rights = 'login nosuperuser nocreatedb nocreaterole noreplication nobypassrls';
    await owner.query(`create role ${programRole} ${rights}`);
  }
}

/** Databases of earlier versions, and restored backups, belong to the superuser. */
async function handOver(socketFolder: string): Promise<void> {
  const client = new pg.Client({
    host: socketFolder,
    port: PORT,
    user: adminRole,
    database,
    ssl: false,
    connectionTimeoutMillis: 5_000,
  });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<{ command: string }>(listForeign, [programRole]);
    if (rows.length > 0) {
      // Statements of one text are one transaction: a crash leaves all of it or nothing.
      await client.query(rows.map(({ command }) => command).join(';\n'));
    }
  } finally {
    await client.end();
  }
}

/** Sequences that belong to a column follow its table; what an extension brought stays with it. */
const listForeign = `
  with program as (select oid, quote_ident(rolname) as name from pg_roles where rolname = $1),
  spaces as (
    select oid, nspname, nspowner from pg_namespace
    where nspname !~ '^pg_' and nspname <> 'information_schema'
  ),
  bound as (
    select classid, objid from pg_depend
    where deptype = 'e' or (classid = 'pg_class'::regclass and deptype in ('a', 'i')
      and refclassid = 'pg_class'::regclass and refobjsubid > 0)
  ),
  foreign_objects as (
    select 'database ' || quote_ident(datname) as object from pg_database, program
    where datname = current_database() and datdba <> program.oid
    union all
    select 'schema ' || quote_ident(nspname) from spaces, program
    where nspowner <> program.oid and nspname <> 'public'
    union all
    select case relkind when 'S' then 'sequence ' when 'v' then 'view ' when 'm' then 'materialized view '
      when 'f' then 'foreign table ' else 'table ' end || c.oid::regclass
    from pg_class c join spaces on spaces.oid = relnamespace, program
    where relowner <> program.oid and relkind in ('r', 'p', 'v', 'm', 'f', 'S')
      and not exists (select from bound where classid = 'pg_class'::regclass and objid = c.oid)
    union all
    select 'routine ' || p.oid::regprocedure
    from pg_proc p join spaces on spaces.oid = pronamespace, program
    where proowner <> program.oid
      and not exists (select from bound where classid = 'pg_proc'::regclass and objid = p.oid)
    union all
    select 'type ' || t.oid::regtype
    from pg_type t join spaces on spaces.oid = typnamespace, program
    where typowner <> program.oid
      and (typtype in ('d', 'e', 'r')
        or exists (select from pg_class where oid = typrelid and relkind = 'c'))
      and not exists (select from bound where classid = 'pg_type'::regclass and objid = t.oid)
  )
  select 'alter ' || object || ' owner to ' || program.name as command from foreign_objects, program`;
