import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { freePorts, startUpMs } from './places.ts';

/** A Hearth that no other journey uses, so that a test can look at every row of it. */
export interface OwnProduct {
  readonly origin: string;
  readonly dataFolder: string;
  stop(): Promise<void>;
}

export async function startOwnProduct(
  environment: Readonly<Record<string, string>> = {},
): Promise<OwnProduct> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'hearth-own-'));
  const [port] = await freePorts(1);
  const origin = `http://localhost:${port}`;
  const main = join(import.meta.dirname, '../../server/dist/main.js');
  const child = spawn(process.execPath, [main], {
    env: {
      PATH: process.env.PATH,
      HEARTH_MODE: 'local',
      PORT: String(port),
      DATA_DIR: dataFolder,
      RATE_LIMITS: 'off',
      ...environment,
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
