import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { freePort } from '../harness/free-port.ts';
import { toUrl } from '../harness/postgres.ts';
import { spawnProduct } from '../harness/running-product.ts';
import { createTestApp, findLocation } from '../harness/test-app.ts';

it.each([
  ['no mail server', {}, 'Emails are shown at $/dev/mailbox. $/dev/clock moves the time.'],
  ['a mail server', { SMTP_URL: 'smtp://127.0.0.1:1' }, '$/dev/clock moves the time.'],
])('a start in local mode with %s: names the pages that it needs', async (_, env, sentence) => {
  const app = await createTestApp();
  onTestFinished(() => app.close());
  const dataDir = await mkdtemp(join(tmpdir(), 'hearth-words-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const { secretKey: SECRET_KEY } = app.config;
  const DATABASE_URL = toUrl(await findLocation(app));
  const product = spawnProduct({
    dataDir,
    port: await freePort(),
    env: { HEARTH_MODE: 'local', DATABASE_URL, SECRET_KEY, ...env },
  });
  onTestFinished(() => product.kill());
  const said = sentence.replaceAll('$', product.origin.replace('127.0.0.1', 'localhost'));
  await expect.poll(() => product.words().split('\n')).toContain(said);
});
