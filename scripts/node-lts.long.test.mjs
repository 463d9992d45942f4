import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { freePort } from '../server/test/harness/free-port.ts';
import { spawnProduct, untilReady } from '../server/test/harness/running-product.ts';
import { installNodeLts } from './install-node-lts.mjs';

it('the built product starts on the LTS of Node.js with an empty database, signs somebody up, and stops', async () => {
  const node = await installNodeLts();
  const tell = 'console.log(process.release.lts)';
  expect(execFileSync(node, ['--eval', tell], { encoding: 'utf8' })).toMatch(/^[A-Z][a-z]+\n$/);

  const dataDir = await mkdtemp(join(tmpdir(), 'hearth-lts-'));
  const product = spawnProduct({ dataDir, port: await freePort(), node });
  onTestFinished(async () => {
    await product.kill();
    await rm(dataDir, { recursive: true, force: true });
  });
  await untilReady(product);
  const signedUp = await fetch(`${product.origin}/v1/accounts:signUp?key=hearth-local`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'ada@example.com', password: 'a long enough passphrase 7' }),
  });
  expect(await signedUp.json()).toMatchObject({
    email: 'ada@example.com',
    idToken: expect.any(String),
  });
  expect(await product.stop(), product.words()).toBe(0);
  expect(product.words()).not.toMatch(/warning|deprecat|unsupported/i);
});
