import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freePort } from '../harness/free-port.ts';
import { type RunningProduct, spawnProduct, untilReady } from '../harness/running-product.ts';
import { reportFault } from './report-fault.ts';

const clients = 200;
const pipelined = 100;
const web = join(import.meta.dirname, '../../../web/dist');

let dataDir: string;
let port: number;
let product: RunningProduct;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'hearth-fault-'));
  port = await freePort();
  product = spawnProduct({ dataDir, port, env: { TRUST_PROXY: '0' } });
  await untilReady(product);
});
afterAll(async () => {
  await product.stop();
  await rm(dataDir, { recursive: true, force: true });
});

/** Sends the requests in one piece and reads nothing. */
async function askWithoutReading(path: string): Promise<Socket> {
  const socket = connect({ host: '127.0.0.1', port }).on('error', () => undefined);
  await once(socket, 'connect');
  socket.pause();
  socket.write(
    `GET ${path} HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: br\r\n\r\n`.repeat(pipelined),
  );
  return socket;
}

async function measure() {
  const { pid } = product.process;
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return {
    descriptors: (await readdir(`/proc/${pid}/fd`)).length,
    megabytes: Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024),
  };
}

async function largestAsset(): Promise<string> {
  const names = (await readdir(join(web, 'assets'))).filter((name) => name.endsWith('.js'));
  const sizes = await Promise.all(
    names.map(async (name) => (await readFile(join(web, 'assets', name))).length),
  );
  return `/assets/${names[sizes.indexOf(Math.max(...sizes))]}`;
}

it.each([
  ['files of the web', largestAsset],
  ['pages, packed for each request', async () => '/signin'],
  ['the description of the API', async () => '/openapi.json'],
])(`${clients} clients that ask ${pipelined} times and never read: %s`, async (what, toPath) => {
  const before = await measure();
  const path = await toPath();
  const sockets = await Promise.all(Array.from({ length: clients }, () => askWithoutReading(path)));
  await sleep(8_000);
  const during = await measure();
  for (const socket of sockets) {
    socket.destroy();
  }
  await expect
    .poll(async () => (await measure()).descriptors)
    .toBeLessThan(before.descriptors + 20);
  const after = await measure();
  const words = ({ descriptors, megabytes }: typeof before) =>
    `${descriptors} descriptors, ${megabytes} MB`;
  const seen = `before ${words(before)}; during ${words(during)}; after they left ${words(after)}`;
  reportFault({ planted: `unread answers: ${what}`, seen, alarm: 'HearthDescriptors' });

  expect(during.descriptors).toBeLessThan(before.descriptors + 2 * clients + 20);
  expect(during.megabytes).toBeLessThan(before.megabytes + 200);
  await untilReady(product);
});
