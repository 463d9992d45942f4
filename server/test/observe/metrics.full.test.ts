import { wire } from '@hearth/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { KeyRefused } from '../../src/modules/billing/port/payment-provider.ts';
import { createMailbox } from '../../src/modules/mail/index.ts';
import { insertBackup } from '../../src/platform/backup/kept-backups.ts';
import {
  billingInfo,
  createPaidSubscription,
  openIntent,
  settle,
  withoutProvider,
} from '../billing/support/payment-scenes.ts';
import { createUnrulyProvider } from '../billing/support/unruly-provider.ts';
import { freePort } from '../harness/free-port.ts';
import { at, withDatabase } from '../harness/postgres.ts';
import {
  createOwnTestApp,
  createTestApp,
  findLocation,
  type TestApp,
} from '../harness/test-app.ts';
import {
  callable,
  createPerson,
  expectRefusal,
  identity,
  sendOobCode,
  signIn,
} from '../harness/wire-client.ts';
import { metricsToken, readMetric, readMetricsText, readSamples } from './metrics-reader.ts';

const hourMs = 3_600_000;
const env = { METRICS_TOKEN: metricsToken };

describe('what is counted', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp({ env });
  });
  afterAll(() => app.close());

  const expectMetric = (name: string, labels: Record<string, string> = {}) =>
    // Queues are read at most every few seconds.
    expect.poll(() => readMetric(app, name, labels), { interval: 500 });

  it('requests, by call and result, and the time they took', async () => {
    const { email } = await createPerson(app);
    await identity(app, '/v1/accounts:signInWithPassword', { email, password: 'a guess' });
    const signUps = { call: 'signUp', status: '2xx', result: 'ok' };
    expect(await readMetric(app, 'hearth_requests_total', signUps)).toBe(1);
    const guesses = {
      call: 'signInWithPassword',
      status: '4xx',
      result: 'auth/invalid-credential',
    };
    expect(await readMetric(app, 'hearth_requests_total', guesses)).toBe(1);
    const took = await readMetric(app, 'hearth_request_duration_seconds_sum', { call: 'signUp' });
    expect(took).toBeGreaterThan(0.001);
    expect(took).toBeLessThan(30);
    const guessed = { event: 'credentials-rejected' };
    expect(await readMetric(app, 'hearth_security_events_total', guessed)).toBe(1);
  });

  it('a message to the webhook with a wrong signature', async () => {
    const own = await createOwnTestApp({ env: { ...env, ...stripeEnv } });
    await own.server.inject({ method: 'POST', url: '/webhooks/stripe', payload: {} });
    const rejected = { event: 'webhook-rejected' };
    expect(await readMetric(own, 'hearth_security_events_total', rejected)).toBe(1);
    expect(await readMetric(own, 'hearth_requests_total', { call: 'webhook' })).toBe(1);
  });

  it('mails and jobs that wait, run, fail and are given up', async () => {
    const task = 'send-mail';
    await app.app.runJobs();
    const { email } = await createPerson(app);
    await sendOobCode(app, { requestType: 'PASSWORD_RESET', email });
    await expectMetric('hearth_mails_waiting').toBe(1);
    expect(await readMetric(app, 'hearth_jobs_waiting', { task })).toBe(1);
    await expectMetric('hearth_jobs_oldest_seconds', { task }).toBeGreaterThan(0.1);
    app.clock.advance(hourMs);
    await expectMetric('hearth_mails_oldest_seconds').toBeGreaterThan(3_600);

    await breakMails(app, true);
    const before = (await readMetric(app, 'hearth_jobs_total', { task, result: 'ok' })) ?? 0;
    await app.app.runJobs();
    expect(await readMetric(app, 'hearth_jobs_total', { task, result: 'failed' })).toBe(1);
    await sql`
      select graphile_worker.permanently_fail_jobs(array_agg(id)) from graphile_worker.jobs`.execute(
      app.db,
    );
    await expectMetric('hearth_jobs_given_up', { task }).toBe(1);
    expect(await readMetric(app, 'hearth_jobs_waiting', { task })).toBe(0);

    await breakMails(app, false);
    await sql`update graphile_worker._private_jobs set attempts = 0, run_at = now()`.execute(
      app.db,
    );
    await app.app.runJobs();
    expect(await readMetric(app, 'hearth_jobs_total', { task, result: 'ok' })).toBe(before + 1);
    expect(
      await readMetric(app, 'hearth_job_duration_seconds_count', { task }),
    ).toBeGreaterThanOrEqual(2);
    await expectMetric('hearth_mails_waiting').toBe(0);
    expect(await readMetric(app, 'hearth_mails_oldest_seconds')).toBe(0);
  });

  it('changes of money, events, drift, and calls of the payment provider', async () => {
    const person = await createPerson(app);
    const id = await createPaidSubscription(app, person);
    await settle(app);
    const created = { provider: 'stripe', call: 'startSubscription', result: 'ok' };
    expect(await readMetric(app, 'hearth_provider_calls_total', created)).toBe(1);
    const { result: _ok, ...named } = created;
    expect(await readMetric(app, 'hearth_provider_call_duration_seconds_count', named)).toBe(1);

    await sql`update invoices set status = 'open' where subscription_id = ${id}`.execute(app.db);
    expect(await readMetric(app, 'hearth_billing_drift_total')).toBe(0);
    app.clock.advance(hourMs + 60_000);
    await settle(app);
    await settle(app);
    expect(await readMetric(app, 'hearth_billing_drift_total')).toBe(1);

    await openIntent(app, id, person);
    const now = app.clock.now();
    await sql`
      insert into provider_events (id, type, customer_id, created_at, received_at)
      values ('evt_planted', 'invoice.paid', 'cus_planted', ${now}, ${now})`.execute(app.db);
    app.clock.advance(hourMs);
    await expectMetric('hearth_intents_open').toBe(1);
    await expectMetric('hearth_intents_oldest_seconds').toBeGreaterThan(3_599);
    expect(await readMetric(app, 'hearth_events_waiting')).toBe(1);
    expect(await readMetric(app, 'hearth_events_oldest_seconds')).toBeGreaterThan(3_599);
    await sql`delete from intents where status = 'open'`.execute(app.db);
    await sql`delete from provider_events where id = 'evt_planted'`.execute(app.db);
    await expectMetric('hearth_intents_open').toBe(0);
    expect(await readMetric(app, 'hearth_events_oldest_seconds')).toBe(0);

    const { idToken } = await signIn(app, person);
    const call = { data: { subscriptionId: id }, idToken };
    await withoutProvider(app, () => callable(app, 'getPaymentMethods', call));
    const failed = { result: 'failed' };
    expect(await readMetric(app, 'hearth_provider_calls_total', failed)).toBeGreaterThan(0);
  });

  it('projects that renew without tax, by the reason', async () => {
    const person = await createPerson(app);
    const id = await createPaidSubscription(app, person);
    await expectMetric('hearth_projects_untaxed').toBe(0);
    expect(await readMetric(app, 'hearth_projects_bought_untaxed')).toBe(0);
    await sql`
      update billing_accounts set tax_stopped = true where subscription_id = ${id}`.execute(app.db);
    await expectMetric('hearth_projects_untaxed').toBe(1);
    expect(await readMetric(app, 'hearth_projects_bought_untaxed')).toBe(0);
    await sql`
      update billing_accounts set tax_stopped = false, bought_untaxed = true
      where subscription_id = ${id}`.execute(app.db);
    await expectMetric('hearth_projects_bought_untaxed').toBe(1);
    await sql`
      update billing_accounts set bought_untaxed = false where subscription_id = ${id}`.execute(
      app.db,
    );
    await expectMetric('hearth_projects_untaxed').toBe(0);
  });

  it('prices that are wrong, and keys of another account', async () => {
    let isWrong = false;
    const own = await createOwnTestApp({
      env,
      payments: (real) => ({
        ...real,
        readAccount: async () => ({ id: isWrong ? 'acct_other' : 'acct_own', mode: 'test' }),
        checkPrices: async (prices) =>
          isWrong ? { account: [], prices: prices.map(() => ['wrong']) } : real.checkPrices(prices),
      }),
    });
    const person = await createPerson(own);
    await createPaidSubscription(own, person);
    await own.app.checkPrices();
    expect(await readMetric(own, 'hearth_price_faults')).toBe(0);
    expect(await readMetric(own, 'hearth_payments_off')).toBe(0);
    isWrong = true;
    await own.app.checkPrices().catch(() => undefined);
    expect(await readMetric(own, 'hearth_payments_off')).toBe(1);
    expect(await readMetric(own, 'hearth_price_faults')).toBe(0);
  });

  it('a key that the provider refuses, at once and until it takes one again', async () => {
    const { steps, wrap } = createUnrulyProvider();
    const own = await createOwnTestApp({ env, payments: wrap });
    const { idToken } = await createPerson(own);
    const buy = () =>
      callable(own, 'createSubscription', {
        data: { planId: 'pro', billingInfo: billingInfo() },
        idToken,
      });
    expect(await readMetric(own, 'hearth_payments_off')).toBe(0);
    steps.set('startSubscription', () => Promise.reject(new KeyRefused('The key is refused.')));
    expectRefusal(await buy(), 'billing/provider-unavailable');
    expect(await readMetric(own, 'hearth_payments_off')).toBe(1);
    steps.clear();
    await own.app.checkPrices();
    expect(await readMetric(own, 'hearth_payments_off')).toBe(0);
  });

  it('memory and event-loop lag of the process', async () => {
    expect(await readMetric(app, 'process_resident_memory_bytes')).toBeGreaterThan(10_000_000);
    expect(await readMetric(app, 'nodejs_eventloop_lag_p99_seconds')).toBeGreaterThan(0);
  });

  it('the time without any backup, if backups are scheduled', async () => {
    const env = { METRICS_TOKEN: metricsToken, BACKUP_DIR: '/nowhere', BACKUP_EVERY_HOURS: '168' };
    const scheduled = await createOwnTestApp({ env });
    scheduled.clock.advance(15 * 24 * 3_600_000);
    expect(await readMetric(scheduled, 'hearth_backup_age_seconds')).toBeGreaterThan(
      2 * ((await readMetric(scheduled, 'hearth_backup_interval_seconds')) ?? expect.fail()),
    );
  });

  it('the age of the newest backup, once there is one', async () => {
    expect(await readMetric(app, 'hearth_backup_age_seconds')).toBeUndefined();
    const takenAt = new Date(app.clock.now().getTime() - 3_600_000);
    await insertBackup(app.db, { takenAt, scheduled: true });
    await expect
      .poll(() => readMetric(app, 'hearth_backup_age_seconds'))
      .toBeGreaterThanOrEqual(3_600);
  });

  it('connections, also while every one for requests is in use', async () => {
    const busy = Array.from({ length: 12 }, () => sql`select pg_sleep(1.5)`.execute(app.db));
    await expectMetric('hearth_pool_connections').toBe(10);
    expect(await readMetric(app, 'hearth_pool_waiting_statements')).toBe(2);
    expect(await readMetric(app, 'hearth_database_up')).toBe(1);
    await Promise.all(busy);
    await expectMetric('hearth_pool_waiting_statements').toBe(0);
    expect(await readMetric(app, 'hearth_pool_idle_connections')).toBe(10);
  });

  it('no address that a client makes up', async () => {
    const before = await readSamples(app);
    for (let number = 0; number < 200; number += 1) {
      const word = `made-up-${number}`;
      await app.server.inject({ method: 'GET', url: `/${word}?token=${word}` });
      await app.server.inject({ method: 'GET', url: `/%ff${word}` });
      await app.server.inject({ method: 'GET', url: `/avatars/${word}` });
      await app.server.inject({ method: 'POST', url: `/functions/us-central1/${word}` });
      await app.server.inject({ method: 'DELETE', url: `/v1/accounts:${word}` });
      await app.server.inject({ method: 'GET', url: `/v1/users/${word}` });
      await app.server.inject({ method: 'OPTIONS', url: `/${word}` });
    }
    const after = await readSamples(app);
    expect(JSON.stringify(after)).not.toContain('made-up');
    expect(after.length - before.length).toBeLessThan(150);
    const calls = Object.values(wire).flatMap((calls) => Object.keys(calls));
    const pages = ['avatar', 'metrics', 'page', 'preflight', 'unknown', 'webhook', 'sandbox'];
    const counted = after.filter(({ name }) => name === 'hearth_requests_total');
    for (const { labels } of counted) {
      expect([...calls, ...pages]).toContain(labels.call);
    }
    expect(await readMetric(app, 'hearth_requests_total', { status: '4xx' })).toBeGreaterThan(
      1_000,
    );
  });
});

