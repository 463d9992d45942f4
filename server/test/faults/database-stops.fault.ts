import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freePort } from '../harness/free-port.ts';
import { type RunningProduct, spawnProduct, untilReady } from '../harness/running-product.ts';
import { reportFault } from './report-fault.ts';

let dataDir: string;
let product: RunningProduct;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'hearth-fault-'));
  product = spawnProduct({ dataDir, port: await freePort() });
  await untilReady(product);
});
afterAll(async () => {
  await product.stop();
  await rm(dataDir, { recursive: true, force: true });
});

it('PostgreSQL killed: the server goes on, and answers again', async () => {
  const [pid] = (await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n');
  process.kill(Number(pid), 'SIGKILL');
  const killedAt = Date.now();

  await untilReady(product);

  expect(product.process.exitCode).toBe(null);
  const seen = `ready again after ${Date.now() - killedAt} ms, same process`;
  reportFault({ planted: 'kill -9 of PostgreSQL', seen, alarm: 'HearthDatabaseDown' });
});
