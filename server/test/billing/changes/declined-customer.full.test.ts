import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { PaymentProvider } from '../../../src/modules/billing/index.ts';
import { createCrowd, verdictOf } from '../../harness/crowd.ts';
import { createTestApp, type TestApp } from '../../harness/test-app.ts';
import { callable, expectRefusal, type Person } from '../../harness/wire-client.ts';
import { findDrift } from '../../histories/compare-books.ts';
import {
  atProvider,
  billingDetails,
  billingInfo,
  expectDone,
  listChargeable,
  settle,
} from '../support/payment-scenes.ts';
import { listAtStripe } from '../support/sandbox.ts';
import { away, createUnrulyProvider, reject } from '../support/unruly-provider.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const emptyCard = 'pm_card_chargeCustomerFail';

describe('the customer of a declined first purchase', () => {
  let app: TestApp;
  let provider: PaymentProvider;
  let ada: Person;
  const { steps, wrap } = createUnrulyProvider();
  beforeAll(async () => {
    app = await createTestApp({
      logger: false,
      payments(real) {
        provider = real;
        return wrap(real);
      },
    });
  });
  afterEach(() => steps.clear());
  afterAll(() => app.close());

  const buy = (card: string, { name = 'Ada Lovelace', person = ada, planId = 'pro' } = {}) => {
    const info = { ...billingInfo(card), billingDetails: { ...billingDetails, name } };
    const headers = { 'idempotency-key': `${card} ${name} ${planId}` };
    const data = { planId, billingInfo: info };
    return callable(app, 'createSubscription', { ...person, data, headers });
  };

  async function listKept({ uid } = ada): Promise<string[]> {
    const { rows } = await sql<{ id: string }>`
      select customer_id as id from declined_customers where account_id = ${uid}`.execute(app.db);
    return rows.map(({ id }) => id);
  }

  /** Everybody at the provider who has the person's address. */
  async function listCustomers({ email } = ada): Promise<string[]> {
    const found = await listAtStripe(app, `/v1/customers?email=${encodeURIComponent(email)}`);
    return found.map(({ id }) => id);
  }

  async function findCustomerOf(subscriptionId: unknown): Promise<string | undefined> {
    const { rows } = await sql<{ id: string }>`
      select customer_id as id from billing_accounts
      where subscription_id = ${String(subscriptionId)}`.execute(app.db);
    return rows[0]?.id;
  }

  /** Somebody whose first purchase was declined; answers the customer. */
  async function decline(): Promise<string> {
    [ada = expect.fail()] = await createCrowd(app, 1);
    expectRefusal(await buy(emptyCard), 'billing/card-refused', 'Your card was declined.');
    const [kept = expect.fail()] = await listKept();
    return kept;
  }

  it('is kept without anything that charges, and pays the next purchase with the new card and address', async () => {
    const kept = await decline();
    expect(await listCustomers()).toEqual([kept]);
    expect(await listChargeable(app, ada)).toEqual([]);

    const { subscriptionId } = expectDone(await buy('pm_card_visa', { name: 'Ada King' }));
    expect(await findCustomerOf(subscriptionId)).toBe(kept);
    expect(await listKept()).toEqual([]);
    const theirs = await atProvider(app, String(subscriptionId));
    expect(theirs.details).toMatchObject({ name: 'Ada King' });
    expect(theirs.subscriptions).toEqual(['incomplete_expired', 'active']);
    const cards = await provider.listCards(kept);
    expect(cards.map(({ last4, isDefault }) => [last4, isDefault])).toEqual([
      ['0341', false],
      ['4242', true],
    ]);
    await settle(app);
    expect(await listCustomers()).toEqual([kept]);
    expect(await findDrift(app, String(subscriptionId))).toEqual([]);
  });

  it('is one at most, however often a card is declined', async () => {
    const kept = await decline();
    for (const name of ['Ada King', 'Ada Byron']) {
      expectRefusal(await buy(emptyCard, { name }), 'billing/card-refused', 'Your card');
      expectRefusal(await buy('pm_card_chargeDeclined', { name }), 'billing/card-refused', 'Your');
    }
    await settle(app);
    expect(await listKept()).toEqual([kept]);
    expect(await listCustomers()).toEqual([kept]);
  });

  it('is nobody else’s', async () => {
    const kept = await decline();
    const [grace = expect.fail()] = await createCrowd(app, 1);
    const { subscriptionId } = expectDone(await buy('pm_card_visa', { person: grace }));
    expect(await findCustomerOf(subscriptionId)).not.toBe(kept);
    expect(await listKept()).toEqual([kept]);
  });

  it('is replaced where it was removed at the provider', async () => {
    const kept = await decline();
    await provider.removeCustomer({ key: `${kept}-by-hand`, customerId: kept });
    const { subscriptionId } = expectDone(await buy('pm_card_visa'));
    expect(await findCustomerOf(subscriptionId)).not.toBe(kept);
    await settle(app);
    expect(await findDrift(app, String(subscriptionId))).toEqual([]);
  });

  it('is used by one of two purchases at the same time', async () => {
    const kept = await decline();
    const answers = await Promise.all([
      buy('pm_card_visa'),
      buy('pm_card_visa', { planId: 'enterprise' }),
    ]);
    const ids = answers.map((answer) => expectDone(answer).subscriptionId);
    const customers = await Promise.all(ids.map(findCustomerOf));
    expect(customers.filter((id) => id === kept)).toHaveLength(1);
    expect(new Set(customers).size).toBe(2);
    await settle(app);
    for (const id of ids) {
      expect((await atProvider(app, String(id))).subscriptions).toContain('active');
    }
  });

  it('is not removed while a purchase uses it and another one is declined', async () => {
    const kept = await decline();
    steps.set('keepCard', async (act) => {
      steps.delete('keepCard');
      const other = await buy(emptyCard, { planId: 'enterprise' });
      expect(verdictOf(other)).toBe('billing/card-refused');
      await settle(app);
      return await act();
    });
    const { subscriptionId } = expectDone(await buy('pm_card_visa'));
    await settle(app);
    expect(await findCustomerOf(subscriptionId)).toBe(kept);
    expect((await atProvider(app, String(subscriptionId))).subscriptions).toContain('active');
    expect((await listCustomers()).toSorted()).toEqual([kept, ...(await listKept())].toSorted());
    expect(await listKept()).toHaveLength(1);
  });

  it('is kept again when the next purchase is refused too', async () => {
    const kept = await decline();
    steps.set('keepCard', reject);
    expectRefusal(await buy('pm_card_visa', { planId: 'enterprise' }), 'billing/rejected');
    steps.clear();
    expect(await listKept()).toEqual([kept]);
    const { subscriptionId } = expectDone(await buy('pm_card_visa'));
    expect(await findCustomerOf(subscriptionId)).toBe(kept);
  });

  it('names the project that a purchase was interrupted for and that is then canceled', async () => {
    const kept = await decline();
    steps.set('keepCard', away);
    expectRefusal(await buy('pm_card_visa'), 'billing/provider-unavailable');
    steps.clear();
    const { rows } = await sql<{ id: string }>`
      select id from subscriptions where owner_id = ${ada.uid}`.execute(app.db);
    const { id } = rows[0] ?? expect.fail();
    app.clock.advance(6 * minuteMs);
    const data = { subscriptionId: id, confirmationId: id };
    expectDone(await callable(app, 'cancelSubscription', { ...ada, data }));
    expect(await findCustomerOf(id)).toBe(kept);
    expect(await provider.readCustomer(kept)).toMatchObject({ subscriptionId: id });
    await settle(app);
    expect(await findDrift(app, id)).toEqual([]);
  });

  it('is one when two purchases are declined at the same time', async () => {
    await decline();
    const planIds = ['pro', 'enterprise'];
    const answers = await Promise.all(
      planIds.map((planId) => buy(emptyCard, { planId, name: 'Ada King' })),
    );
    expect(answers.map(verdictOf)).toEqual(planIds.map(() => 'billing/card-refused'));
    await settle(app);
    const kept = await listKept();
    expect(kept).toHaveLength(1);
    expect(await listCustomers()).toEqual(kept);
  });

  it('is removed after a day without another purchase', async () => {
    await decline();
    app.clock.advance(23 * hourMs);
    await settle(app);
    expect(await listCustomers()).toHaveLength(1);
    app.clock.advance(hourMs);
    await settle(app);
    expect(await listKept()).toEqual([]);
    expect(await listCustomers()).toEqual([]);
  });
});
