import { readFile, writeFile } from 'node:fs/promises';
import { gunzipSync, gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '../../src/boot/app.ts';
import { migrate, withMigrationLock } from '../../src/platform/migrations.ts';
import type { Database, Transaction } from '../../src/platform/transaction.ts';
import { type Outcome, runHearth } from '../cli/lines.ts';
import { withDatabase } from '../harness/postgres.ts';
import { createTestApp, findLocation, type TestApp } from '../harness/test-app.ts';
import { createPerson } from '../harness/wire-client.ts';
import {
  backUp,
  createEmptyDatabase,
  createFolder,
  environmentOf,
  isUntouched,
  look,
  type Place,
  runRestore,
  toUrl,
} from './scene.ts';

describe('a restore refuses', () => {
  let app: TestApp;
  let bytes: Buffer;
  let target: Place;
  beforeAll(async () => {
    app = await createTestApp({ logger: false });
    await createPerson(app);
  });
  afterAll(() => app.close());

  async function expectRefusal(
    changed: Buffer,
    words: string | RegExp,
    env: Record<string, string> = {},
  ): Promise<void> {
    const file = `${await createFolder()}/changed.tar.gz`;
    await writeFile(file, changed);
    const { code, err } = await runRestore(app, file, target, env);
    expect(err).toMatch(words);
    expect(code).toBe(1);
    expect(await isUntouched(target.location)).toBe(true);
  }

  async function prepare(): Promise<void> {
    bytes ??= await readFile(await backUp(app));
    target = await createEmptyDatabase();
  }

  it('a file that ends too early, wherever', async () => {
    await prepare();
    for (const share of [0, 0.1, 0.5, 0.9, 0.999]) {
      await expectRefusal(
        bytes.subarray(0, Math.floor(bytes.length * share)),
        /is damaged or was altered/,
      );
    }
    await expectRefusal(bytes.subarray(0, bytes.length - 1), /is damaged or was altered/);
  });

  it('a file with one other byte, wherever', async () => {
    await prepare();
    const text = gunzipSync(bytes);
    let refused = 0;
    for (let place = 10; place < bytes.length; place += Math.ceil(bytes.length / 40)) {
      const changed = Buffer.from(bytes);
      changed[place] = (changed[place] ?? 0) ^ 1;
      // A repetition can be packed in several ways, so some bytes may differ and say what they said.
      if (!unpack(changed)?.equals(text)) {
        await expectRefusal(changed, /is damaged or was altered|not a backup/);
        refused += 1;
      }
    }
    expect(refused).toBeGreaterThan(30);
  });

  it('rows that somebody altered and packed again', async () => {
    await prepare();
    const text = gunzipSync(bytes);
    const place = text.indexOf('@example.com');
    expect(place).toBeGreaterThan(0);
    text.write('@evil-mail.c', place);
    await expectRefusal(gzipSync(text), /the rows of public\.accounts are not the ones/);
  });

  it('checksums that somebody altered with the rows', async () => {
    await prepare();
    const text = gunzipSync(bytes);
    const place = text.indexOf('"rows": 1,');
    text.write('"rows": 2,', place);
    await expectRefusal(gzipSync(text), /its checksums are not the ones/);
  });

  it('a file that is none of ours', async () => {
    await prepare();
    await expectRefusal(Buffer.from('a letter'), /is damaged or was altered/);
    await expectRefusal(gzipSync(Buffer.alloc(1024)), /is damaged or was altered: it is empty/);
  });

  it('another SECRET_KEY, with a word on where the right one is', async () => {
    await prepare();
    const SECRET_KEY = 'another-secret-of-32-characters!!';
    await expectRefusal(bytes, /The SECRET_KEY is not the one of the backup/, { SECRET_KEY });
    const file = await backUp(app);
    const env = environmentOf(app, target.url);
    expect((await runHearth(['backup', 'verify', file], env)).out).toContain('is whole');
    expect((await runHearth(['backup', 'verify', file], { ...env, SECRET_KEY })).code).toBe(1);
  });

  it('a database with people in it, and leaves them alone', async () => {
    const file = await backUp(app);
    const other = await createTestApp({ logger: false });
    try {
      await createPerson(other);
      const url = toUrl(await findLocation(other));
      const { code, err } = await runRestore(app, file, { url });
      expect(code).toBe(1);
      expect(err).toContain('The database is not empty: public.accounts has rows.');
      await createPerson(other);
    } finally {
      await other.close();
    }
  });

  it('a database on which a Hearth is running', async () => {
    const file = await backUp(app);
    const other = await createTestApp({ logger: false });
    try {
      // Listening on a free port starts its workers, too.
      const listening = { ...other.config, port: 0 };
      const url = toUrl(await findLocation(other));
      const location = await findLocation(other);
      const running = await createApp({ config: listening, db: other.db, location, logger: false });
      await running.listen();
      // Its workers begin a moment after it listens.
      await expect
        .poll(async () => {
          const { rows } = await sql<{ locks: number }>`
            select count(*)::int as locks from pg_locks
            where locktype = 'advisory' and database = (
              select oid from pg_database where datname = current_database())`.execute(other.db);
          return rows[0]?.locks;
        })
        .toBeGreaterThan(0);
      const { code, err } = await runRestore(app, file, { url });
      await running.close();
      expect(code).toBe(1);
      expect(err).toContain('A Hearth is running on this database. Stop it first');
    } finally {
      await other.close();
    }
  });

  /** Restores into an empty product, and does something while the restore, which has looked at it, waits for a table. */
  async function restoreBeside(
    meanwhile: (tx: Transaction, other: Database) => Promise<unknown>,
    { isNewer = false } = {},
  ): Promise<Outcome & { accounts: number }> {
    const file = await backUp(app);
    const place = await createEmptyDatabase();
    const { location } = place;
    return await look(location, async (db) => {
      await migrate({ db, location }, app.config.folders.migrations);
      if (isNewer) {
        // The restore makes the tables again, in the schema of the backup.
        await sql`insert into kysely_migration (name, timestamp) values ('9999', '')`.execute(db);
      }
      const outcome = await db.connection().execute(async (other) => {
        const restoring = await db.transaction().execute(async (tx) => {
          await sql`lock table accounts in row exclusive mode`.execute(tx);
          const begun = runRestore(app, file, place);
          await expect.poll(() => countWaiting(db), { timeout: 30_000 }).toBeGreaterThan(0);
          await meanwhile(tx, other);
          return { begun };
        });
        return await restoring.begun;
      });
      const { rows } = await sql`select from accounts`.execute(db);
      return { ...outcome, accounts: rows.length };
    });
  }

  async function countWaiting(db: Database): Promise<number> {
    const { rows } = await sql`
      select from pg_locks where not granted and database = (
        select oid from pg_database where datname = current_database())`.execute(db);
    return rows.length;
  }

  it.each([
    ['', {}],
    [', also where it makes the tables again', { isNewer: true }],
  ])('rows that were written while it read the file, and keeps them%s', async (_where, how) => {
    const insert = (tx: Transaction) =>
      sql`
        insert into accounts (id, email, last_signed_in_at, created_at, updated_at)
        values ('late', 'late@example.com', now(), now(), now())`.execute(tx);
    const { code, err, accounts } = await restoreBeside(insert, how);
    expect(err).toContain('The database is not empty: public.accounts has rows.');
    expect(code).toBe(1);
    expect(accounts).toBe(1);
  });

  it('a Hearth whose workers began while it read the file', async () => {
    const work = (_tx: Transaction, other: Database) =>
      sql`select pg_advisory_lock(1)`.execute(other);
    const { code, err, accounts } = await restoreBeside(work);
    expect(err).toContain('A Hearth is running on this database.');
    expect(code).toBe(1);
    expect(accounts).toBe(0);
  });

  it('a database that a starting Hearth migrates', async () => {
    const file = await backUp(app);
    target = await createEmptyDatabase();
    await look(target.location, async (db) => {
      await withMigrationLock(db, async () => {
        const { code, err } = await runRestore(app, file, target);
        expect(err).toContain('A Hearth is running on this database.');
        expect(code).toBe(1);
      });
    });
    expect(await isUntouched(target.location)).toBe(true);
  });

  it('a backup of a newer schema', async () => {
    await prepare();
    const location = await findLocation(app);
    const name = '9999-of-the-future';
    await withDatabase(location, async (db) => {
      await sql`insert into kysely_migration (name, timestamp) values (${name}, '')`.execute(db);
    });
    try {
      const newer = await readFile(await backUp(app));
      await expectRefusal(newer, /with a newer schema \(9999-of-the-future\)/);
    } finally {
      await withDatabase(location, async (db) => {
        await sql`delete from kysely_migration where name = ${name}`.execute(db);
      });
    }
  });
});

/** Undefined where the bytes cannot be unpacked. */
function unpack(bytes: Buffer): Buffer | undefined {
  try {
    return gunzipSync(bytes);
  } catch {
    return undefined;
  }
}
