import { join } from 'node:path';
import { expect } from 'vitest';
import { createPaidSubscription } from '../../server/test/billing/support/payment-scenes.ts';
import { createTeam, joinTeam } from '../../server/test/harness/factories.ts';
import { freePort } from '../../server/test/harness/free-port.ts';
import { callServer, makeKey } from '../../server/test/harness/server-api.ts';
import { createOwnTestApp, type TestApp } from '../../server/test/harness/test-app.ts';
import { callable, createPerson, type Person } from '../../server/test/harness/wire-client.ts';

export const example = join(import.meta.dirname, '../../examples/express-api');
const longestMs = 5_000;

/** The backend, however it runs. */
interface Backend {
  ask(subscriptionId: string, idToken: string): Promise<{ status: number; body: unknown }>;
}

/** A product that listens and runs its jobs. */
export async function openProduct(): Promise<TestApp> {
  const env = { PORT: String(await freePort()), PAYMENT_PROVIDER: 'sandbox' };
  const app = await createOwnTestApp({ env });
  await app.app.listen();
  return app;
}

export async function createCredentials(app: TestApp, hook: string) {
  const { secret: apiKey } = await makeKey(app, ['standing:read', 'webhooks:write', 'events:read']);
  const body = { url: hook };
  const made = await callServer(app, 'POST /webhook-endpoints', { secret: apiKey, body });
  expect(made.statusCode, made.body).toBe(200);
  return { apiKey, webhookSecret: made.json().secret as string };
}

export async function expectPromises(app: TestApp, { ask }: Backend): Promise<void> {
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
