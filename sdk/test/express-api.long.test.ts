import { execFile, spawn } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { freePort } from '../../server/test/harness/free-port.ts';
import { createCredentials, example, expectPromises, openProduct } from './express-promises.ts';

const sdk = join(import.meta.dirname, '..');
const run = promisify(execFile);

it('the example as a program of its own, installed from the packed SDK by its lock file, keeps the same promises', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'hearth-express-api-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await cp(example, folder, {
    recursive: true,
    filter: (path) => !/node_modules|\.tgz$/.test(path),
  });
  await run('npm', ['pack', '--pack-destination', folder], { cwd: sdk });
  await run('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder });
  const app = await openProduct();
  const port = await freePort();
  const { apiKey, webhookSecret } = await createCredentials(
    app,
    `http://127.0.0.1:${port}/webhooks/hearth`,
  );
  const program = spawn(process.execPath, ['src/main.js'], {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      HEARTH_URL: `http://127.0.0.1:${app.config.port}`,
      HEARTH_PUBLIC_URL: app.config.publicUrl,
      HEARTH_API_KEY: apiKey,
      HEARTH_WEBHOOK_SECRET: webhookSecret,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  onTestFinished(() => void program.kill());
  const ask = async (id: string, idToken: string) => {
    const headers = { authorization: `Bearer ${idToken}` };
    const answer = await fetch(`http://127.0.0.1:${port}/projects/${id}/report`, { headers });
    return { status: answer.status, body: await answer.json() };
  };
  await expect
    .poll(() =>
      ask('none', 'none').then(
        ({ status }) => status,
        () => 0,
      ),
    )
    .toBe(401);
  const unsigned = await fetch(`http://127.0.0.1:${port}/webhooks/hearth`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  });
  expect(unsigned.status).toBe(401);
  await expectPromises(app, { ask });
}, 300_000);
