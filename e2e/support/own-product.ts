import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { startUpMs } from './places.ts';

/** A Hearth that no other journey uses, so that a test can look at every row of it. */
export interface OwnProduct {
  readonly origin: string;
  readonly dataFolder: string;
  stop(): Promise<void>;
}

export async function startOwnProduct(): Promise<OwnProduct> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'hearth-own-'));
  const origin = `http://localhost:${await freePort()}`;
  const main = join(import.meta.dirname, '../../server/dist/main.js');
  const child = spawn(process.execPath, [main], {
    env: {
      PATH: process.env.PATH,
      HEARTH_MODE: 'local',
      PORT: new URL(origin).port,
      DATA_DIR: dataFolder,
      RATE_LIMITS: 'off',
    },
    stdio: 'ignore',
  });
  const isReady = async () => (await fetch(`${origin}/readyz`).catch(() => undefined))?.ok;
  await expect.poll(isReady, { timeout: startUpMs }).toBe(true);
  return {
    origin,
    dataFolder,
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
      await rm(dataFolder, { recursive: true, force: true });
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  await once(server.close(), 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}