describe('a database that does not answer', () => {
  it('ends the groups of jobs, which are counted and started again', async () => {
    const PORT = String(await freePort());
    const own = await createOwnTestApp({ env: { ...env, PORT }, logger: false });
    const name = await nameOfDatabase(own);
    const restarts = () => readMetric(own, 'hearth_job_restarts_total');
    await own.app.listen();
    expect(await restarts()).toBe(0);
    await allowConnections(name, false);
    await expect.poll(restarts).toBeGreaterThan(0);
    await allowConnections(name, true);
    const { email } = await createPerson(own);
    await sendOobCode(own, { requestType: 'PASSWORD_RESET', email });
    await expect.poll(() => createMailbox(own.db).list(email)).toHaveLength(1);
  });

  it('breaks nothing: the page says so, and shows again what waits once it is back', async () => {
    const app = await createOwnTestApp({ env });
    expect(await readMetric(app, 'hearth_database_up')).toBe(1);
    const name = await nameOfDatabase(app);
    await allowConnections(name, false);
    await expect.poll(() => readMetric(app, 'hearth_database_up'), { interval: 500 }).toBe(0);
    expect(await readMetric(app, 'hearth_mails_waiting')).toBeUndefined();
    expect(await readMetric(app, 'hearth_jobs_waiting')).toBeUndefined();
    expect(await readMetric(app, 'process_resident_memory_bytes')).toBeGreaterThan(0);
    await allowConnections(name, true);
    await expect.poll(() => readMetric(app, 'hearth_database_up'), { interval: 500 }).toBe(1);
    expect(await readMetric(app, 'hearth_mails_waiting')).toBe(0);
  });

  it('is asked by one scrape at a time, each of which answers within seconds', async () => {
    const app = await createOwnTestApp({ env });
    const name = await nameOfDatabase(app);
    await app.db.transaction().execute(async (tx) => {
      await sql`lock table mails in access exclusive mode`.execute(tx);
      const startedMs = performance.now();
      const scrapes = Array.from({ length: 20 }, () => readMetric(app, 'hearth_database_up'));
      const blocked = await expect
        .poll(() => countBlocked(name))
        .toBe(1)
        .then(() => countBlocked(name));
      expect(blocked).toBe(1);
      expect(await Promise.all(scrapes)).toEqual(scrapes.map(() => 0));
      expect(performance.now() - startedMs).toBeLessThan(20_000);
    });
    await expect.poll(() => readMetric(app, 'hearth_database_up'), { interval: 500 }).toBe(1);
  });
});

