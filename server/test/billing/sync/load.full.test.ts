import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCrowd } from '../../harness/crowd.ts';
import { freePort } from '../../harness/free-port.ts';
import { createEventLog } from '../../harness/logged-events.ts';
import {
  createOwnTestApp,
  openSecondApp,
  type TestApp,
  type TestSettings,
} from '../../harness/test-app.ts';
import {
  type StripeEmulator,
  startEmulator,
  stripeEnvironment,
} from '../../payment-provider/stripe/emulator.ts';
import { openFaultyDatabase, withFaultInJobs } from '../support/payment-faults.ts';
import { createPaidSubscription, settle, weekMs } from '../support/payment-scenes.ts';

const isLong = Boolean(process.env.HEARTH_LONG);
const secret = 'whsec_test';
const hourMs = 3_600_000;
const latencyMs = 200;
const renewals = isLong ? 100 : 12;
const patience = { timeout: 120_000 };
/** Per renewal, however many messages tell of it. */
/** A renewal is told by a dozen messages, each of which is stored. */
const most = { requests: 6, statements: 75 };

describe('many projects at once', () => {
  let emulator: StripeEmulator;
  beforeAll(async () => {
    emulator = await startEmulator();
  });
  afterAll(() => emulator.stop());

  async function openApp(settings: TestSettings = {}): Promise<TestApp> {
    // Customers of the test before are nobody's.
    await emulator.control('reset', {});
    return await createOwnTestApp({
      logger: false,
      ...settings,
      env: {
        ...stripeEnvironment(emulator.url, secret),
        STRIPE_REQUESTS_PER_SECOND: '1000',
        ...settings.env,
      },
    });
  }

  async function buyEach(app: TestApp, count: number): Promise<void> {
    for (const person of await createCrowd(app, count)) {
      await createPaidSubscription(app, person);
    }
    await settle(app);
  }

  async function sentSince(before: number): Promise<string[]> {
    const sent = (await emulator.requests()).slice(before);
    return sent.map(({ method, path, status }) => `${method} ${path} ${status}`);
  }

  it('a purchase goes before the comparison of all projects, which Stripe’s 429 do not stop', async () => {
    const log = createEventLog();
    const fast = await openApp();
    await buyEach(fast, 10);
    const payments = { ...fast.config.payments, requestsPerSecond: 5 };
    const config = { ...fast.config, payments };
    const app = await openSecondApp({ ...fast, config }, log.logger);
    const [person = expect.fail()] = await createCrowd(app, 1);
    await app.app.checkPrices();
    await sql`update billing_accounts set compare_at = null`.execute(app.db);
    await app.app.runDue();
    await emulator.addFault({ match: 'GET /v1/', kind: 'rate_limit', times: 5 });
    const before = (await emulator.requests()).length;
    const compared = app.app.runJobs();
    await expect.poll(async () => (await sentSince(before)).length, patience).toBeGreaterThan(0);

    await createPaidSubscription(app, person);
    const bought = await sentSince(before);
    await compared;
    const all = await sentSince(before);
    const isReading = (line: string) => line.startsWith('GET /v1/');
    expect(all.filter((line) => line.endsWith(' 429'))).toHaveLength(5);
    expect(all.slice(bought.length).filter(isReading).length).toBeGreaterThan(0);
    expect(log.events('billing reconciliation deferred')).toEqual([]);
    const { rows } = await sql`
      select from billing_accounts where compare_at <= ${app.clock.now()}`.execute(app.db);
    expect(rows).toEqual([]);

    await settle(app);
    // The hour after, one page shows that all of them are in step.
    const settled = (await emulator.requests()).length;
    app.clock.advance(hourMs + 1_000);
    await settle(app);
    const { invoices = 0, subscriptions } = countPaths(await sentSince(settled));
    expect({ invoices, subscriptions }).toEqual({ invoices: 0, subscriptions: 1 });
  }, 120_000);

  it('a renewal takes few requests and statements, though many messages tell of it', async () => {
    const PORT = String(await freePort());
    const env = { HOST: '127.0.0.1', PORT };
    const app = await openApp({ env, open: openFaultyDatabase });
    await buyEach(app, renewals);
    await app.app.listen();
    const url = `http://127.0.0.1:${PORT}/webhooks/stripe`;
    await emulator.control('webhooks', { url, secret });
    await emulator.addFault({ match: 'GET /v1/', kind: 'delay', ms: latencyMs, times: 1e6 });
    const before = (await emulator.requests()).length;
    const told = await countEvents(app);

    const { steps } = await withFaultInJobs(undefined, async () => {
      app.clock.advance(weekMs);
      await emulator.advance(weekMs);
      await expect.poll(() => countRenewed(app), patience).toBe(renewals);
      await expect.poll(() => countWaiting(app), patience).toBe(0);
    });
    const events = ((await countEvents(app)) - told) / renewals;
    const requests = (await sentSince(before)).length / renewals;
    const statements = steps.database / renewals;
    expect(events).toBeGreaterThanOrEqual(5);
    expect(requests).toBeLessThanOrEqual(most.requests);
    expect(statements).toBeLessThanOrEqual(most.statements);
  }, 200_000);
});

/** How many requests there were of each kind of object. */
function countPaths(lines: readonly string[]): Record<string, number> {
  const kinds = lines.map((line) => line.split(/[ /]+/)[2] ?? '');
  return Object.fromEntries(
    kinds.map((kind) => [kind, kinds.filter((one) => one === kind).length]),
  );
}

async function count({ db }: TestApp, what: ReturnType<typeof sql>): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${what}`.execute(
    db,
  );
  return rows[0]?.count ?? -1;
}

const countEvents = (app: TestApp) => count(app, sql`provider_events`);
const countWaiting = (app: TestApp) => count(app, sql`provider_events where processed_at is null`);
const countRenewed = (app: TestApp) =>
  count(
    app,
    sql`(select from invoices where status = 'paid' group by subscription_id
    having count(*) = 2) renewed`,
  );
