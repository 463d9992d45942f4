import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { Agent, get } from 'node:http';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { freePort } from '../harness/free-port.ts';
import { type RunningProduct, spawnProduct, untilReady } from '../harness/running-product.ts';
import { reportFault } from './report-fault.ts';

const openFiles = 1_024;
const token = 'a-token-for-the-reader-of-metrics';

async function start(settings: { readonly openFiles?: number; readonly log?: string }) {
  const dataDir = await mkdtemp(join(tmpdir(), 'hearth-fault-'));
  const env = { METRICS_TOKEN: token, METRICS_PORT: String(await freePort()) };
  const product = spawnProduct({ dataDir, port: await freePort(), env, ...settings });
  onTestFinished(async () => {
    await product.stop();
    await rm(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  });
  await untilReady(product);
  return { product, metricsPort: Number(env.METRICS_PORT) };
}

async function open(count: number, port: number): Promise<Socket[]> {
  const sockets = Array.from({ length: count }, () =>
    connect({ host: '127.0.0.1', port }).on('error', () => undefined),
  );
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));
  return sockets;
}

async function readMetric({ origin }: RunningProduct, name: string): Promise<number> {
  const headers = { authorization: `Bearer ${token}`, connection: 'close' };
  const text = await (await fetch(`${origin}/metrics`, { headers })).text();
  return Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(text)?.[1]);
}

function expectAlive({ process: child, words }: RunningProduct): void {
  expect(child.exitCode, words().slice(-2_000)).toBe(null);
}

it('1,100 idle connections of strangers to each port at 1,024 descriptors: the server goes on', async () => {
  const { product, metricsPort } = await start({ openFiles });
  const sockets = [
    ...(await open(1_100, Number(new URL(product.origin).port))),
    ...(await open(1_100, metricsPort)),
  ];
  // Three samples of the event loop's delay, which once needed a descriptor.
  await sleep(10_000);
  expectAlive(product);
  const held = sockets.filter((socket) => !socket.destroyed).length;
  for (const socket of sockets) {
    socket.destroy();
  }
  await untilReady(product);

  const refused = await readMetric(product, 'hearth_connections_refused_total');
  expect(refused).toBeGreaterThan(0);
  const seen = `${held} connections held, ${refused} refused, ready again, same process`;
  reportFault({ planted: '2,200 idle connections', seen, alarm: 'HearthDescriptors' });
});

it('no descriptor left for 20 s, while requests come on open connections: the server goes on', async () => {
  const { product } = await start({});
  const { pid } = product.process;
  const agent = new Agent({ keepAlive: true, maxSockets: 4 });
  const read = async (path: string, from?: Agent) => {
    const { port } = new URL(product.origin);
    const asked = get({ port, path, agent: from, host: '127.0.0.1' });
    const answered = once(asked, 'response').then(async ([answer]) => {
      answer.resume();
      await once(answer, 'end');
      return Number(answer.statusCode);
    });
    return await answered.catch((error: Error) => error.message);
  };
  const file = `/assets/${(await readdir(join(import.meta.dirname, '../../../web/dist/assets')))[0]}`;
  await Promise.all([1, 2, 3, 4].map(() => read('/readyz', agent)));
  // Those that are open stay so.
  setLimit(pid, 3);
  const seen = new Set<string>();
  const waiting: Promise<number | string>[] = [];
  for (let second = 0; second < 20; second += 1) {
    const paths = [file, '/signin', '/openapi.json', '/config.json', '/readyz', '/metrics'];
    for (const path of paths) {
      seen.add(`${path} ${await read(path, agent)}`);
    }
    waiting.push(read('/healthz'));
    await sleep(1_000);
    expectAlive(product);
  }
  setLimit(pid, 4_096);
  await untilReady(product);
  expect(await read(file)).toBe(200);
  await Promise.all(waiting);
  expect([...seen].filter((one) => one.endsWith(' 500'))).toEqual([]);
  const answers = `answers meanwhile: ${[...seen].join(', ')}; ready again, same process`;
  reportFault({ planted: 'no descriptor left', seen: answers, alarm: 'HearthDescriptors' });
});

function setLimit(pid: number | undefined, files: number): void {
  const { status, stderr, error } = spawnSync('prlimit', [`--pid=${pid}`, `--nofile=${files}:`]);
  expect(status, `prlimit of util-linux is needed: ${error ?? stderr}`).toBe(0);
}

it('a log that cannot be written, because its disk is full: the server goes on, and stops in order', async () => {
  const { product } = await start({ log: '/dev/full' });
  for (let request = 0; request < 50; request += 1) {
    expect((await fetch(`${product.origin}/none`)).status).toBe(404);
  }
  expect(await product.stop()).toBe(0);
  reportFault({ planted: 'log on a full disk', seen: 'answers and stops as always', alarm: null });
});
