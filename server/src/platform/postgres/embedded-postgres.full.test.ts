import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmod,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  buildProgram,
  NOBODY,
  type RunningProgram,
  testBinariesDir,
} from '../../../test/platform/embedded-postgres-program.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts';

/** Root's tests run it as somebody else. */
const ordinaryUid = process.getuid?.() === 0 ? NOBODY : process.getuid?.();

let program: Awaited<ReturnType<typeof buildProgram>>;
let root: string;
let filled: string;
const running: EmbeddedPostgres[] = [];
const programs: RunningProgram[] = [];
const leftovers: string[] = [];

beforeAll(async () => {
  program = await buildProgram();
  root = await mkdtemp(join(tmpdir(), 'hearth-postgres-'));
  await chmod(root, 0o755);
  filled = join(root, 'filled');
});

afterEach(async () => {
  for (const postgres of running.splice(0)) {
    await postgres.stop();
  }
  for (const { child } of programs.splice(0)) {
    child.kill('SIGCONT');
    if (child.exitCode === null && child.signalCode === null && child.kill('SIGTERM')) {
      await once(child, 'exit');
    }
  }
});

afterAll(async () => {
  await program.remove();
  for (const folder of [root, ...leftovers]) {
    await rm(folder, { recursive: true, force: true });
  }
});

function optionsFor(dataDir: string) {
  return { dataDir, binariesDir: testBinariesDir, settings: { fsync: 'off' } };
}

async function start(dataDir: string) {
  const sentences: string[] = [];
  const log = (sentence: string) => sentences.push(sentence);
  const postgres = await startEmbeddedPostgres({ ...optionsFor(dataDir), log });
  running.push(postgres);
  return { ...postgres, sentences };
}

async function startProgram(options: object, uid?: number): Promise<RunningProgram> {
  const started = await program.run(options, uid);
  programs.push(started);
  return started;
}

/** A data folder that already holds a database; creating one takes a second. */
async function copyFilled(name: string): Promise<string> {
  const dataDir = join(root, name);
  await promisify(execFile)('cp', ['-a', filled, dataDir]);
  return dataDir;
}

