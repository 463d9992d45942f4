import { execFile, spawn } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { createTeam } from '../../server/test/harness/factories.ts';
import { freePort } from '../../server/test/harness/free-port.ts';
import { clientSecret, createSignInApp } from '../../server/test/harness/hosted-sign-in.ts';
import { makeKey } from '../../server/test/harness/server-api.ts';
import type { TestApp } from '../../server/test/harness/test-app.ts';
import { walk } from './walk.ts';

const sdk = join(import.meta.dirname, '..');
const example = join(sdk, '../examples/next-beside');
const run = promisify(execFile);
const ownUrl = 'https://backend.example';

let app: TestApp;
beforeAll(async () => {
  app = await createSignInApp();
});
afterAll(() => app.close());

it('as a program of its own, installed from the packed SDK by its lock file and built, signs a person in', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'hearth-next-beside-'));
  onTestFinished(() => rm(folder, { recursive: true, maxRetries: 5 }));
  await cp(example, folder, {
    recursive: true,
    filter: (path) => !/node_modules|\.next|\.tgz$/.test(path),
  });
  await run('npm', ['pack', '--pack-destination', folder], { cwd: sdk });
  await run('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder });
  const port = await freePort();
  const { owner, subscriptionId } = await createTeam(app);
  const { secret } = await makeKey(app, ['standing:read']);
  const env = {
    PATH: process.env.PATH ?? '',
    HOME: folder,
    NEXT_TELEMETRY_DISABLED: '1',
    HEARTH_URL: app.config.publicUrl,
    HEARTH_API_KEY: secret,
    HEARTH_CLIENT_ID: 'backend',
    HEARTH_CLIENT_SECRET: clientSecret,
    APP_URL: ownUrl,
  };
  const next = join(folder, 'node_modules/next/dist/bin/next');
  await run(process.execPath, [next, 'build'], { cwd: folder, env });
  const program = spawn(process.execPath, [next, 'start', '--port', String(port)], {
    cwd: folder,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  onTestFinished(() => void program.kill());
  const open = (path: string, cookie = '') =>
    fetch(`http://127.0.0.1:${port}${path}`, { redirect: 'manual', headers: { cookie } });
  const text = (path: string, cookie?: string) =>
    open(path, cookie).then(
      (answer) => answer.text(),
      () => '',
    );
  await expect.poll(() => text('/'), { timeout: 60_000 }).toContain('Sign in');
  const begun = await open('/signin');
  const back = await walk(app, begun.headers.get('location') ?? '', owner);
  const signed = await open(`/callback${back.search}`, cookiesOf(begun));
  expect(signed.headers.get('location')).toBe(`${ownUrl}/`);
  const page = await text('/', cookiesOf(signed));
  expect(page).toContain('Ada Lovelace');
  expect(page).toContain(`/subscription/${subscriptionId}/billing?return_url=`);
}, 600_000);

const cookiesOf = (answer: Response) =>
  answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
