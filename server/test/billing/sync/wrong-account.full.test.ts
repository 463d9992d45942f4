import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { relink } from '../../../src/cli/billing.ts';
import { askForDrift } from '../../cli/drift.ts';
import { createCrowd } from '../../harness/crowd.ts';
import { createEventLog } from '../../harness/logged-events.ts';
import {
  createTestApp,
  findLocation,
  openSecondApp,
  type TestApp,
} from '../../harness/test-app.ts';
import {
  callable,
  createFreeSubscription,
  expectRefusal,
  type Person,
} from '../../harness/wire-client.ts';
import {
  type StripeEmulator,
  send,
  startEmulator,
  stripeEnvironment,
} from '../../payment-provider/stripe/emulator.ts';
import {
  billingDetails,
  billingInfo,
  createPaidSubscription,
  expectDone,
  settle,
} from '../support/payment-scenes.ts';
import { createUnrulyProvider } from '../support/unruly-provider.ts';

const [errorLevel, warn] = [50, 40];
const mismatch = 'payment account mismatch found';

describe('keys of another account', () => {
  let ours: StripeEmulator;
  let theirs: StripeEmulator;
  let app: TestApp;
  let ada: Person;
  let subscriptionId: string;
  beforeAll(async () => {
    ours = await startEmulator();
    theirs = await startEmulator();
  }, 120_000);
  afterAll(() => Promise.all([ours.stop(), theirs.stop()]));
  beforeEach(async () => {
    await ours.control('reset', { cfg: { account: 'acct_ours' } });
    await theirs.control('reset', { cfg: { account: 'acct_theirs' } });
    app = await openApp(ours);
    [ada = expect.fail()] = await createCrowd(app, 1);
    subscriptionId = await createPaidSubscription(app, ada);
    await settle(app);
  });

  /** The product after a restart, with the keys of that account. */
  async function restartAt(
    emulator: StripeEmulator,
    seams: Parameters<typeof openSecondApp>[2] = {},
  ) {
    const log = createEventLog();
    const { payments } = app.config;
    const config = { ...app.config, payments: { ...payments, apiBase: emulator.url } };
    const restarted = await openSecondApp({ ...app, config }, log.logger, seams);
    return { ...restarted, config, log };
  }

  const upgrade = (to: TestApp, person = ada, id = subscriptionId) =>
    callable(to, 'changeSubscriptionPlan', {
      ...person,
      data: { subscriptionId: id, planId: 'enterprise' },
    });
  const cancel = (to: TestApp, person = ada, id = subscriptionId) =>
    callable(to, 'cancelSubscription', {
      ...person,
      data: { subscriptionId: id, confirmationId: id },
    });

  it('turn every call about money off, change nothing, and leave the rest on', async () => {
    const [grace = expect.fail()] = await createCrowd(app, 1);
    const freeId = await createFreeSubscription(app, grace);
    const before = await readRows(app);
    const wrong = await restartAt(theirs);
    await wrong.app.checkPrices();
    await wrong.app.checkPrices();
    expect(wrong.log.events(mismatch)).toMatchObject([
      { level: errorLevel, account: 'acct_theirs', mode: 'test' },
      { fault: expect.stringContaining('1 project is in the account acct_ours in test mode.') },
    ]);

    expectRefusal(await upgrade(wrong), 'billing/provider-unavailable');
    expectRefusal(await cancel(wrong), 'billing/provider-unavailable');
    const bought = { planId: 'pro', billingInfo: billingInfo() };
    const calls = [
      ['createSubscription', grace, bought],
      ['changeSubscriptionPlan', grace, { subscriptionId: freeId, ...bought }],
      ['previewPlanChange', ada, { subscriptionId, planId: 'enterprise' }],
      ['createSetupIntent', ada, { subscriptionId }],
      ['getPaymentMethods', ada, { subscriptionId }],
      ['updateBillingDetails', ada, { subscriptionId, ...billingDetails }],
    ] as const;
    for (const [name, { idToken }, data] of calls) {
      const answer = await callable(wrong, name, { idToken, data });
      expectRefusal(answer, 'billing/provider-unavailable');
    }
    await expect(settle(wrong)).rejects.toThrow('acct_theirs');
    await wrong.app.runJobs();
    expect(wrong.log.events('billing backlog reported')).toMatchObject([
      { level: warn, wrongAccount: 1 },
    ]);
    expect(await readRows(app)).toEqual(before);
    const asked = (await theirs.requests()).map(({ method, path }) => `${method} ${path}`);
    expect(asked.filter((one) => !/^GET \/v1\/(account|prices\/\w+)$/.test(one))).toEqual([]);

    const summary = await callable(wrong, 'getBillingSummary', {
      ...ada,
      data: { subscriptionId },
    });
    expect(expectDone(summary)).toMatchObject({ plan_id: 'pro', status: 'active' });
    await createFreeSubscription(wrong, grace);
    expectDone(await cancel(wrong, grace, freeId));
  });

  it('are forgotten once the right keys are back: what was open is finished, and all is as it was', async () => {
    await ours.addFault({ match: 'POST /v1/subscriptions/', kind: 'error', times: 100 });
    expectRefusal(await upgrade(app), 'billing/provider-unavailable');
    const wrong = await restartAt(theirs);
    app.clock.advance(3 * 60_000);
    await settle(wrong).catch(() => undefined);
    await fetch(`${ours.url}/_control/fault`, { method: 'DELETE' });

    const right = await restartAt(ours);
    app.clock.advance(3 * 60_000);
    await settle(right);
    expect(right.log.events(mismatch)).toEqual([]);
    const { rows } = await sql`select kind, status from intents where kind = 'change-plan'`.execute(
      app.db,
    );
    expect(rows).toEqual([{ kind: 'change-plan', status: 'done' }]);
    expect(await askForDrift(app)).toEqual([]);
    expectDone(await cancel(right));
  });

  it('settle nothing that has waited too long, which is refused under the right keys only', async () => {
    await ours.addFault({ match: 'POST /v1/subscriptions/', kind: 'error', times: 100 });
    const data = { subscriptionId, planId: 'enterprise' };
    const changed = await callable(app, 'changeSubscriptionPlan', { ...ada, data });
    expectRefusal(changed, 'billing/provider-unavailable');
    await fetch(`${ours.url}/_control/fault`, { method: 'DELETE' });
    const readStatus = async () =>
      (await sql`select status from intents where kind = 'change-plan'`.execute(app.db)).rows;

    const wrong = await restartAt(theirs);
    app.clock.advance(25 * 60 * 60_000);
    await settle(wrong).catch(() => undefined);
    expect(await readStatus()).toEqual([{ status: 'open' }]);

    const right = await restartAt(ours);
    app.clock.advance(3 * 60_000);
    await settle(right);
    expect(await readStatus()).toEqual([{ status: 'refused' }]);
  });

  it('bring no events in, and those of ours that came meanwhile are pulled later', async () => {
    const secret = 'whsec_test';
    const wrong = await restartAt(theirs);
    await wrong.app.checkPrices();
    await wrong.server.listen({ host: '127.0.0.1', port: 0 });
    const { port } = wrong.server.server.address() as AddressInfo;
    const url = `http://127.0.0.1:${port}/webhooks/stripe`;
    for (const emulator of [ours, theirs]) {
      await emulator.control('webhooks', { url, secret });
      await send(emulator.url, '/v1/customers', { email: 'somebody@example.com' });
    }
    await expect.poll(() => listStatuses([ours, theirs])).toEqual([200, 200]);
    const events = async () =>
      (await sql<{ id: string }>`select id from provider_events`.execute(app.db)).rows.length;
    const before = await events();
    const right = await restartAt(ours);
    await settle(right);
    expect(await events()).toBe(before + 1);
  });

  it('are noticed by a restricted key too, from customers it does not know', async () => {
    for (const emulator of [ours, theirs]) {
      await emulator.addFault({ match: 'GET /v1/account$', kind: 'error', times: 99, status: 403 });
    }
    const right = await restartAt(ours);
    await right.app.checkPrices();
    expect(right.log.events(mismatch)).toEqual([]);
    expectDone(await upgrade(right));
    expect(await labels(app)).toEqual([{ account: 'acct_ours', mode: 'test' }]);

    const wrong = await restartAt(theirs);
    expectRefusal(await cancel(wrong), 'billing/provider-unavailable');
    const fault = expect.stringMatching(/which knows none of the customers here \(cus_\w+\)\./);
    expect(wrong.log.events(mismatch)).toMatchObject([{ account: null, mode: 'test', fault }]);
  });

  it('do not stop a new installation, whose key may be restricted', async () => {
    await theirs.addFault({ match: 'GET /v1/account$', kind: 'error', times: 99, status: 403 });
    const other = await openApp(theirs);
    const [bob = expect.fail()] = await createCrowd(other, 1);
    await createPaidSubscription(other, bob);
    await settle(other);
    expect(await labels(other)).toEqual([{ account: null, mode: 'test' }]);
  });

  it('are those of the other mode, too', async () => {
    const { steps, wrap } = createUnrulyProvider();
    steps.set('readAccount', async () => ({ id: 'acct_ours', mode: 'live' }));
    const live = await restartAt(ours, { payments: wrap });
    expectRefusal(await upgrade(live), 'billing/provider-unavailable');
    const fault = expect.stringContaining('acct_ours in live mode, but 1 project is in');
    expect(live.log.events(mismatch)).toMatchObject([{ mode: 'live', fault }]);
  });

  it('are compared with rows of before, which say their account once they were read', async () => {
    await sql`update billing_accounts set provider_account = null, provider_mode = null`.execute(
      app.db,
    );
    const wrong = await restartAt(theirs);
    await settle(wrong).catch(() => undefined);
    expect(wrong.log.events(mismatch).length).toBe(1);
    expect(await labels(app)).toEqual([{ account: null, mode: null }]);
    const right = await restartAt(ours);
    app.clock.advance(3_600_000);
    await settle(right);
    expect(await labels(app)).toEqual([{ account: 'acct_ours', mode: 'test' }]);
  });

  it('are no others once every project of the old account is canceled', async () => {
    expectDone(await cancel(app));
    await settle(app);
    const moved = await restartAt(theirs);
    const [bob = expect.fail()] = await createCrowd(app, 1);
    await createPaidSubscription(moved, bob);
    await settle(moved);
    expect(moved.log.events(mismatch)).toEqual([]);
  });

  it('are noticed when a running process suddenly finds nothing', async () => {
    await theirs.control('reset', { cfg: { account: 'acct_ours' } });
    const running = await restartAt(theirs);
    await running.app.checkPrices();
    expect(running.log.events(mismatch)).toEqual([]);
    await theirs.control('config', { account: 'acct_theirs' });
    expectRefusal(await cancel(running), 'billing/provider-unavailable');
    expect(running.log.events(mismatch).length).toBe(1);
  });

  it('are not suspected where the account is right: what it never knew is refused and said', async () => {
    await ours.control('reset', { cfg: { account: 'acct_ours' } });
    const right = await restartAt(ours);
    expectRefusal(await cancel(right), 'billing/rejected');
    const { rows } =
      await sql`select status from subscriptions where id = ${subscriptionId}`.execute(app.db);
    expect(rows).toEqual([{ status: 'active' }]);
    expect(right.log.events('intent rejected by provider').length).toBe(1);
    expect(right.log.events(mismatch)).toEqual([]);

    const customerId = await send(ours.url, '/v1/customers', { email: ada.email });
    const context = { ...right, location: await findLocation(app) };
    await relink({ name: subscriptionId, customerId }, context);
    expectDone(await cancel(right));
  });

  it('are ours once each project was given its customer there', async () => {
    const wrong = await restartAt(theirs);
    await wrong.app.checkPrices();
    const params = { email: ada.email, 'metadata[subscriptionId]': subscriptionId };
    const customerId = await send(theirs.url, '/v1/customers', params);
    const context = { ...wrong, location: await findLocation(app) };
    await relink({ name: subscriptionId, customerId }, context);
    expect(await labels(app)).toEqual([{ account: 'acct_theirs', mode: 'test' }]);
    const again = await restartAt(theirs);
    await settle(again);
    expect(again.log.events(mismatch)).toEqual([]);
  });

  it('do not hide another installation on the same account, which is warned about once', async () => {
    const copy = await openApp(ours);
    // Every database of these tests is a copy of one.
    await sql`update installation set id = 'neighbour'`.execute(copy.db);
    const neighbour = await openSecondApp(copy);
    const [bob = expect.fail()] = await createCrowd(neighbour, 1);
    await createPaidSubscription(neighbour, bob);
    await settle(neighbour);
    const right = await restartAt(ours);
    for (let hour = 0; hour < 3; hour += 1) {
      app.clock.advance(3_600_000);
      await settle(right);
    }
    const warned = right.log.events('payment account shared with another installation');
    expect(warned).toMatchObject([{ level: warn }]);
    expect(right.log.events('billing drift')).toEqual([]);
  });
});

