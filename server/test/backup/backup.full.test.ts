import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { takeBackup } from '../../src/platform/backup/take-backup.ts';
import { runHearth } from '../cli/lines.ts';
import { createTestApp, findLocation, type TestApp } from '../harness/test-app.ts';
import { createPerson } from '../harness/wire-client.ts';
import {
  backUp,
  createEmptyDatabase,
  createFolder,
  environmentOf,
  look,
  restoreElsewhere,
  runBackup,
  toUrl,
} from './scene.ts';

const program = join(import.meta.dirname, '../../dist/cli/main.js');

/** Gives a program mounts of its own. */
const unshare = ['unshare', process.getuid?.() === 0 ? '-m' : '-Urm'] as const;
const mountSmallDisk = 'mount -t tmpfs -o size=256k tmpfs';
const canMount =
  spawnSync(unshare[0], [unshare[1], 'sh', '-c', `${mountSmallDisk} /tmp`]).status === 0;
const backUpInto = (folder: string) =>
  `backup ${folder}/full.tar.gz; echo "code $?"; ls -A ${folder}`;
const plantedDisk = {
  disk: 'a disk whose writes fail',
  toLine: (folder: string) => {
    const script = `"$0" --import "$1" "$2" ${backUpInto(folder)}`;
    const preload = join(import.meta.dirname, 'full-disk.mjs');
    return ['sh', '-c', script, process.execPath, preload, program];
  },
};
const smallDisk = {
  disk: 'a small disk',
  toLine: (folder: string) => {
    const script = `${mountSmallDisk} ${folder} && "$0" "$1" ${backUpInto(folder)}`;
    return [...unshare, 'sh', '-c', script, process.execPath, program];
  },
};
/** Most containers allow no mounts. */
const disks = canMount ? [plantedDisk, smallDisk] : [plantedDisk];

describe('a backup', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp({ logger: false });
    // So much that a backup takes a while.
    await sql`
      insert into audit_events (action, subject_id, happened_at)
      select 'account.created', md5(number::text) || md5((number + 1)::text), now()
      from generate_series(1, 150000) number`.execute(app.db);
  });
  afterAll(() => app.close());

  it('shows one instant, while people go on signing up', async () => {
    let isOver = false;
    const signUp = async () => {
      while (!isOver) {
        await createPerson(app);
      }
    };
    const people = [signUp(), signUp(), signUp()];
    await sleep(300);
    const before = await countAccounts(app);
    const file = await backUp(app);
    const after = await countAccounts(app);
    isOver = true;
    await Promise.all(people);

    const { place } = await restoreElsewhere(app, file);
    await look(place.location, async (db) => {
      const { rows } = await sql<{ accounts: number; half: number }>`
        select count(a.id)::int as accounts,
          (count(*) filter (where a.id is null or e.id is null))::int as half
        from accounts a full join (
          select * from audit_events where action = 'account.created' and actor_id is not null) e
          on e.subject_id = a.id`.execute(db);
      const { accounts = 0, half } = rows[0] ?? {};
      expect(half).toBe(0);
      expect(accounts).toBeGreaterThanOrEqual(before);
      expect(after).toBeGreaterThan(accounts);
    });
  });

  it('can be read by its owner only, and stands alone in its folder', async () => {
    const file = await backUp(app);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await readdir(join(file, '..'))).toEqual(['backup.tar.gz']);
  });

  it('has its name only once it is whole, whenever it is killed', async () => {
    const folder = await createFolder();
    const env = environmentOf(app, toUrl(await findLocation(app)));
    for (const delayMs of [0, 40, 120]) {
      const before = await readdir(folder);
      const child = spawn(process.execPath, [program, 'backup', join(folder, 'killed.tar.gz')], {
        env: { PATH: process.env.PATH, HEARTH_ENV_FILE: 'none', ...env },
        stdio: ['ignore', 'ignore', 'inherit'],
      });
      await untilWriting(child, { folder, before });
      await sleep(delayMs);
      await kill(child);
      const names = await readdir(folder);
      expect(names.length).toBeGreaterThan(0);
      expect(names.filter((name) => !name.startsWith('.'))).toEqual([]);
    }
  });

  it('overwrites no file', async () => {
    const file = await backUp(app);
    const { size } = await stat(file);
    const { code, err } = await runBackup(app, file);
    expect(code).toBe(1);
    expect(err).toContain('already exists. Choose another name');
    expect((await stat(file)).size).toBe(size);
  });

  it('that cannot be read back leaves no file', async () => {
    const folder = await createFolder();
    const { secretKey } = app.config;
    const location = await findLocation(app);
    let asked = 0;
    const parts = {
      location,
      version: '1',
      at: new Date(),
      // It is asked for to write the file, and again to read it.
      get secretKey() {
        asked += 1;
        return asked === 1 ? secretKey : 'another-secret-of-32-characters!!';
      },
    };
    const taking = takeBackup(join(folder, 'odd.tar.gz'), parts);
    await expect(taking).rejects.toThrow('is damaged or was altered');
    expect(await readdir(folder)).toEqual([]);
  });

  it.each(disks)('says that $disk is full, and leaves nothing behind', async ({ toLine }) => {
    const folder = await createFolder();
    const [command = '', ...args] = toLine(folder);
    const env = environmentOf(app, toUrl(await findLocation(app)));
    const child = spawn(command, args, { env: { PATH: process.env.PATH, ...env } });
    let words = '';
    child.stdout.on('data', (chunk) => {
      words += chunk;
    });
    child.stderr.on('data', (chunk) => {
      words += chunk;
    });
    await once(child, 'close');
    expect(words).toBe(`The disk of ${folder} is full.\ncode 1\n`);
  });

  it('is refused if there is nothing to back up', async () => {
    const { location, url } = await createEmptyDatabase();
    const file = join(await createFolder(), 'nothing.tar.gz');
    const { code, err } = await runHearth(['backup', file], environmentOf(app, url));
    expect(code).toBe(1);
    expect(err).toBe('There is nothing to back up: Hearth was never started on this database.\n');
    await look(location, async (db) => {
      const { rows } = await sql`select from pg_tables where schemaname = 'public'`.execute(db);
      expect(rows).toEqual([]);
    });
  });
});

async function countAccounts({ db }: TestApp): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from accounts`.execute(db);
  return rows[0]?.count ?? 0;
}

interface Watched {
  readonly folder: string;
  /** Names of files that earlier programs have left. */
  readonly before: readonly string[];
}

/** Waits for the first bytes of a new file in the folder. */
async function untilWriting(child: ChildProcess, { folder, before }: Watched): Promise<void> {
  for (const deadline = Date.now() + 30_000; Date.now() < deadline; await sleep(2)) {
    const sizes = await Promise.all(
      (await readdir(folder)).map(async (name) => ({
        name,
        size: (await stat(join(folder, name)).catch(() => undefined))?.size ?? 0,
      })),
    );
    if (sizes.some(({ name, size }) => !before.includes(name) && size > 0)) {
      return;
    }
    if (child.exitCode !== null) {
      break;
    }
  }
  throw new Error('The backup has not begun to write.');
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode === null) {
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }
}
