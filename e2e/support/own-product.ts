import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from '@playwright/test';
import { addressOf, freePorts, type Place, startUpMs } from './places.ts';

/** A running Hearth, and what its operator does there. */
export interface RunningProduct {
  readonly origin: string;
  readonly dataFolder: string;
  /** Runs a line of `npm run hearth`; answers what it prints. */
  operate(...line: readonly string[]): Promise<string>;
}

/** A Hearth that no other journey uses, so that a test can look at every row of it, and move its clock. */
export interface OwnProduct extends RunningProduct {
  /** Moves its clock ahead, and does what is due by then. */
  advance(ms: number): Promise<void>;
  stop(): Promise<void>;
}

const programs = join(import.meta.dirname, '../../server/dist');

export async function startOwnProduct(
  environment: Readonly<Record<string, string>> = {},
): Promise<OwnProduct> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'hearth-own-'));
  const [port = 0] = await freePorts(1);
  const place = { port, dataFolder };
  const origin = addressOf(place);
  const env = environmentOf(place, environment);
  const child = spawn(process.execPath, [join(programs, 'main.js')], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const isReady = async () => {
    expect(child.exitCode, 'Hearth does not start; it has said why').toBeNull();
    return (await fetch(`${origin}/readyz`).catch(() => undefined))?.ok;
  };
  await expect.poll(isReady, { timeout: startUpMs }).toBe(true);
  return {
    ...productAt(place, environment),
    async advance(advanceMs) {
      const answer = await fetch(`${origin}/dev/clock`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ advanceMs }),
      });
      expect(answer.ok, await answer.text()).toBe(true);
    },
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
      await rm(dataFolder, { recursive: true, force: true });
    },
  };
}

/** A product that runs already, with the settings that it was started with. */
export function productAt(
  place: Place,
  environment: Readonly<Record<string, string>>,
): RunningProduct {
  const env = environmentOf(place, environment);
  return {
    origin: addressOf(place),
    dataFolder: place.dataFolder,
    async operate(...line) {
      const operator = [join(programs, 'cli/main.js'), ...line];
      return (await promisify(execFile)(process.execPath, operator, { env })).stdout;
    },
  };
}

function environmentOf(
  { port, dataFolder }: Place,
  environment: Readonly<Record<string, string>>,
): NodeJS.ProcessEnv {
  return {
    PATH: process.env.PATH,
    HEARTH_MODE: 'local',
    HEARTH_APP: 'off',
    HEARTH_ENV_FILE: 'none',
    PORT: String(port),
    DATA_DIR: dataFolder,
    RATE_LIMITS: 'off',
    ...environment,
  };
}
