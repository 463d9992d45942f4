import { sql } from 'kysely';
import { ownSchemaList } from './own-schemas.ts';
import type { Database } from './transaction.ts';

/** PostgreSQL as this program's role finds it. */
export interface DatabaseFacts {
  /** 180004 is 18.4. */
  readonly version: number;
  readonly now: Date;
  readonly role: string;
  readonly database: string;
  /** May create schemas in the database, and tables in the schema `public`. */
  readonly mayCreateSchemas: boolean;
  readonly mayCreateTables: boolean;
  /** Tables and the like that another role owns, which migrations cannot change. */
  readonly foreignTables: number;
  readonly hasTrigrams: boolean;
  /** Whether this connection is encrypted. */
  readonly isEncrypted: boolean;
  /** Most connections that this role may open. */
  readonly maxConnections: number;
  /** Connections of everybody, now. */
  readonly usedConnections: number;
}

export async function readDatabaseFacts(db: Database): Promise<DatabaseFacts> {
  const { rows } = await sql<DatabaseFacts>`
    select current_setting('server_version_num')::int as version,
      clock_timestamp() as now,
      current_user::text as role,
      current_database()::text as database,
      has_database_privilege(current_database(), 'create') as "mayCreateSchemas",
      has_schema_privilege('public', 'create') as "mayCreateTables",
      (select count(*)::int from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where n.nspname in (${ownSchemaList})
          and c.relkind in ('r', 'p', 'v', 'm', 'S') and not pg_has_role(c.relowner, 'usage')
          and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e'))
        as "foreignTables",
      exists (select from pg_extension where extname = 'pg_trgm') as "hasTrigrams",
      coalesce((select s.ssl from pg_stat_ssl s where s.pid = pg_backend_pid()), false)
        as "isEncrypted",
      least(
        current_setting('max_connections')::int
          - current_setting('superuser_reserved_connections')::int
          - coalesce(current_setting('reserved_connections', true), '0')::int,
        (select nullif(rolconnlimit, -1) from pg_roles where rolname = current_user),
        (select nullif(datconnlimit, -1) from pg_database where datname = current_database()))
        as "maxConnections",
      (select count(*)::int from pg_stat_activity where backend_type = 'client backend')
        as "usedConnections"`.execute(db);
  const [facts] = rows;
  if (!facts) {
    throw new Error('PostgreSQL answered no row about itself.');
  }
  return facts;
}
