import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmod,
  chown,
  mkdir,
  mkdtemp,
  open,
  readFile,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { testBinariesDir } from '../../../test/platform/embedded-postgres-program.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { linkBinaries } from './postgres-binaries.ts';
import { postgresUid } from './postgres-user.ts';

const run = promisify(execFile);
/** A program of util-linux. */
const unshare = '/usr/bin/unshare';

async function start(dataDir: string, more: { unsharePath?: string } = {}) {
  const postgres = await startEmbeddedPostgres({
    dataDir,
    binariesDir: testBinariesDir,
    settings: { fsync: 'off' },
    log: () => undefined,
    ...more,
  });
  onTestFinished(() => postgres.stop());
  return postgres;
}

async function query(connection: pg.ClientConfig, sql: string) {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

async function readPid(dataDir: string): Promise<number> {
  return Number.parseInt(await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8'), 10);
}

/** The process as the machine itself sees it, outside of any namespace. */
async function readStatus(pid: number): Promise<Record<string, string>> {
  const text = await readFile(`/proc/${pid}/status`, 'utf8');
  const lines = text.split('\n').map((line) => line.split(/:\s+/));
  return Object.fromEntries(lines.map(([name = '', value = '']) => [name, value.trim()]));
}

const kept = async (connection: pg.ClientConfig) => query(connection, 'select answer from kept');

describe('PostgreSQL of a Hearth that root starts', () => {
  let root: string;
  let filled: string;
  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'hearth-root-'));
    await chmod(root, 0o755);
    filled = join(root, 'filled');
    const { connection, stop } = await startEmbeddedPostgres({
      dataDir: filled,
      binariesDir: testBinariesDir,
      settings: { fsync: 'off' },
      log: () => undefined,
    });
    await query(connection, 'create table kept as select 42 as answer');
    await stop();
  });
  afterAll(() => rm(root, { recursive: true, force: true }));

  async function copyFilled(dataDir: string): Promise<string> {
    await run('cp', ['-a', filled, dataDir]);
    return dataDir;
  }

  async function expectOwnUser(dataDir: string): Promise<void> {
    const { Uid, Gid, Groups, CapEff, CapPrm } = await readStatus(await readPid(dataDir));
    expect(Uid?.split('\t')).toEqual(Array(4).fill(String(postgresUid)));
    expect(Gid?.split('\t')).toEqual(Array(4).fill(String(postgresUid)));
    expect(Groups).toBe('');
    expect([CapEff, CapPrm]).toEqual(Array(2).fill('0000000000000000'));
  }

  it('runs as a user of its own, who can read nothing of root’s', async () => {
    const dataDir = await copyFilled(join(root, 'plain'));
    const { connection } = await start(dataDir);
    await expectOwnUser(dataDir);
    expect((await stat(join(dataDir, 'postgres/PG_VERSION'))).uid).toBe(postgresUid);
    expect((await stat(dataDir)).mode & 0o777).toBe(0o710);
    const asAdmin = { ...connection, user: 'hearth' };
    await expect(query(asAdmin, `select pg_read_file('/etc/shadow')`)).rejects.toThrow('denied');
  });

  it('does so in a folder that only root may enter, and sees nothing else of that folder', async () => {
    const home = join(root, 'home');
    await mkdir(join(home, 'inner'), { recursive: true, mode: 0o700 });
    await chmod(home, 0o700);
    const dataDir = await copyFilled(join(home, 'inner/data'));
    const first = await start(dataDir);
    await expectOwnUser(dataDir);
    expect(await kept(first.connection)).toEqual([{ answer: 42 }]);
    const asAdmin = { ...first.connection, user: 'hearth' };
    expect(await query(asAdmin, `select pg_ls_dir('${home}/inner') as name`)).toEqual([
      { name: 'data' },
    ]);
    await first.stop();

    const again = await start(dataDir);
    expect(await kept(again.connection)).toEqual([{ answer: 42 }]);
    expect((await stat(home)).mode & 0o777).toBe(0o700);
  });

  it('creates its database there, too, with programs that only root may reach', async () => {
    const home = join(root, 'closed-home');
    await mkdir(home, { mode: 0o700 });
    const binariesDir = join(home, 'native');
    await run('cp', ['-a', testBinariesDir, binariesDir]);
    const dataDir = join(home, 'data');
    const postgres = await startEmbeddedPostgres({ dataDir, binariesDir, log: () => undefined });
    onTestFinished(() => postgres.stop());
    await expectOwnUser(dataDir);
    expect(await query(postgres.connection, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('copies programs that it may not reach if nothing can be covered', async () => {
    const home = join(root, 'programs');
    await mkdir(home, { mode: 0o700 });
    const binariesDir = join(home, 'native');
    await run('cp', ['-a', testBinariesDir, binariesDir]);
    await run('chmod', ['-R', 'go=', binariesDir]);
    const dataDir = await copyFilled(join(root, 'copied'));
    const { connection } = await startEmbeddedPostgres({
      dataDir,
      binariesDir,
      unsharePath: '/bin/false',
      log: () => undefined,
    }).then((postgres) => {
      onTestFinished(() => postgres.stop());
      return postgres;
    });
    await expectOwnUser(dataDir);
    expect(await kept(connection)).toEqual([{ answer: 42 }]);
  });

  it('says what to do if nothing can be covered and the folder is closed to everybody else', async () => {
    const closed = join(root, 'closed');
    await mkdir(closed, { mode: 0o700 });
    await expect(start(join(closed, 'data'), { unsharePath: '/bin/false' })).rejects.toThrow(
      'Choose a folder outside it with DATA_DIR',
    );
  });

  it('runs as the owner of a folder that belongs to another user', async () => {
    const dataDir = await copyFilled(join(root, 'owned'));
    await run('chown', ['-R', '65534:65534', dataDir]);
    await start(dataDir);
    const { Uid } = await readStatus(await readPid(dataDir));
    expect(Uid?.split('\t')[0]).toBe('65534');
  });

  it('takes over files that belonged to root, and a take-over that was killed half-way', async () => {
    const dataDir = await copyFilled(join(root, 'half-way'));
    const lock = join(dataDir, 'postgres-socket/.s.PGSQL.5432.lock');
    await writeFile(lock, '4194305\n', { mode: 0o600 });
    await run('chown', ['-R', '0:0', dataDir]);
    await chown(join(dataDir, 'postgres/PG_VERSION'), postgresUid, postgresUid);
    const { connection } = await start(dataDir);
    expect(await kept(connection)).toEqual([{ answer: 42 }]);
    const { stdout } = await run('find', [
      join(dataDir, 'postgres'),
      '-not',
      '-uid',
      `${postgresUid}`,
    ]);
    expect(stdout).toBe('');
  });

  it('stops one of an earlier version first, which is root outside its namespace', async () => {
    const dataDir = await copyFilled(join(root, 'left'));
    await run('chown', ['-R', '0:0', dataDir]);
    const old = await launchInNamespace(dataDir);
    await expect.poll(() => readPid(dataDir).catch(() => 0)).toBeGreaterThan(0);
    const oldPid = await readPid(dataDir);
    expect((await readStatus(oldPid)).Uid?.split('\t')[0]).toBe('0');

    const { connection } = await start(dataDir);
    expect(await readPid(dataDir)).not.toBe(oldPid);
    await expectOwnUser(dataDir);
    expect(await kept(connection)).toEqual([{ answer: 42 }]);
    if (old.exitCode === null) {
      await once(old, 'exit');
    }
  });

  /** Makes the folder as Hearth did until it got a user of its own. */
  async function launchInNamespace(dataDir: string) {
    const binaries = await linkBinaries(testBinariesDir, join(dataDir, 'unused'));
    const log = await open(join(dataDir, 'postgres.log'), 'a');
    const child = spawn(
      unshare,
      ['--user', '--map-user=1000', '--map-group=1000', join(binaries, 'bin/postgres')].concat(
        ['-D', join(dataDir, 'postgres')],
        ['-k', join(dataDir, 'postgres-socket'), '-h', '', '-p', '5432'],
      ),
      { detached: true, stdio: ['ignore', log.fd, log.fd] },
    );
    await log.close();
    return child;
  }
});
