import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { beforeEach, describe, expect, inject, it, onTestFinished } from 'vitest';
import { freePort } from '../harness/free-port.ts';
import { at, copyDatabase, dropDatabase, toUrl, withDatabase } from '../harness/postgres.ts';
import { spawnProduct, untilReady } from '../harness/running-product.ts';

const stackLine = /^\s+at .*:\d+/m;

describe('a start', () => {
  let dataDir: string;
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'hearth-start-'));
    onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  });

  /** Everything that a start says that ends by itself. */
  async function refuse(env: Record<string, string>, folder = dataDir): Promise<string> {
    const product = spawnProduct({ dataDir: folder, port: await freePort(), env });
    const [code] = await once(product.process, 'close');
    expect([1, 78], product.words()).toContain(code);
    expect(product.words()).not.toMatch(stackLine);
    return product.words();
  }

  it('on the schema of a newer version: is refused', async () => {
    const name = `hearth_newer_${process.pid}`;
    await copyDatabase(inject('postgres'), { name, template: inject('templateDatabase') });
    onTestFinished(() => dropDatabase(inject('postgres'), name));
    const location = at(inject('postgres'), name);
    await withDatabase(location, async (db) => {
      await sql`insert into kysely_migration (name, timestamp) values ('9999-later', '')`.execute(
        db,
      );
    });
    const words = await refuse({ DATABASE_URL: toUrl(location) });
    expect(words).toMatch(/The database is newer than this program: it already has 9999-later\./);
  });

  it('without the database: says so in a sentence', async () => {
    const words = await refuse({
      DATABASE_URL: `postgres://hearth@127.0.0.1:${await freePort()}/x`,
    });
    expect(words).toMatch(/^The database of DATABASE_URL cannot be used\.\nconnect ECONNREFUSED/m);
  });

  it('in a folder that it cannot make: says so in a sentence', async () => {
    const file = join(dataDir, 'file');
    await writeFile(file, '');
    expect(await refuse({}, join(file, 'data'))).toMatch(
      /DATA_DIR: .*file\/data cannot be used \(/,
    );
  });

  it('after one that was killed while it made the database: makes it', async () => {
    const killed = spawnProduct({ dataDir, port: await freePort() });
    while (!(await readdir(dataDir)).some((name) => name.startsWith('postgres.new-'))) {
      await sleep(5);
    }
    await killed.kill();
    const next = spawnProduct({ dataDir, port: await freePort() });
    onTestFinished(() => next.stop().then(() => undefined));
    await untilReady(next);
    expect(existsSync(join(dataDir, 'postgres/PG_VERSION'))).toBe(true);
  });
});
