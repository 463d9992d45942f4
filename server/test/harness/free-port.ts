import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the ports that a system hands out by itself, so that it stays free between two starts. */
const lowest = 20_000;
const highest = 31_999;
let next = randomInt(lowest, highest + 1);

/** A port of this machine that nobody listens on; each call in one test file answers another. */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const port = next;
    next = port === highest ? lowest : port + 1;
    if (await isFree(port)) {
      return port;
    }
  }
  throw new Error(`A hundred ports below ${next} are all in use.`);
}

async function isFree(port: number): Promise<boolean> {
  // On every address, as the product listens unless it is told otherwise.
  const server = createServer().listen(port);
  try {
    await once(server, 'listening');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') {
      return false;
    }
    throw error;
  }
  server.close();
  await once(server, 'close');
  return true;
}
