import { execFile, spawn } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { createPaidSubscription } from '../../server/test/billing/support/payment-scenes.ts';
import { createTeam, joinTeam } from '../../server/test/harness/factories.ts';
import { freePort } from '../../server/test/harness/free-port.ts';
import { callServer, makeKey } from '../../server/test/harness/server-api.ts';
import { createOwnTestApp, type TestApp } from '../../server/test/harness/test-app.ts';
import { callable, createPerson, type Person } from '../../server/test/harness/wire-client.ts';
import { createHearth } from '../src/index.ts';

const sdk = join(import.meta.dirname, '..');
const example = join(sdk, '../examples/express-api');
const run = promisify(execFile);
const longestMs = 5_000;

/** The backend, however it runs. */
interface Backend {
  ask(subscriptionId: string, idToken: string): Promise<{ status: number; body: unknown }>;
}

/** A product that listens and runs its jobs. */
async function openProduct(): Promise<TestApp> {
  const env = { PORT: String(await freePort()), PAYMENT_PROVIDER: 'sandbox' };
  const app = await createOwnTestApp({ env });
  await app.app.listen();
  return app;
}

async function credentials(app: TestApp, hook: string) {
  const { secret: apiKey } = await makeKey(app, ['standing:read', 'webhooks:write', 'events:read']);
  const body = { url: hook };
  const made = await callServer(app, 'POST /webhook-endpoints', { secret: apiKey, body });
  expect(made.statusCode, made.body).toBe(200);
  return { apiKey, webhookSecret: made.json().secret as string };
}

async function expectPromises(app: TestApp, { ask }: Backend): Promise<void> {
  const free = await createTeam(app);
  expect(await ask(free.subscriptionId, free.owner.idToken)).toEqual({
    status: 403,
    body: {
      error: 'The report is part of the plan pro.',
      upgrade: `${app.config.publicUrl}/subscription/${free.subscriptionId}/billing/change-plan`,
    },
  });
  const owner = await createPerson(app);
  const subscriptionId = await createPaidSubscription(app, owner);
  const member = await joinTeam(app, { owner, subscriptionId });
  for (const { idToken } of [owner, member]) {
    expect(await ask(subscriptionId, idToken)).toMatchObject({ status: 200 });
  }
  const stranger = await createPerson(app);
  expect(await ask(subscriptionId, stranger.idToken)).toMatchObject({ status: 403 });

  await removed(app, { owner, member, subscriptionId });
  await expectSoon(async () => (await ask(subscriptionId, member.idToken)).status);
  const data = { subscriptionId, confirmationId: subscriptionId };
  const canceled = await callable(app, 'cancelSubscription', { data, idToken: owner.idToken });
  expect(canceled.statusCode, canceled.body).toBe(200);
  await expectSoon(async () => (await ask(subscriptionId, owner.idToken)).status);
}

interface Leaving {
  readonly owner: Person;
  readonly member: Person;
  readonly subscriptionId: string;
}

async function removed(app: TestApp, { owner, member, subscriptionId }: Leaving): Promise<void> {
  const data = { subscriptionId, userId: member.uid };
  const answer = await callable(app, 'removeUser', { data, idToken: owner.idToken });
  expect(answer.statusCode, answer.body).toBe(200);
}

/** 403 within five seconds. */
const expectSoon = (status: () => Promise<number>) =>
  expect.poll(status, { timeout: longestMs, interval: 50 }).toBe(403);

it('the example beside the product: 403 without the plan, 200 with it, 403 within 5 s after it was canceled', async () => {
  const app = await openProduct();
  const { createAccess } = await import(join(example, 'src/access.js'));
  const receiver = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      access.receive(request.headers, Buffer.concat(parts));
      response.writeHead(204).end();
    });
  });
  await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done));
  onTestFinished(() => void receiver.close());
  const { port } = receiver.address() as AddressInfo;
  const hook = `http://127.0.0.1:${port}/webhooks/hearth`;
  const url = `http://127.0.0.1:${app.config.port}`;
  const { publicUrl } = app.config;
  const hearth = createHearth({ url, publicUrl, ...(await credentials(app, hook)) });
  const access = createAccess({ hearth, plan: 'pro' });
  await expectPromises(app, { ask: (id, idToken) => access.answer(idToken, id) });
});

it.runIf(process.env.HEARTH_LONG)(
  'the example as a program of its own, installed from the packed SDK by its lock file, keeps the same promises',
  async () => {
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
    const { apiKey, webhookSecret } = await credentials(
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
  },
  300_000,
);