it('names each metric once, with words about it', async () => {
  const text = await readMetricsText(await createOwnTestApp({ env }));
  const helps = [...text.matchAll(/^# HELP (\w+) (.+)$/gm)];
  expect(new Set(helps.map(([, name]) => name)).size).toBe(helps.length);
  for (const [, name, help] of helps.filter(([, name]) => name?.startsWith('hearth_'))) {
    expect(help, name).toMatch(/^.{10,}\.$/);
  }
});

const stripeEnv = {
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
  HEARTH_MODE: 'local',
};

async function breakMails({ db }: TestApp, isBroken: boolean): Promise<void> {
  await (isBroken
    ? sql`alter table mailbox_mails add constraint never check (kind = 'never') not valid`
    : sql`alter table mailbox_mails drop constraint never`
  ).execute(db);
}

async function nameOfDatabase(app: TestApp): Promise<string> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(app.db);
  expect(await findLocation(app)).toEqual(at(inject('postgres'), rows[0]?.name ?? ''));
  return rows[0]?.name ?? expect.fail();
}

/** Lets connections in again, or ends those that are there and refuses others. */
async function allowConnections(name: string, isAllowed: boolean): Promise<void> {
  await withDatabase(inject('postgres'), async (db) => {
    await sql.raw(`alter database ${name} with allow_connections ${isAllowed}`).execute(db);
    if (!isAllowed) {
      await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${name}`.execute(
        db,
      );
    }
  });
}

/** Statements in the database that wait for a lock. */
async function countBlocked(name: string): Promise<number> {
  let blocked = 0;
  await withDatabase(inject('postgres'), async (db) => {
    const { rows } = await sql<{ blocked: number }>`
      select count(*)::int as blocked from pg_stat_activity
      where datname = ${name} and wait_event_type = 'Lock'`.execute(db);
    blocked = rows[0]?.blocked ?? 0;
  });
  return blocked;
}
