import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { freePort } from '../harness/free-port.ts';
import { spawnProduct, untilReady } from '../harness/running-product.ts';
import { type Outcome, startHearth } from './lines.ts';

const idsOf = ({ out }: Outcome) =>
  (JSON.parse(out) as { findings: { id: string }[] }).findings.map(({ id }) => id);

it('finds nothing wrong beside a running server of local mode, and that a stopped one does not run', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'hearth-doctor-'));
  const port = await freePort();
  const env = { DATA_DIR: dataDir, PORT: String(port) };
  const product = spawnProduct({ dataDir, port });
  onTestFinished(async () => {
    await product.kill();
    await rm(dataDir, { recursive: true, force: true });
  });
  await untilReady(product);
  const running = await startHearth(['doctor'], env);
  expect(running).toMatchObject({ code: 0, out: expect.stringMatching(/^Nothing is wrong/) });

  expect(await product.stop()).toBe(0);
  const stopped = await startHearth(['doctor', '--json'], env);
  expect([stopped.code, idsOf(stopped)]).toEqual([1, ['not-running']]);
  // The database that it has started for its checks is stopped again.
  expect(existsSync(join(dataDir, 'postgres/postmaster.pid'))).toBe(false);
});

it('says of a folder that was never started what is missing, and makes nothing in it', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'hearth-doctor-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const env = { DATA_DIR: dataDir, PORT: String(await freePort()) };
  const told = await startHearth(['doctor', '--json'], env);
  expect([told.code, idsOf(told)]).toEqual([1, ['not-running', 'database-unreachable']]);
  expect(await readdir(dataDir)).toEqual([]);
});

it('tells every fault of a configuration with which Hearth does not start', async () => {
  const told = await startHearth(['doctor'], {
    HEARTH_MODE: 'production',
    HEARTH_APP: 'on',
    SECRET_KEY: 'short',
  });
  expect(told).toMatchObject({ code: 1, err: '' });
  expect(told.out).toContain(
    'Hearth does not start: SECRET_KEY: must have at least 32 characters.',
  );
  expect(told.out).toContain('Fix: Correct SECRET_KEY in the environment or in .env');
  expect(told.out).not.toMatch(/^\s+at /m);
});

it('prints how commands are written for flags that it does not have', async () => {
  const told = await startHearth(['doctor', '--mail'], {});
  expect(told).toMatchObject({ code: 1, out: '' });
  expect(told.err).toContain('doctor [--json] [--mail <address>]');
});
