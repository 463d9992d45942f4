import { spawn } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

/** Runs a program from the root of the repository and answers its exit code and everything it wrote. */
export function runCommand(command, args, { env = {}, cwd = root } = {}) {
  const child = spawnTool(command, args, { env, cwd });
  const chunks = { all: [], stdout: [] };
  child.stdout.on('data', (chunk) => {
    chunks.stdout.push(chunk);
    chunks.all.push(chunk);
  });
  child.stderr.on('data', (chunk) => chunks.all.push(chunk));
  return new Promise((resolve) => {
    const end = (code, more = '') =>
      resolve({
        code,
        output: Buffer.concat(chunks.all).toString() + more,
        stdout: Buffer.concat(chunks.stdout).toString(),
      });
    child.once('error', (error) => end(1, error.message));
    child.once('close', (code) => end(code ?? 1));
  });
}

const running = new Set();

/** Passes a signal on to the programs that run; answers whether there were any. */
export function signalCommands(signal) {
  for (const child of running) {
    child.kill(signal);
  }
  return running.size > 0;
}

/** The tools of node_modules are found by name, from whatever folder the script was called. */
export function spawnTool(command, args, { env = {}, cwd = root, detached = false } = {}) {
  const path = [join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter);
  const child = spawn(command, args, {
    cwd,
    detached,
    env: { ...process.env, ...env, PATH: path },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  child.once('close', () => running.delete(child));
  return child;
}

/** Says what is done and, when it takes long, that it still goes on. */
export async function saying(sentence, work) {
  const startedAt = Date.now();
  const seconds = () => `${((Date.now() - startedAt) / 1000).toFixed(1)} s`;
  console.log(`${sentence} …`);
  const timer = setInterval(() => console.log(`  still at it after ${seconds()}`), 15_000);
  try {
    const result = await work();
    console.log(`  done in ${seconds()}`);
    return result;
  } finally {
    clearInterval(timer);
  }
}
