import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { PaymentProvider } from '../../../src/modules/billing/index.ts';
import { enqueueCustomerRemoval } from '../../../src/modules/billing/records/billing-job-store.ts';
import { createCrowd } from '../../harness/crowd.ts';
import { hurryJobs } from '../../harness/hurry-jobs.ts';
import { createEventLog } from '../../harness/logged-events.ts';
import { createTestApp, type TestApp } from '../../harness/test-app.ts';
import { callable, expectRefusal, type Person } from '../../harness/wire-client.ts';
import { findDrift } from '../../histories/compare-books.ts';
import { itemsAt, newKept } from '../../payment-provider/contract/steps.ts';
import { billingInfo, expectDone, settle } from '../support/payment-scenes.ts';
import { listAtStripe } from '../support/sandbox.ts';
import { away, createUnrulyProvider, reject } from '../support/unruly-provider.ts';

const minuteMs = 60_000;

describe('a customer whose id was never committed', () => {
  let app: TestApp;
  let provider: PaymentProvider;
  const log = createEventLog();
  const { steps, wrap } = createUnrulyProvider();
  beforeAll(async () => {
    app = await createTestApp({
      logger: log.logger,
      payments(real) {
        provider = real;
        return wrap(real);
      },
    });
    // The first refused purchase of a process reads all events, by which it would find the orphan at once.
    const [first = expect.fail()] = await createCrowd(app, 1);
    steps.set('createCustomer', reject);
    expectRefusal(await buy(first), 'billing/rejected');
    steps.clear();
  });
  afterEach(() => steps.clear());
  afterAll(() => app.close());

  async function isThere(customerId: string): Promise<boolean> {
    return (await provider.readCustomer(customerId)) !== undefined;
  }

  /** Jobs that wait for their time run by the database's clock. */
  async function pass(ms: number): Promise<void> {
    app.clock.advance(ms);
    await hurryJobs(app.db);
    await settle(app);
  }

  /** Its purchase is refused, and does not know that the customer was made. */
  async function orphan(): Promise<{ customer: string; subscription: string }> {
    const [ada = expect.fail()] = await createCrowd(app, 1);
    steps.set('createCustomer', async (act) => {
      steps.clear();
      await act();
      return await reject();
    });
    expectRefusal(await buy(ada), 'billing/rejected');
    return await findCustomer(ada);
  }

  async function findCustomer({ email }: Person) {
    const found = await listAtStripe(app, `/v1/customers?email=${encodeURIComponent(email)}`);
    const [{ id, metadata } = expect.fail()] = found;
    return { customer: id, subscription: metadata.subscriptionId };
  }

  function buy({ idToken }: Person) {
    const data = { planId: 'pro', billingInfo: billingInfo() };
    const headers = { 'idempotency-key': 'one-purchase' };
    return callable(app, 'createSubscription', { idToken, data, headers });
  }

  it('is removed once its event is three minutes old, and the operator is told', async () => {
    const { customer, subscription } = await orphan();
    await settle(app);
    await pass(2 * minuteMs);
    expect(await isThere(customer)).toBe(true);
    expect(log.events('orphaned customer removed')).toEqual([]);

    await pass(minuteMs + 1_000);
    expect(await isThere(customer)).toBe(false);
    expect(log.events('orphaned customer removed')).toMatchObject([{ customer, subscription }]);
    await settle(app);
    expect(await findDrift(app)).toEqual([]);
  });

  it.each([
    ['without our metadata', { subscriptionId: null }],
    ['of another installation', { isOwn: false }],
  ])('is left alone %s', async (_which, part) => {
    const { customer } = await orphan();
    steps.set('readCustomer', async (act) => {
      const read = (await act()) as object;
      return { ...read, ...part };
    });
    await pass(10 * minuteMs);
    expect(await isThere(customer)).toBe(true);
    await expectNothingWaits();
    await provider.removeCustomer({ key: `${customer}-after`, customerId: customer });
  });

  async function expectNothingWaits(): Promise<void> {
    const { rows } = await sql`
      select id from provider_events where processed_at is null`.execute(app.db);
    expect(rows).toEqual([]);
  }

  it('stays while its purchase is open, and is charged when that is resumed', async () => {
    const [ada = expect.fail()] = await createCrowd(app, 1);
    steps.set('createCustomer', async (act) => {
      await act();
      return await away();
    });
    expectRefusal(await buy(ada), 'billing/provider-unavailable');
    const { customer: customerId } = await findCustomer(ada);
    await pass(10 * minuteMs);
    expect(await isThere(customerId)).toBe(true);

    steps.clear();
    await pass(minuteMs);
    const { subscriptionId } = expectDone(await buy(ada));
    const owned = await sql<{ id: string }>`
      select customer_id as id from billing_accounts
      where subscription_id = ${String(subscriptionId)}`.execute(app.db);
    expect(owned.rows).toEqual([{ id: customerId }]);
    await pass(4 * minuteMs);
    expect(await isThere(customerId)).toBe(true);
    expect(await findDrift(app)).toEqual([]);
  });

  it('is not taken by the next form for a card while it is being removed', async () => {
    const [ada = expect.fail()] = await createCrowd(app, 1);
    const founded = await callable(app, 'createSubscription', { ...ada, data: { planId: 'free' } });
    const { subscriptionId } = expectDone(founded);
    const openForm = () => callable(app, 'createSetupIntent', { ...ada, data: { subscriptionId } });
    steps.set('createCustomer', async (act) => {
      await act();
      return await away();
    });
    expectRefusal(await openForm(), 'billing/provider-unavailable');
    const { customer } = await findCustomer(ada);
    app.clock.advance(4 * minuteMs);
    steps.set('createCustomer', async (act) => {
      const created = await act();
      await pass(0);
      return created;
    });

    expectDone(await openForm());
    expect(await isThere(customer)).toBe(false);
    const { rows } = await sql<{ id: string }>`
      select customer_id as id from billing_accounts
      where subscription_id = ${String(subscriptionId)}`.execute(app.db);
    expect(await isThere(rows[0]?.id ?? expect.fail())).toBe(true);
  });

  it('is left alone where something runs for it, and once it has paid', async () => {
    const { customer, subscription } = await orphan();
    const chosen = { subscriptionId: subscription, key: `${customer}-card` };
    await provider.keepCard(newKept(customer, 'pm_card_visa', chosen));
    await provider.startSubscription({
      key: customer,
      customerId: customer,
      subscriptionId: subscription,
      intentId: 'elsewhere',
      items: itemsAt('price_pro_week'),
    });
    await pass(10 * minuteMs);
    const [running = expect.fail()] = await provider.listSubscriptions(customer);
    expect(running.status).toBe('active');

    await provider.endSubscription({ key: `${customer}-end`, id: running.id });
    await enqueueCustomerRemoval(app.db, customer);
    await pass(10 * minuteMs);
    expect(await isThere(customer)).toBe(true);
    const [kept] = log.events('unneeded customer kept');
    expect(kept).toMatchObject({ customer });
    await provider.removeCustomer({ key: `${customer}-after`, customerId: customer });
  });
});
