import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const main = join(import.meta.dirname, '../../dist/main.js');

/** The built product, without `app/`, as a process of its own, to be killed. */
export interface RunningProduct {
  readonly origin: string;
  readonly process: ChildProcess;
  /** Everything it has said so far. */
  readonly words: () => string;
  /** kill -9, and wait until it is gone. */
  kill(): Promise<void>;
  /** An orderly stop; answers the exit code. */
  stop(): Promise<number | null>;
}

interface Settings {
  readonly dataDir: string;
  readonly port: number;
  readonly env?: Record<string, string>;
  /** How many files and connections it may open, instead of what this machine allows. */
  readonly openFiles?: number;
  /** The file that takes its log, instead of `words`. */
  readonly log?: string;
  /** Program of another Node.js than this one. */
  readonly node?: string;
}

export function spawnProduct(settings: Settings): RunningProduct {
  const { dataDir, port, env, openFiles, log, node = process.execPath } = settings;
  if (!existsSync(main)) {
    throw new Error('The server is not built. Run: npm run build');
  }
  const limit = openFiles === undefined ? '' : `ulimit -n ${openFiles} && `;
  const output = log === undefined ? '' : `>${log} 2>&1`;
  const command = `${limit}exec "$0" "$1" ${output}`;
  const child = spawn('sh', ['-c', command, node, main], {
    env: {
      PATH: process.env.PATH,
      HEARTH_APP: 'off',
      HEARTH_ENV_FILE: 'none',
      DATA_DIR: dataDir,
      PORT: String(port),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let words = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      words += chunk.toString();
    });
  }
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode === null && child.signalCode === null) {
      const ended = once(child, 'exit');
      child.kill(signal);
      await ended;
    }
    return child.exitCode;
  };
  return {
    origin: `http://127.0.0.1:${port}`,
    process: child,
    words: () => words,
    kill: async () => void (await end('SIGKILL')),
    stop: () => end('SIGTERM'),
  };
}

/** Waits for the first `GET /readyz` 200. */
export async function untilReady({ origin, process: child, words }: RunningProduct): Promise<void> {
  for (const deadline = Date.now() + 60_000; Date.now() < deadline; await sleep(20)) {
    const answer = await fetch(`${origin}/readyz`).catch(() => undefined);
    if (answer?.ok) {
      return;
    }
    if (child.exitCode !== null) {
      break;
    }
  }
  throw new Error(`The product did not become ready:\n${words()}`);
}
