import { copyFile, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { sql } from 'kysely';
import { inject } from 'vitest';
import type { AppParts } from '../../src/app.ts';
import { migrate } from '../../src/platform/migrations.ts';
import { at, dropDatabase, withDatabase } from '../harness/postgres.ts';
import { createTestApp, type TestApp } from '../harness/test-app.ts';

const migrations = join(import.meta.dirname, '../../migrations');
const rows = join(import.meta.dirname, 'rows.sql.br');
/** The customers of its sandbox, which was no emulator of Stripe, as Stripe would have them. */
export const customers = { file: join(import.meta.dirname, 'emulator.sql.br') };
const newestOfVersion01 = '0025-invites-of-canceled.sql';

/** The product on a database that version 0.1 has left in the middle of its work, at the same instant. */
export async function openLeftByVersion01(logger: AppParts['logger']): Promise<TestApp> {
  const postgres = inject('postgres');
  const name = `hearth_version_0_1_${process.pid}`;
  const location = at(postgres, name);
  await withDatabase(postgres, async (db) => {
    await sql.raw(`create database ${name}`).execute(db);
  });
  let startsAt = new Date();
  await withDatabase(location, async (db) => {
    await migrateTo(newestOfVersion01, (folder) => migrate({ db, location }, folder));
    await sql.raw(brotliDecompressSync(await readFile(rows)).toString()).execute(db);
    const moment = await sql<{ at: Date }>`select at from version_0_1.moment`.execute(db);
    startsAt = moment.rows[0]?.at ?? startsAt;
    await migrate({ db, location }, migrations);
    // The recorded customers name it: the product removes no customer that may be another installation's.
    await sql`update installation set id = 'version 0.1'`.execute(db);
  });
  const app = await createTestApp({ template: name, startsAt, logger });
  await dropDatabase(postgres, name);
  return app;
}

/** The migrator takes all that a folder holds, so a folder is made that ends with this one. */
async function migrateTo(newest: string, apply: (folder: string) => Promise<unknown>) {
  const folder = await mkdtemp(join(tmpdir(), 'hearth-migrations-'));
  const files = (await readdir(migrations)).filter((file) => file <= newest);
  await Promise.all(files.map((file) => copyFile(join(migrations, file), join(folder, file))));
  await apply(folder);
  await rm(folder, { recursive: true });
}
