import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createIdTokens } from '../../src/modules/identity/index.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { type OpenDatabase, openDatabase } from '../../src/platform/database.ts';
import { migrate } from '../../src/platform/migrations.ts';
import { at, dropDatabase, withDatabase } from '../harness/postgres.ts';

const migrations = fileURLToPath(new URL('../../migrations', import.meta.url));
const name = `hearth_together_${process.pid}`;

/** Several Hearths that start at the same moment against one empty database. */
describe('processes that start together', () => {
  let processes: OpenDatabase[];

  beforeAll(async () => {
    const postgres = inject('postgres');
    await withDatabase(postgres, async (db) => {
      await sql.raw(`create database ${name}`).execute(db);
    });
    processes = Array.from({ length: 4 }, () => openDatabase(at(postgres, name), () => {}));
  });
  afterAll(async () => {
    await Promise.all(processes.map((one) => one.close()));
    await dropDatabase(inject('postgres'), name);
  });

  it('migrate once', async () => {
    const applied = await Promise.all(processes.map((one) => migrate(one, migrations)));
    expect(applied.filter((names) => names.length > 0)).toHaveLength(1);
  });

  it('agree on one signing key, and accept each other’s tokens', async () => {
    const settings = {
      clock: systemClock,
      secretKey: 'a-secret-of-at-least-32-characters',
      issuer: 'http://localhost:3000',
      audience: 'hearth',
    };
    const all = await Promise.all(processes.map(({ db }) => createIdTokens({ ...settings, db })));
    const keys = await Promise.all(all.map((tokens) => tokens.publicKeys()));
    const ids = keys.map((list) => list.map(({ kid }) => kid));
    expect(new Set(ids.flat()).size).toBe(1);
  });

  it('do not start with another SECRET_KEY', async () => {
    const [first] = processes;
    const start = createIdTokens({
      db: first?.db ?? expect.fail(),
      clock: systemClock,
      secretKey: 'another-secret-of-32-characters!!',
      issuer: 'http://localhost:3000',
      audience: 'hearth',
    });
    await expect(start).rejects.toThrow(/SECRET_KEY is not the one/);
  });
});
