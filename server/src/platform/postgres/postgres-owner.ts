import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { isCode } from './postgres-binaries.ts';
import { adminRole } from './postgres-database.ts';
import { isHeldByOther, PORT } from './postgres-folders.ts';
import {
  type Cluster,
  type Launch,
  launchPostmaster,
  removeStaleLocks,
} from './postgres-postmaster.ts';

// "hearth" in ASCII, read as a number.
const OWNER_LOCK = '114784635876456';
const LOCK_WAIT_MS = 2_000;
const START_RETRY_MS = 30_000;
const STALE_AFTER_MS = 1_000;
const NOTICE_MS = 10_000;

interface Attempt {
  startedAt: number;
  launch?: Launch;
}

// Messages of PostgreSQL when it cannot start yet. Only its log distinguishes these from lasting faults.
const PASSING_FAULT = /pre-existing shared memory block|lock file ".*" already exists|is in use/;

/** Connects to the running PostgreSQL or starts one; the answered connection is not the owner yet. */
export async function connectOrLaunch(cluster: Cluster): Promise<pg.Client> {
  const attempt: Attempt = { startedAt: Date.now() };
  let noticeAt = attempt.startedAt + NOTICE_MS;
  for (;;) {
    const client = await tryConnect(cluster);
    if (client instanceof pg.Client) {
      return client;
    }
    if (client === 'absent') {
      await keepLaunching(cluster, attempt);
    }
    if (Date.now() > noticeAt) {
      cluster.log('PostgreSQL is still starting.');
      noticeAt += NOTICE_MS;
    }
    await sleep(10);
  }
}

/** One program owns a data folder: the one whose connection holds this lock. Answers whether it is ours. */
export async function takeOwnership(
  client: pg.Client,
  { waitMs = LOCK_WAIT_MS } = {},
): Promise<boolean> {
  const deadline = Date.now() + waitMs;
  while (!(await tryLock(client))) {
    if (Date.now() > deadline) {
      return false;
    }
    await sleep(50);
  }
  return true;
}

async function keepLaunching(cluster: Cluster, attempt: Attempt): Promise<void> {
  if (attempt.launch !== undefined) {
    const fault = await attempt.launch.fault();
    if (fault === undefined) {
      return;
    }
    const elapsedMs = Date.now() - attempt.startedAt;
    if (!PASSING_FAULT.test(fault) || elapsedMs > START_RETRY_MS) {
      throw new Error(`PostgreSQL does not start. Its log ${cluster.logFile} says: ${fault}`);
    }
    if (fault.includes('lock file') && elapsedMs > STALE_AFTER_MS) {
      await removeStaleLocks(cluster);
    }
    await sleep(100);
  } else if (await isHeldByOther(cluster.folder, cluster.runner)) {
    requireTimeLeft(cluster, attempt);
    await sleep(100);
    return;
  }
  attempt.launch = await launchPostmaster(cluster);
}

/** PostgreSQL may still be starting or stopping. */
function requireTimeLeft({ folder }: Cluster, { startedAt }: Attempt): void {
  if (Date.now() - startedAt > START_RETRY_MS) {
    throw new Error(
      `A PostgreSQL that runs as another user holds ${folder} and does not answer. Stop it first.`,
    );
  }
}

async function tryLock(client: pg.Client): Promise<boolean> {
  const sql = 'select pg_try_advisory_lock($1) as locked';
  const result = await client.query<{ locked: boolean }>(sql, [OWNER_LOCK]);
  return result.rows[0]?.locked === true;
}

async function tryConnect(cluster: Cluster): Promise<pg.Client | 'starting' | 'absent'> {
  const client = new pg.Client({
    host: cluster.socketFolder,
    port: PORT,
    user: adminRole,
    // Not the product's database: that one can then be dropped and restored, or be a template.
    database: 'postgres',
    ssl: false,
    connectionTimeoutMillis: 5_000,
    application_name: 'owner of the data folder',
  });
  // Losing the connection is noticed by its end; without a listener the error would end the program.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return client;
  } catch (error) {
    if (isCode(error, 'ENOENT', 'ECONNREFUSED')) {
      return 'absent';
    }
    if (isPassing(error)) {
      return 'starting';
    }
    throw new Error(
      `PostgreSQL in ${cluster.folder} refuses our connection (${String(error)}). Its pg_hba.conf must keep the line "local all all trust".`,
    );
  }
}

/** 57P03: starting up, recovering or shutting down; 53300: too many connections; no code or a socket's: it died meanwhile. */
function isPassing(error: unknown): boolean {
  return (
    isCode(error, '57P01', '57P02', '57P03', '53300', 'ECONNRESET', 'EPIPE', 'EAGAIN') ||
    !(error instanceof Error && 'code' in error)
  );
}