async function query(connection: pg.ClientConfig, sql: string) {
  const client = new pg.Client(connection);
  client.on('error', () => undefined);
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

async function soon<T>(attempt: () => Promise<T>): Promise<T> {
  for (const deadline = Date.now() + 60_000; ; await sleep(20)) {
    try {
      return await attempt();
    } catch (error) {
      if (Date.now() > deadline) {
        throw error;
      }
    }
  }
}

describe('a data folder', () => {
  it('is filled on the first start, with UTF-8 text sorted by code point', async () => {
    const { connection, stop } = await start(filled);
    const [row] = await query(
      connection,
      `select getdatabaseencoding() as encoding, current_user as name, 'a' < 'B' as insensitive, lower('Ä') as lower`,
    );

    expect(row).toEqual({ encoding: 'UTF8', name: 'hearth_app', insensitive: false, lower: 'ä' });
    expect((await stat(join(filled, 'postgres-socket'))).mode & 0o777).toBe(0o700);
    expect(await readdir(filled)).toEqual(['postgres', 'postgres-socket', 'postgres.log']);

    await query(connection, 'create table kept as select 42 as answer');
    await stop();
  });

  it('keeps its rows when it is opened again', async () => {
    const { connection, sentences } = await start(filled);

    expect(await query(connection, 'select answer from kept')).toEqual([{ answer: 42 }]);
    expect(sentences).toEqual([]);
  });

  it('holds nothing of a first start that was killed half-way', async () => {
    const dataDir = await copyFilled('half-way');
    await rm(join(dataDir, 'postgres'), { recursive: true });
    await mkdir(join(dataDir, 'postgres.new-4194305-abc/base'), { recursive: true });

    await start(dataDir);

    expect(await readdir(dataDir)).not.toContain('postgres.new-4194305-abc');
  });

  it('may have a path that is too long for a socket', async () => {
    const dataDir = await copyFilled('long-'.repeat(30));
    const { connection } = await start(dataDir);
    leftovers.push(connection.host);

    expect(connection.host.startsWith(tmpdir())).toBe(true);
    expect((await stat(connection.host)).mode & 0o777).toBe(0o700);
    expect(await query(connection, 'select answer from kept')).toEqual([{ answer: 42 }]);
  });

  it('is refused while others can open its socket', async () => {
    const dataDir = await copyFilled('loose');
    await chmod(join(dataDir, 'postgres-socket'), 0o755);

    await expect(start(dataDir)).rejects.toThrow('must be a folder of user');
  });

  it('is refused when another major version made it', async () => {
    const dataDir = await copyFilled('version');
    await writeFile(join(dataDir, 'postgres/PG_VERSION'), '13\n');

    await expect(start(dataDir)).rejects.toThrow('is of PostgreSQL 13, this Hearth brings');
  });

  it('is refused with the words of PostgreSQL when a setting is wrong', async () => {
    const dataDir = await copyFilled('setting');
    const settings = { shared_buffers: 'much' };

    await expect(
      startEmbeddedPostgres({ ...optionsFor(dataDir), settings, log: () => undefined }),
    ).rejects.toThrow('invalid value for parameter "shared_buffers"');
  });
});

describe('two programs', () => {
  it('never run on one data folder', async () => {
    const dataDir = await copyFilled('two');
    await start(dataDir);
    const second = await startProgram(optionsFor(dataDir));

    expect(await second.hears('refused', 'ready')).toBe(
      `Another Hearth is running on ${dataDir}. Stop it first, or choose another folder with DATA_DIR.`,
    );
  });

  it('that start at the same moment on an empty folder leave one running', async () => {
    const dataDir = join(root, 'race');
    const both = await Promise.all([1, 2].map(() => startProgram(optionsFor(dataDir))));
    const answers = await Promise.all(both.map((one) => one.hears('refused', 'ready')));

    expect(answers.filter((answer) => answer.startsWith('Another Hearth'))).toHaveLength(1);
  });

  it('hand over: PostgreSQL outlives a killed program and the next one adopts it', async () => {
    const dataDir = await copyFilled('adopted');
    const first = await startProgram(optionsFor(dataDir));
    await first.hears('ready');
    const pid = await readPid(dataDir);
    first.child.kill('SIGKILL');
    await once(first.child, 'exit');

    const { connection, stop } = await start(dataDir);
    expect(await readPid(dataDir)).toBe(pid);
    expect(await query(connection, 'select answer from kept')).toEqual([{ answer: 42 }]);

    await stop();
    await expect(readPid(dataDir)).rejects.toThrow('ENOENT');
  });

  it('notice that one of them lost the folder while it slept', async () => {
    const dataDir = await copyFilled('lost');
    const sleeper = await startProgram(optionsFor(dataDir));
    await sleeper.hears('ready');
    sleeper.child.kill('SIGSTOP');
    process.kill(await readPid(dataDir), 'SIGKILL');

    const { connection } = await start(dataDir);
    sleeper.child.kill('SIGCONT');

    expect(await sleeper.hears('lost')).toContain('Another Hearth is running');
    sleeper.child.kill('SIGTERM');
    await once(sleeper.child, 'exit');
    expect(await query(connection, 'select answer from kept')).toEqual([{ answer: 42 }]);
  });
});

describe('PostgreSQL', () => {
  it('comes back after kill -9 with every acknowledged row', async () => {
    const dataDir = await copyFilled('killed');
    const { connection, sentences } = await start(dataDir);
    const pid = await readPid(dataDir);
    const client = new pg.Client(connection);
    client.on('error', () => undefined);
    await client.connect();
    await client.query('create table written (id int primary key)');

    let acknowledged = 0;
    setTimeout(() => process.kill(pid, 'SIGKILL'), 200);
    await expect(async () => {
      for (;;) {
        await client.query('insert into written values ($1)', [acknowledged + 1]);
        acknowledged += 1;
      }
    }).rejects.toThrow();

    const rows = await soon(() => query(connection, 'select count(*)::int as n from written'));
    expect(acknowledged).toBeGreaterThan(0);
    expect(rows[0].n).toBeGreaterThanOrEqual(acknowledged);
    expect(await readPid(dataDir)).not.toBe(pid);
    await soon(async () => expect(sentences.at(-1)).toBe('PostgreSQL is running again.'));
  });

  it('comes back after an adopted one was killed', async () => {
    const dataDir = await copyFilled('adopted-killed');
    const first = await startProgram(optionsFor(dataDir));
    await first.hears('ready');
    first.child.kill('SIGKILL');
    const { connection } = await start(dataDir);
    process.kill(await readPid(dataDir), 'SIGKILL');

    expect(await soon(() => query(connection, 'select answer from kept'))).toHaveLength(1);
  });

  it('starts although its old process id belongs to another program now', async () => {
    const dataDir = await copyFilled('reused');
    const stranger = spawn('sleep', ['60']);
    const lines = [stranger.pid, join(dataDir, 'postgres'), 1, 5432, '', '', '', 'ready'];
    await writeFile(join(dataDir, 'postgres/postmaster.pid'), lines.join('\n'));

    const { connection } = await start(dataDir);
    expect(await query(connection, 'select answer from kept')).toEqual([{ answer: 42 }]);
    expect(stranger.kill()).toBe(true);
  });

  it('stops immediately although connections are open', async () => {
    const { connection, stop } = await start(await copyFilled('stopped'));
    const client = new pg.Client(connection);
    client.on('error', () => undefined);
    await client.connect();
    client.query('select pg_sleep(60)').catch(() => undefined);

    const startedAt = Date.now();
    await stop();
    expect(Date.now() - startedAt).toBeLessThan(30_000);
  });
});

describe('an ordinary user', () => {
  it('goes on working as such, install scripts or not', async () => {
    const binariesDir = join(program.folder, 'native');
    await cp(testBinariesDir, binariesDir, { recursive: true, verbatimSymlinks: true });
    await rm(join(binariesDir, 'lib/libpq.so.5'), { force: true });
    const home = await mkdtemp(join(tmpdir(), 'hearth-nobody-'));
    await chmod(home, 0o777);

    const ordinary = await startProgram({ ...optionsFor(home), binariesDir }, ordinaryUid);
    const connection = JSON.parse(await ordinary.hears('ready'));

    expect(await query(connection, 'select current_user as name')).toEqual([
      { name: 'hearth_app' },
    ]);
    expect((await stat(join(home, 'postgres'))).uid).toBe(ordinaryUid);
    ordinary.child.kill('SIGTERM');
    await once(ordinary.child, 'exit');
    await rm(home, { recursive: true });
  });
});
