import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { owned } from './owned.mjs';
import { requireFreePorts, untilFree } from './ports.mjs';
import { hasEnded, startGroup } from './programs.mjs';

/** The repository's folder. */
export const root = join(import.meta.dirname, '../..');

/** A folder for the data of one run, removed at the end. */
export async function temporaryFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'hearth-bench-'));
  return { folder, remove: owned(() => rm(folder, { recursive: true, force: true })) };
}

/** A database or keys of this shell, or of `.env`, are not measured and must not be written to. */
const noSettings = Object.fromEntries(
  [...readFileSync(join(root, '.env.example'), 'utf8').matchAll(/^([A-Z_]+)=/gm)].map(
    ([, name]) => [name, ''],
  ),
);

/** Starts a command of the product and waits for its first `GET /readyz` 200. */
export async function startProduct({ command, dataDir, port, env = {} }) {
  await requireFreePorts([port]);
  const startedAt = performance.now();
  const [program, ...words] = command;
  const { child, stop } = startGroup(program, words, {
    cwd: root,
    env: {
      ...process.env,
      ...noSettings,
      DATA_DIR: dataDir,
      PORT: String(port),
      RATE_LIMITS: 'off',
      HEARTH_MODE: 'local',
      ...env,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const origin = `http://127.0.0.1:${port}`;
  await untilReady(origin, child);
  return {
    origin,
    pid: child.pid,
    readyMs: performance.now() - startedAt,
    async stop() {
      await stop();
      await untilFree(port);
    },
  };
}

async function untilReady(origin, child) {
  const deadline = performance.now() + 60_000;
  while (performance.now() < deadline) {
    if (hasEnded(child)) {
      throw new Error(
        `The product ended with ${child.signalCode ?? `code ${child.exitCode}`} before it was ready.`,
      );
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
