import { isIP } from 'node:net';
import { type DatabaseFacts, readDatabaseFacts } from '../../platform/database-facts.ts';
import { readDatabaseAddress } from '../../platform/database-servers.ts';
import { toCount } from '../../platform/quantity.ts';
import { readSchemaState } from '../../platform/schema-state.ts';
import type { Check, DoctorContext } from '../context.ts';
import { type Finding, fault, those, warning } from '../finding.ts';
import { isPrivate } from '../private-address.ts';

export const reachDatabase: Check = {
  name: 'the database',
  async run({ config, databaseFault }) {
    const problem = await databaseFault();
    return those(
      problem !== undefined &&
        fault(
          'database-unreachable',
          problem.startsWith('The database') ? problem : `The database cannot be used: ${problem}`,
          config.databaseUrl === undefined
            ? 'Start Hearth, which starts its database; if it does not start, correct what it says, or read postgres.log in DATA_DIR.'
            : 'Check host, port, user, password and database in DATABASE_URL, and whether PostgreSQL runs.',
        ),
    );
  },
};

const oldestVersion = 140_000;
const fewestFree = 3;

export const database: Check = {
  name: 'the rights in the database',
  async run(context) {
    const facts = await readDatabaseFacts(await context.database());
    const { version, role, hasTrigrams } = facts;
    return [
      ...those(
        version < oldestVersion &&
          fault(
            'database-old',
            `PostgreSQL 14 or newer is needed; this one is ${Math.floor(version / 10_000)}.`,
            'Upgrade PostgreSQL, or set DATABASE_URL to a newer one and restore a backup there.',
          ),
        findMissingRight(facts),
        !hasTrigrams &&
          warning(
            'database-search',
            'The extension pg_trgm is missing, so searching large lists of users is slow.',
            `As a superuser: create extension pg_trgm; then as ${role}: create index memberships_search_text on memberships using gin (search_text gin_trgm_ops);`,
          ),
      ),
      ...those(findFewConnections(facts, context)),
    ];
  },
};

function findMissingRight(facts: DatabaseFacts): Finding | undefined {
  const { role, database: name, mayCreateSchemas, mayCreateTables, foreignTables } = facts;
  const missing = [
    ...(mayCreateSchemas ? [] : [`create schemas in the database ${name}`]),
    ...(mayCreateTables ? [] : ['create tables in the schema public']),
    ...(foreignTables === 0 ? [] : [`change ${toCount(foreignTables, 'table')} of another role`]),
  ];
  return missing.length === 0
    ? undefined
    : fault(
        'database-rights',
        `The role ${role} may not ${missing.join(', nor ')}, which upgrades need.`,
        `As a superuser: alter database ${name} owner to ${role}; grant create on schema public to ${role}; and reassign owned by <the other role> to ${role};`,
      );
}

function findFewConnections(
  { maxConnections, usedConnections }: DatabaseFacts,
  { connections: needed }: DoctorContext,
): Finding | undefined {
  const fix =
    'Raise max_connections of PostgreSQL, and the connection limits of the role and the database (alter role … connection limit -1).';
  if (maxConnections < needed) {
    return fault(
      'database-connections',
      `PostgreSQL lets Hearth open ${maxConnections} connections, and one process needs up to ${needed}.`,
      fix,
    );
  }
  return maxConnections - usedConnections < fewestFree
    ? warning(
        'database-connections',
        `${usedConnections} of the ${maxConnections} connections of PostgreSQL are in use.`,
        fix,
      )
    : undefined;
}

export const encryption: Check = {
  name: 'the way to the database',
  async run({ config: { databaseUrl }, database: open, lookup }) {
    if (databaseUrl === undefined) {
      return [];
    }
    const { isEncrypted } = await readDatabaseFacts(await open());
    const { servers } = readDatabaseAddress(databaseUrl);
    // A folder is one of sockets.
    const hosts = servers.map(({ host }) => host).filter((host) => !/^(\/|$)/.test(host));
    if (isEncrypted || hosts.length === 0) {
      return [];
    }
    const found = hosts.map((host) => (isIP(host) ? [host] : lookup(host)));
    const addresses = (await Promise.all(found)).flat();
    return those(
      !addresses.every(isPrivate) &&
        fault(
          'database-not-encrypted',
          `The connection to the database at ${hosts.join(', ')} crosses the internet without encryption.`,
          'Add ?sslmode=verify-full to DATABASE_URL (and sslrootcert=<file> for an authority of your own).',
        ),
    );
  },
};

/** Migrations that are missing, or that a newer program has made. */
export const schema: Check = {
  name: 'the schema',
  async run({ config, database: open }) {
    const { missing, unknown, isEmpty } = await readSchemaState(
      await open(),
      config.folders.migrations,
      config.folders.appMigrations,
    );
    const first = missing[0];
    return those(
      isEmpty &&
        fault('schema-older', 'The database is empty.', 'Start Hearth once, or restore a backup.'),
      !isEmpty &&
        missing.length > 0 &&
        fault(
          'schema-older',
          `The database is older than this program: ${toCount(missing.length, 'migration')} not applied yet, the first ${first}.`,
          'Restart Hearth, or run npm run db:migrate.',
        ),
      unknown.length > 0 &&
        fault(
          'schema-newer',
          `The database is newer than this program: it already has ${unknown.at(-1)}.`,
          'Start the newer version again; to go back, restore a backup from before the upgrade.',
        ),
    );
  },
};
