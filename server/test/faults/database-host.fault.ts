import { spawn } from 'node:child_process';
import { chmod, mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { openDatabase } from '../../src/platform/database.ts';
import { mountDisk, requireProgram, run, startDebianPostgres } from '../harness/debian-postgres.ts';
import { freePort } from '../harness/free-port.ts';
import { type RunningProduct, spawnProduct, untilReady } from '../harness/running-product.ts';
import { newAddress } from '../harness/wire-client.ts';
import { reportFault } from './report-fault.ts';

async function startProduct(url: string): Promise<RunningProduct> {
  const dataDir = await mkdtemp(join(tmpdir(), 'hearth-fault-'));
  const env = { DATABASE_URL: url, RATE_LIMITS: 'off' };
  const product = spawnProduct({ dataDir, port: await freePort(), env });
  onTestFinished(async () => {
    await product.kill();
    await rm(dataDir, { recursive: true, force: true });
  });
  await untilReady(product);
  return product;
}

async function signUp({ origin }: RunningProduct): Promise<number> {
  const body = JSON.stringify({ email: newAddress(), password: 'correct horse battery' });
  const headers = { 'content-type': 'application/json' };
  const url = `${origin}/v1/accounts:signUp?key=hearth-local`;
  return await fetch(url, { method: 'POST', headers, body }).then(({ status }) => status);
}

const readiness = ({ origin }: RunningProduct) =>
  fetch(`${origin}/readyz`).then(({ status }) => status);

async function secondsUntil(isSo: () => Promise<boolean>): Promise<number> {
  const startedAt = Date.now();
  await expect.poll(isSo, { timeout: 120_000, interval: 200 }).toBe(true);
  return (Date.now() - startedAt) / 1_000;
}

it('the host of the database vanishes, while new connections work', async () => {
  requireProgram('/usr/sbin/iptables', 'iptables');
  const postgres = await startDebianPostgres();
  const product = await startProduct(postgres.url);
  await Promise.all(Array.from({ length: 10 }, () => signUp(product)));
  const { stdout } = await run('ss', ['-tnH', 'state', 'established', `dport = :${postgres.port}`]);
  const ports = [...stdout.matchAll(/:(\d+)\s+\S+:\d+\s*$/gm)].map(([, port = '']) => port);
  for (const port of ports) {
    for (const side of ['--sport', '--dport']) {
      const rule = ['INPUT', '-i', 'lo', '-p', 'tcp', side, port, '-j', 'DROP'];
      await run('iptables', ['-A', ...rule]);
      onTestFinished(() => run('iptables', ['-D', ...rule]).then(() => undefined));
    }
  }
  const asked = Array.from({ length: 12 }, () => signUp(product));
  const seconds = await secondsUntil(async () => (await signUp(product)) === 200);
  expect(seconds).toBeLessThan(30);
  const statuses = new Set(await Promise.all(asked));
  expect([...statuses].every((status) => [200, 503].includes(status))).toBe(true);
  const seen = `answers again after ${seconds} s`;
  reportFault({ planted: `DROP on ${ports.length} connections`, seen, alarm: 'HearthErrors' });
});

it('the disk of the database is full', async () => {
  const folder = await mountDisk(180);
  const postgres = await startDebianPostgres({ folder, settings: ['max_wal_size = 64MB'] });
  const product = await startProduct(postgres.url);
  expect(await signUp(product)).toBe(200);
  const filler = await open(join(folder, 'filler'), 'w');
  const bytes = Buffer.alloc(64 * 1_024, 1);
  await (async () => {
    for (;;) {
      await filler.write(bytes);
    }
  })().catch(() => undefined);
  await filler.close();

  const statuses = new Set<number>();
  await secondsUntil(async () => {
    statuses.add(await signUp(product));
    return statuses.has(503);
  });
  await secondsUntil(async () => (await readiness(product)) === 503);
  expect([...statuses].filter((status) => ![200, 503].includes(status))).toEqual([]);
  await rm(join(folder, 'filler'));
  const seconds = await secondsUntil(
    async () => (await readiness(product)) === 200 && (await signUp(product)) === 200,
  );
  expect(product.process.exitCode).toBe(null);
  const seen = `503, not ready; ready and writing ${seconds} s after there was room`;
  reportFault({ planted: 'no byte left on the disk', seen, alarm: 'HearthDatabaseDown' });
});

it('the primary dies and its standby takes over', async () => {
  const primary = await startDebianPostgres();
  const standby = await startDebianPostgres({ standbyOf: primary });
  const hosts = `127.0.0.1:${standby.port},127.0.0.1:${primary.port}`;
  const product = await startProduct(`postgres://hearth@${hosts}/postgres`);
  expect(await signUp(product)).toBe(200);
  await primary.stop();
  await sleep(3_000);
  expect(await readiness(product)).toBe(503);
  await standby.as('pg_ctl', '-D', join(standby.folder, 'data'), '-w', 'promote');
  const seconds = await secondsUntil(async () => (await signUp(product)) === 200);
  const seen = `writes to the new primary ${seconds} s after it took over`;
  reportFault({ planted: 'kill of the primary, promotion', seen, alarm: 'HearthDatabaseDown' });
});

it('PgBouncer in session mode, with its defaults: time-outs are set, and hold', async () => {
  requireProgram('/usr/sbin/pgbouncer', 'pgbouncer');
  const postgres = await startDebianPostgres();
  const port = await freePort();
  const settings = join(postgres.folder, 'pgbouncer.ini');
  await writeFile(join(postgres.folder, 'users'), '"hearth" ""\n');
  const lines = [
    '[databases]',
    `postgres = host=127.0.0.1 port=${postgres.port}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'auth_type = trust',
    `auth_file = ${join(postgres.folder, 'users')}`,
    'server_reset_query = DISCARD ALL',
    'default_pool_size = 40',
    'unix_socket_dir =',
  ];
  await writeFile(settings, lines.join('\n'));
  await chmod(postgres.folder, 0o755);
  const args = ['-u', 'postgres', '--', '/usr/sbin/pgbouncer', settings];
  const bouncer = spawn('runuser', args, { stdio: 'ignore' });
  onTestFinished(() => void bouncer.kill('SIGTERM'));
  await sleep(1_000);
  const connectionString = `postgres://hearth@127.0.0.1:${port}/postgres`;
  for (const round of [1, 2]) {
    const { db, close } = openDatabase({ connectionString }, () => {}, { max: 2 });
    const { rows } = await sql`
      select string_agg(setting, ' ' order by name) as set from pg_settings
      where name ~ '^(statement|lock|idle_in_transaction_session)_timeout$'`.execute(db);
    expect(rows, `round ${round}`).toEqual([{ set: '30000 10000 15000' }]);
    await close();
  }
  const product = await startProduct(connectionString);
  expect(await signUp(product)).toBe(200);
  reportFault({ planted: 'PgBouncer between', seen: 'time-outs hold, sign-up 200', alarm: null });
});

it('TLS with a private authority: require encrypts, verify-full names sslrootcert', async () => {
  requireProgram('/usr/bin/openssl', 'openssl');
  const postgres = await startDebianPostgres();
  const [key, certificate] = ['server.key', 'server.crt'].map((name) =>
    join(postgres.folder, 'data', name),
  );
  const subject = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1'];
  const files = ['-keyout', `${key}`, '-out', `${certificate}`];
  await run('openssl', [
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-days',
    '2',
    ...subject,
    ...files,
  ]);
  await run('chown', ['postgres', `${key}`, `${certificate}`]);
  const { db, close } = openDatabase({ connectionString: postgres.url }, () => {}, { max: 1 });
  await sql`alter system set ssl = on`.execute(db);
  await sql`select pg_reload_conf()`.execute(db);
  await close();
  await sleep(500);
  const ask = async (query: string) => {
    const connectionString = `${postgres.url}?${query}`;
    const tls = openDatabase({ connectionString }, () => {}, { max: 1 });
    const asked = sql<{ ssl: boolean }>`select ssl from pg_stat_ssl where pid = pg_backend_pid()`;
    const answer = await asked.execute(tls.db).catch((error: { code: string }) => error.code);
    await tls.close();
    return typeof answer === 'string' ? answer : answer.rows;
  };
  expect(await ask('sslmode=require')).toEqual([{ ssl: true }]);
  expect(await ask('sslmode=verify-full')).toMatch(/SELF_SIGNED_CERT/);
  expect(await ask(`sslmode=verify-full&sslrootcert=${certificate}`)).toEqual([{ ssl: true }]);
  expect(await ask(`sslmode=verify-ca&sslrootcert=${certificate}`)).toEqual([{ ssl: true }]);
  reportFault({ planted: 'a private authority', seen: 'require connects, encrypted', alarm: null });
});
