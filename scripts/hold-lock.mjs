import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { root } from './run-command.mjs';

const cache = join(root, '.cache');
const lock = join(cache, 'prepare.lock');

/** Lets one program at a time install and build; a lock whose program is gone counts for nothing. */
export async function holdLock(work) {
  await mkdir(cache, { recursive: true });
  for (let isFirst = true; !(await take()); isFirst = false) {
    if (isFirst) {
      console.log('Another start is installing or building. Waiting for it …');
    }
    await sleep(200);
  }
  try {
    return await work();
  } finally {
    await rm(lock, { force: true });
  }
}

async function take() {
  const own = `${lock}.${process.pid}`;
  await writeFile(own, String(process.pid));
  try {
    // A link appears with its content, so nobody reads a lock that is still empty.
    await link(own, lock);
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') {
      throw error;
    }
    await removeStale(own);
    return false;
  } finally {
    await rm(own, { force: true });
  }
}

async function removeStale(own) {
  const holder = await readHolder(lock);
  // A restarted container hands out the same process ids: our own in the lock is an old one.
  if (holder === undefined || (holder !== process.pid && isAlive(holder))) {
    return;
  }
  const aside = `${own}.stale`;
  await rename(lock, aside).catch(() => undefined);
  // Somebody else may have removed the stale one and taken the lock in between.
  if ((await readHolder(aside)) !== holder) {
    await link(aside, lock).catch(() => undefined);
  }
  await rm(aside, { force: true });
}

async function readHolder(file) {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  return text === undefined ? undefined : Number(text);
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