async function openApp(emulator: StripeEmulator): Promise<TestApp> {
  const own = await createTestApp({
    logger: false,
    env: {
      ...stripeEnvironment(emulator.url),
      STRIPE_REQUESTS_PER_SECOND: '1000',
    },
  });
  onTestFinished(() => own.close());
  return own;
}

/** All rows about money. */
async function readRows({ db }: TestApp): Promise<unknown[]> {
  const { rows } = await sql`
    select to_jsonb(s) as row from subscriptions s
    union all select to_jsonb(b) from billing_accounts b
    union all select to_jsonb(i) from invoices i
    union all select to_jsonb(t) from intents t
    union all select to_jsonb(e) from provider_events e
    union all select to_jsonb(p) from provider_pulls p
    order by 1`.execute(db);
  return rows;
}

async function labels({ db }: TestApp): Promise<unknown[]> {
  const { rows } = await sql`
    select provider_account as account, provider_mode as mode from billing_accounts`.execute(db);
  return rows;
}

interface Delivery {
  readonly attempts: readonly unknown[];
}

async function listStatuses(emulators: readonly StripeEmulator[]): Promise<unknown[]> {
  const lists = await Promise.all(
    emulators.map(async ({ url }) => (await fetch(`${url}/_control/deliveries`)).json()),
  );
  return (lists as Delivery[][]).flat().flatMap(({ attempts }) => attempts);
}
