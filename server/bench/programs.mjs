import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { owned } from './owned.mjs';

/** The product takes up to nine seconds. */
const longestStopMs = 20_000;

/** Starts a program in a group of its own, and answers it and how to end the whole group. */
export function startGroup(program, words, options) {
  const child = spawn(program, words, { ...options, detached: true });
  return { child, stop: owned(() => end(child, (signal) => process.kill(-child.pid, signal))) };
}

/** Starts a file of this folder, and waits until it says that it listens. */
export async function startYardstick(file, ...words) {
  const child = fork(join(import.meta.dirname, file), words.map(String));
  const stop = owned(() => end(child, (signal) => child.kill(signal)));
  const ready = new AbortController();
  const ended = once(child, 'exit', ready).then(([code]) => {
    throw new Error(`${file} ended with code ${code} before it listened.`);
  });
  try {
    await Promise.race([once(child, 'message'), ended]);
  } finally {
    ended.catch(() => undefined);
    ready.abort();
  }
  return { child, stop };
}

export const hasEnded = ({ exitCode, signalCode }) => exitCode !== null || signalCode !== null;

async function end(child, kill) {
  if (hasEnded(child)) {
    return;
  }
  const ended = once(child, 'exit');
  kill('SIGINT');
  const timer = new AbortController();
  await Promise.race([
    ended,
    sleep(longestStopMs, undefined, timer).then(
      () => kill('SIGKILL'),
      () => undefined,
    ),
  ]);
  timer.abort();
  await ended;
}
