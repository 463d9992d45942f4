import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** The repository's folder. */
export const root = join(import.meta.dirname, '../..');

/** A folder for the data of one run, removed at the end. */
export async function temporaryFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'hearth-bench-'));
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}

/** Starts a command of the product and waits for its first `GET /readyz` 200. */
export async function startProduct({ command, dataDir, port, env = {} }) {
  const startedAt = performance.now();
  const [program, ...words] = command;
  const child = spawn(program, words, {
    cwd: root,
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      PORT: String(port),
      RATE_LIMITS: 'off',
      HEARTH_MODE: 'local',
      ...env,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
    detached: true,
  });
  const origin = `http://127.0.0.1:${port}`;
  await untilReady(origin, child);
  return {
    origin,
    pid: child.pid,
    readyMs: performance.now() - startedAt,
    async stop() {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      process.kill(-child.pid, 'SIGINT');
      await ended;
    },
  };
}

async function untilReady(origin, child) {
  const deadline = performance.now() + 60_000;
  while (performance.now() < deadline) {
    if (child.exitCode !== null) {
      throw new Error(`The product ended with code ${child.exitCode} before it was ready.`);
    }
    const answer = await fetch(`${origin}/readyz`).catch(() => undefined);
    if (answer?.ok) {
      return;
    }
    await sleep(5);
  }
  throw new Error('The product was not ready within a minute.');
}

/** Calls the identity dialect and answers its JSON; anything but a 200 ends the bench. */
export async function callIdentity(origin, path, body) {
  const answer = await fetch(`${origin}${path}?key=hearth-local`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const json = await answer.json();
  if (!answer.ok) {
    throw new Error(`${path}: ${JSON.stringify(json)}`);
  }
  return json;
}

/** Calls a callable and answers its data; a refusal ends the bench. */
export async function callFunction(origin, { name, data, idToken }) {
  const answer = await fetch(`${origin}/functions/us-central1/${name}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${idToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ data }),
  });
  const json = await answer.json();
  if (!answer.ok) {
    throw new Error(`${name}: ${JSON.stringify(json)}`);
  }
  return json.data;
}
