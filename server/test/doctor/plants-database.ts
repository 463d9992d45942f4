import { cp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { openPostgres } from '../../src/boot/open-postgres.ts';
import type { Config } from '../../src/config/config.ts';
import { type DatabaseLocation, openDatabase } from '../../src/platform/database.ts';
import { adminRole } from '../../src/platform/postgres/postgres-database.ts';
import { freePort } from '../harness/free-port.ts';
import { findLocation } from '../harness/test-app.ts';
import { makeFolder, type Plant } from './plant.ts';
import { host, type Scene } from './scene.ts';

/** A statement as the superuser; by the product's own role where the tests run on another server. */
async function asAdmin(scene: Scene, statement: string): Promise<void> {
  const location = await findLocation(scene.app);
  const admin = 'host' in location ? { ...location, user: adminRole } : location;
  const { db, close } = openDatabase(admin, () => undefined);
  await sql
    .raw(statement)
    .execute(db)
    .finally(() => close());
}

async function run({ app }: Scene, statement: string): Promise<void> {
  await sql.raw(statement).execute(app.db);
}

/** Settings of PostgreSQL for the doctor's own connections. */
async function openWith({ app }: Scene, options: string) {
  const location = { ...(await findLocation(app)), options };
  return async () => openDatabase(location as DatabaseLocation, () => undefined);
}

/** Roles are of the whole server, where other tests run. */
const poorRole = `doctor_${process.pid}_${Date.now().toString(36)}`;

const insertMail = `insert into mails (id, language, kind, sealed_content, message_id, created_at)
  values ('planted', 'en', 'receipt', '', '<planted@acme.dev>', now() - interval '1 hour')`;

const removeMail = `delete from mails where id = 'planted';
  select graphile_worker.remove_job('planted');`;

/** Leaves the minutes' work as one that began a day ago and was never done, also at the next full minute. */
export const stopMinutes = (scene: Scene) =>
  run(
    scene,
    `update graphile_worker._private_known_crontabs
      set known_since = now() - interval '1 day', last_execution = null;
    create function keep_row() returns trigger language plpgsql as 'begin return null; end';
    create trigger keep_row before update on graphile_worker._private_known_crontabs
      for each row execute function keep_row()`,
  );

export const startMinutes = (scene: Scene) =>
  run(
    scene,
    `drop function keep_row() cascade;
    update graphile_worker._private_known_crontabs set last_execution = now()`,
  );

export const databasePlants: readonly Plant[] = [
  {
    id: 'database-unreachable',
    given: 'a PostgreSQL that does not run',
    plant: async () => {
      const url = `postgres://hearth:secret-word@127.0.0.1:${await freePort()}/hearth`;
      const open = (config: Config) => openPostgres(config, () => undefined, { shared: true });
      return { env: { DATABASE_URL: url }, elsewhere: { open } };
    },
  },
  {
    id: 'database-old',
    given: 'PostgreSQL 13',
    async plant(scene) {
      await run(
        scene,
        `create function public.current_setting(text) returns text language sql
          as $$ select case $1 when 'server_version_num' then '130011'
            else pg_catalog.current_setting($1) end $$`,
      );
      return { elsewhere: { open: await openWith(scene, '-c search_path=public,pg_catalog') } };
    },
    undo: (scene) => run(scene, 'drop function public.current_setting(text)'),
  },
  {
    id: 'database-rights',
    given: 'a role that owns nothing',
    async plant(scene) {
      const { rows } = await sql<{ name: string }>`select current_user as name`.execute(
        scene.app.db,
      );
      await asAdmin(scene, `create role ${poorRole}; grant ${poorRole} to ${rows[0]?.name}`);
      return { elsewhere: { open: await openWith(scene, `-c role=${poorRole}`) } };
    },
    undo: (scene) => asAdmin(scene, `drop role ${poorRole}`),
  },
  {
    id: 'database-search',
    given: 'no pg_trgm',
    plant: (scene) => run(scene, 'drop extension pg_trgm cascade'),
    // Runs the statements of the fix.
    undo: (scene) =>
      run(
        scene,
        `create extension pg_trgm; create index memberships_search_text on memberships
          using gin (search_text gin_trgm_ops)`,
      ),
  },
  {
    id: 'database-connections',
    given: 'a limit of 16 connections',
    async plant(scene) {
      // Idle ones of earlier cases would leave the doctor none.
      await run(
        scene,
        `select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid() and state = 'idle'`,
      );
      await limitConnections(scene, 16);
    },
    undo: (scene) => limitConnections(scene, -1),
  },
  {
    id: 'database-not-encrypted',
    given: 'a database across the internet without TLS',
    plant: () => ({
      env: { DATABASE_URL: 'postgres://hearth:secret-word@db.acme.dev/hearth' },
      elsewhere: {
        lookup: async (name) => (name === host ? ['127.0.0.1'] : ['203.0.113.9']),
      },
    }),
  },
  {
    id: 'schema-older',
    given: 'a migration that was not applied',
    async plant({ app }) {
      const migrations = await makeFolder();
      await cp(app.config.folders.migrations, migrations, { recursive: true });
      await writeFile(join(migrations, '9999-planted.sql'), 'select 1;');
      return { folders: { migrations } };
    },
  },
  {
    id: 'schema-newer',
    given: 'a migration of a newer version',
    plant: (scene) =>
      run(scene, "insert into kysely_migration values ('9999-planted', '2030-01-01T00:00:00Z')"),
    undo: (scene) => run(scene, "delete from kysely_migration where name = '9999-planted'"),
  },
  {
    id: 'secret-other',
    given: 'another SECRET_KEY than the database was set up with',
    also: ['public-url-other'],
    plant: () => ({ env: { SECRET_KEY: '0b5f2e6d9c1a48370b5f2e6d9c1a4837' } }),
  },
  {
    id: 'jobs-stopped',
    given: 'a job that nobody takes up',
    plant: (scene) =>
      run(
        scene,
        "select graphile_worker.add_job('planted', run_at => now() - interval '1 hour', job_key => 'planted')",
      ),
    undo: (scene) => run(scene, "select graphile_worker.remove_job('planted')"),
  },
  {
    id: 'jobs-stopped',
    given: 'no process that works the jobs',
    plant: stopMinutes,
    undo: startMinutes,
  },
  {
    id: 'jobs-given-up',
    given: 'a job that failed as often as it may',
    async plant(scene) {
      await run(
        scene,
        "select graphile_worker.add_job('planted', job_key => 'planted', max_attempts => 1)",
      );
      await run(
        scene,
        `select graphile_worker.permanently_fail_jobs(array_agg(id)) from graphile_worker.jobs
          where key = 'planted'`,
      );
    },
    undo: (scene) => run(scene, "select graphile_worker.remove_job('planted')"),
  },
  {
    id: 'webhook-endpoint-off',
    given: 'a webhook endpoint that has failed for five days',
    plant: (scene) =>
      run(
        scene,
        `insert into webhook_endpoints (id, url, description, types, sealed_secret, off_reason, created_at)
          values ('we_planted', 'https://acme.dev/hook', '', '{}', '', 'failing', now()),
            ('we_meant', 'https://old.acme.dev/hook', '', '{}', '', 'operator', now())`,
      ),
    undo: (scene) =>
      run(scene, "delete from webhook_endpoints where id in ('we_planted', 'we_meant')"),
  },
  {
    id: 'webhook-endpoint-full',
    given: 'a webhook endpoint for which too many deliveries waited',
    plant: (scene) =>
      run(
        scene,
        `insert into webhook_endpoints (id, url, description, types, sealed_secret, missed_since, created_at)
          values ('we_planted', 'https://acme.dev/hook', '', '{webhook.test}', '', now(), now())`,
      ),
    undo: (scene) => run(scene, "delete from webhook_endpoints where id = 'we_planted'"),
  },
  {
    id: 'event-list-still',
    given: 'an event that no step has numbered for an hour',
    async plant(scene) {
      await run(scene, 'select number_events(5000)');
      await run(
        scene,
        "create function planted() returns trigger language plpgsql as 'begin return null; end'",
      );
      await run(
        scene,
        'create trigger planted before update on events for each row execute function planted()',
      );
      await run(
        scene,
        `insert into events (id, type, subject_id, data, created_at)
          values ('evt_planted', 'account.updated', 'nobody', '{}', now() - interval '1 hour')`,
      );
    },
    async undo(scene) {
      await run(scene, 'drop function planted cascade');
      await run(scene, "delete from events where id = 'evt_planted'");
    },
  },
  {
    id: 'mails-waiting',
    given: 'a mail that waits for an hour',
    async plant(scene) {
      await run(scene, insertMail);
      await run(
        scene,
        `select graphile_worker.add_job('send-mail', '{"mailId": "planted"}',
          job_key => 'planted', run_at => now() + interval '1 hour')`,
      );
    },
    undo: (scene) => run(scene, removeMail),
  },
  {
    id: 'mails-given-up',
    given: 'a mail without a job',
    plant: (scene) => run(scene, insertMail),
    undo: (scene) => run(scene, removeMail),
  },
  {
    id: 'ownership-claimed',
    given: 'a project that somebody claims',
    async plant(scene) {
      await run(
        scene,
        `insert into accounts (id, email, last_signed_in_at, created_at, updated_at)
          values ('planted', 'planted@example.com', now(), now(), now())`,
      );
      await run(
        scene,
        `insert into subscriptions (id, owner_id, plan_id, status, created_at, updated_at)
          values ('planted', 'planted', 'free', 'active', now(), now())`,
      );
      await run(
        scene,
        `insert into ownership_claims (subscription_id, email, account_id, reason, claimed_at)
          values ('planted', 'old@example.com', 'planted', 'given-away', now())`,
      );
    },
    async undo(scene) {
      await run(scene, "delete from subscriptions where id = 'planted'");
      await run(scene, "delete from accounts where id = 'planted'");
    },
  },
];

async function limitConnections(scene: Scene, count: number): Promise<void> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(
    scene.app.db,
  );
  await run(scene, `alter database ${rows[0]?.name} connection limit ${count}`);
}
