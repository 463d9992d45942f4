import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { billingInfo } from '../billing/support/payment-scenes.ts';
import { freePort } from '../harness/free-port.ts';
import { type RunningProduct, spawnProduct, untilReady } from '../harness/running-product.ts';
import { newAddress } from '../harness/wire-client.ts';
import {
  type StripeEmulator,
  startEmulator,
  stripeEnvironment,
} from '../payment-provider/stripe/emulator.ts';
import { hasEnded, readState } from './stripe/stripe-dashboard.ts';

const port = await freePort();
const minuteMs = 60_000;

interface Answered {
  readonly idToken: string;
  readonly data: { readonly subscriptionId: string };
  readonly error?: { readonly details: { readonly code: string } };
}

/** The built product on its own PostgreSQL, whose folder is copied while it is stopped. */
describe('a copy of the data folder', () => {
  let folder: string;
  let emulator: StripeEmulator;
  let product: RunningProduct;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'hearth-folder-'));
    emulator = await startEmulator();
    await start('data');
  });
  afterAll(async () => {
    await product.stop();
    await emulator.stop();
    await rm(folder, { recursive: true, force: true });
  });

  it('started again later finds what was bought since, and sells nothing twice', async () => {
    const [ada, bob] = [await signUp(), await signUp()];
    const asked = await begin(ada);
    const idle = await begin(bob);
    await product.stop();
    copy('data', 'copy');
    await start('data');
    expect(await buy(ada, asked)).toBe('ok');
    expect(await buy(bob, idle)).toBe('ok');
    const since = await call('createSubscription', bob, {
      planId: 'pro',
      billingInfo: billingInfo(),
    });
    await product.stop();

    await start('copy');
    expect(await planOf(ada, asked)).toBe('free');
    expect(await buy(ada, asked)).toBe('billing/preview-outdated');
    await advance(5 * minuteMs);
    // Bob does nothing: his purchase is found by what Stripe tells of it.
    await expect.poll(() => planOf(bob, idle), { timeout: 60_000, interval: 500 }).toBe('pro');
    await expect.poll(() => planOf(ada, asked), { timeout: 60_000, interval: 500 }).toBe('pro');

    const running = (await readState(emulator.url))
      .filter((one) => one.object === 'subscription' && !hasEnded(one))
      .map(({ metadata }) => metadata.subscriptionId);
    // The project that was founded since is gone, and whoever pays for it is left for a person.
    const lost = since.data.subscriptionId;
    expect([...running].sort()).toEqual([asked, idle, lost].sort());
    await expect.poll(() => product.words().includes(`of ${lost}`), { timeout: 60_000 }).toBe(true);
  }, 300_000);

  async function start(name: string): Promise<void> {
    product = spawnProduct({
      dataDir: join(folder, name),
      port,
      env: {
        RATE_LIMITS: 'off',
        ...stripeEnvironment(emulator.url),
      },
    });
    await untilReady(product);
  }

  /** With owners and modes, as an operator copies it. */
  function copy(from: string, to: string): void {
    const { status } = spawnSync('cp', ['-a', join(folder, from), join(folder, to)]);
    expect(status).toBe(0);
  }

  async function post(path: string, body: object, idToken?: string): Promise<Answered> {
    const answer = await fetch(`${product.origin}${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(idToken && { authorization: `Bearer ${idToken}` }),
      },
      body: JSON.stringify(body),
    });
    return (await answer.json()) as Answered;
  }

  async function signUp(): Promise<string> {
    const person = { email: newAddress(), password: 'correct horse' };
    return (await post('/v1/accounts:signUp?key=hearth-local', person)).idToken;
  }

  const call = (name: string, idToken: string, data: object) =>
    post(`/functions/us-central1/${name}`, { data }, idToken);

  async function begin(idToken: string): Promise<string> {
    const created = await call('createSubscription', idToken, { planId: 'free' });
    return created.data.subscriptionId;
  }

  async function buy(idToken: string, subscriptionId: string): Promise<string> {
    const data = { subscriptionId, planId: 'pro', billingInfo: billingInfo() };
    const answer = await call('changeSubscriptionPlan', idToken, data);
    return answer.error?.details.code ?? 'ok';
  }

  async function planOf(idToken: string, subscriptionId: string): Promise<string> {
    const answer = await fetch(`${product.origin}/v1/subscriptions/${subscriptionId}`, {
      headers: { authorization: `Bearer ${idToken}` },
    });
    return ((await answer.json()) as { plan_id: string }).plan_id;
  }

  /** Both clocks; the product's own is kept in its database. */
  async function advance(ms: number): Promise<void> {
    await emulator.advance(ms);
    await post('/dev/clock', { advanceMs: ms });
  }
});
