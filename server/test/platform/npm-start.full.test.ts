import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { freePort } from '../harness/free-port.ts';

const root = join(import.meta.dirname, '../../..');
const port = await freePort();
const origin = `http://127.0.0.1:${port}`;

const isListening = () =>
  fetch(`${origin}/healthz`).then(
    () => true,
    () => false,
  );

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

describe('npm start', () => {
  let dataDir: string;
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'hearth-npm-start-'));
  });
  afterAll(() => rm(dataDir, { recursive: true, force: true }));

  async function postmasterId(): Promise<number> {
    return Number.parseInt(await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8'), 10);
  }

  async function start(): Promise<{ npm: ChildProcess; postmaster: number }> {
    const { PATH, HOME } = process.env;
    const npm = spawn('npm', ['start'], {
      cwd: root,
      env: {
        PATH,
        HOME,
        HEARTH_MODE: 'local',
        HEARTH_APP: 'off',
        HEARTH_ENV_FILE: 'none',
        DATA_DIR: dataDir,
        PORT: String(port),
      },
      stdio: ['ignore', 'ignore', 'inherit'],
      // A process group of its own, as a shell gives it, so that nothing survives this test.
      detached: true,
    });
    onTestFinished(() => {
      try {
        process.kill(-Number(npm.pid), 'SIGKILL');
      } catch {
        // Its process group is gone.
      }
    });
    for (const deadline = Date.now() + 90_000; !(await isListening()); await sleep(50)) {
      expect(npm.exitCode).toBeNull();
      expect(Date.now()).toBeLessThan(deadline);
    }
    return { npm, postmaster: await postmasterId() };
  }

  async function expectNothingLeft(postmaster: number): Promise<void> {
    await expect.poll(() => isAlive(postmaster)).toBe(false);
    await expect.poll(isListening).toBe(false);
  }

  it.each(['SIGTERM', 'SIGINT'] as const)(
    'hands %s on, and ends once the server has stopped in order',
    async (signal) => {
      const { npm, postmaster } = await start();
      const ended = once(npm, 'exit');
      npm.kill(signal);
      expect(await ended).toEqual([0, null]);
      await expectNothingLeft(postmaster);
      await expect(postmasterId()).rejects.toThrow('ENOENT');
    },
    120_000,
  );

  it.each(['SIGHUP', 'SIGKILL'] as const)(
    'leaves neither server nor PostgreSQL behind where npm itself ends by %s',
    async (signal) => {
      const { npm, postmaster } = await start();
      npm.kill(signal);
      await expectNothingLeft(postmaster);
      await expect(postmasterId()).rejects.toThrow('ENOENT');
    },
    120_000,
  );

  it('stops in order by Ctrl-C, which reaches the server from the terminal and from npm', async () => {
    const { npm, postmaster } = await start();
    const ended = once(npm, 'exit');
    process.kill(-Number(npm.pid), 'SIGINT');
    expect(await ended).toEqual([0, null]);
    await expectNothingLeft(postmaster);
  }, 120_000);

  it('leaves no PostgreSQL behind if somebody does not wait for the stop', async () => {
    const { npm, postmaster } = await start();
    const impatience = new AbortController();
    // Keeps the server from stopping in order for as long as it waits.
    const slow = fetch(`${origin}/functions/us-central1/createSubscription`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: new ReadableStream({ start: (body) => body.enqueue(new TextEncoder().encode('{')) }),
      duplex: 'half',
      signal: impatience.signal,
    } as RequestInit).catch(() => undefined);
    await sleep(300);
    npm.kill('SIGTERM');
    await sleep(1_500);
    expect(isAlive(postmaster)).toBe(true);
    npm.kill('SIGTERM');
    await expectNothingLeft(postmaster);
    impatience.abort();
    await slow;
  }, 120_000);
});
