import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  addCard,
  atProvider,
  billingDetails,
  billingInfo,
  createPaidSubscription,
  expectDone,
  settle,
  withoutProvider,
} from '../../billing/support/payment-scenes.ts';
import { away, createUnrulyProvider } from '../../billing/support/unruly-provider.ts';
import { addMember, setStatus } from '../../harness/factories.ts';
import { createTestApp, type TestApp } from '../../harness/test-app.ts';
import {
  callable,
  createFreeSubscription,
  createPerson,
  expectRefusal,
  type Person,
} from '../../harness/wire-client.ts';

const weekMs = 7 * 86_400_000;
const usd = (amount: number) => ({ amount, currency: 'usd' });
const visa = { brand: 'visa', last4: '4242', exp_month: 12, exp_year: expect.any(Number) };

describe('getBillingSummary', () => {
  let app: TestApp;
  let ada: Person;
  const { steps, wrap } = createUnrulyProvider();
  beforeAll(async () => {
    app = await createTestApp({ payments: wrap });
  });
  afterEach(() => steps.clear());
  beforeEach(async () => {
    ada = await createPerson(app);
  });
  afterAll(() => app.close());

  const call = async (name: string, data: object, { idToken } = ada) =>
    expectDone(await callable(app, name, { data, idToken }));
  const summary = (subscriptionId: string, person = ada) =>
    call('getBillingSummary', { subscriptionId }, person);

  it('says what a free plan costs', async () => {
    expect(await summary(await createFreeSubscription(app, ada))).toEqual({
      plan_id: 'free',
      frequency: null,
      status: 'active',
      price: usd(0),
      is_retired_price: false,
      next_invoice: null,
      cancel_at: null,
      scheduled: null,
      card: null,
      owed: null,
      needs_billing_info: false,
      needs_card: true,
      needs_details: true,
      needs_confirmation: false,
    });
  });

  it('says when and what a paid one is charged next, and with which card', async () => {
    const id = await createPaidSubscription(app, ada, 'enterprise');
    const answer = await summary(id);
    expect(answer).toEqual({
      plan_id: 'enterprise',
      frequency: 'week',
      status: 'active',
      price: usd(3_000),
      is_retired_price: false,
      next_invoice: {
        date: expect.any(String),
        total: usd(3_000),
        subtotal: usd(3_000),
        discount: usd(0),
        tax: usd(0),
        tax_included: false,
        balance: usd(0),
      },
      cancel_at: null,
      scheduled: null,
      card: visa,
      owed: null,
      needs_billing_info: false,
      needs_card: false,
      needs_details: false,
      needs_confirmation: false,
    });
    const { date } = answer.next_invoice as { date: string };
    expect(Math.abs(Date.parse(date) - app.clock.now().getTime() - weekMs)).toBeLessThan(30_000);
    expect(await withoutProvider(app, () => summary(id))).toEqual(answer);
  });

  it('says that a change is not confirmed while the provider is silent, and no more once it is made', async () => {
    const id = await createPaidSubscription(app, ada, 'pro');
    steps.set('changePrices', away);
    const data = { subscriptionId: id, planId: 'enterprise' };
    const refused = await callable(app, 'changeSubscriptionPlan', { data, idToken: ada.idToken });
    expectRefusal(refused, 'billing/provider-unavailable');
    expect(await summary(id)).not.toHaveProperty('is_under_way');
    app.clock.advance(20_000);
    expect(await summary(id)).toMatchObject({ plan_id: 'pro', is_under_way: true });
    steps.clear();
    app.clock.advance(2 * 60_000);
    await settle(app);
    const after = await summary(id);
    expect(after).toMatchObject({ plan_id: 'enterprise' });
    expect(after).not.toHaveProperty('is_under_way');
  });

  it('reads the next total when it is shown, keeps it, and reads it again after a change', async () => {
    let asked = 0;
    steps.set('readNextTotal', (act) => {
      asked += 1;
      return act();
    });
    const id = await createPaidSubscription(app, ada, 'enterprise');
    await settle(app);
    expect(asked).toBe(0);
    for (let time = 0; time < 3; time += 1) {
      expect(await summary(id)).toMatchObject({ next_invoice: { total: usd(3_000) } });
    }
    expect(asked).toBe(1);

    await call('changeSubscriptionPlan', { subscriptionId: id, planId: 'pro' });
    await settle(app);
    for (let time = 0; time < 3; time += 1) {
      expect(await summary(id)).toMatchObject({ next_invoice: { total: usd(0) } });
    }
    expect(asked).toBe(2);
  });

  it('shows no next invoice while the provider does not answer, and shows it later', async () => {
    const id = await createPaidSubscription(app, ada);
    const rest = { plan_id: 'pro', status: 'active', card: visa, needs_billing_info: false };
    steps.set('readNextTotal', away);
    expect(await summary(id)).toMatchObject({ ...rest, next_invoice: null });
    steps.set('readNextTotal', () => new Promise(() => {}));
    const began = Date.now();
    expect(await summary(id)).toMatchObject({ ...rest, next_invoice: null });
    expect(Date.now() - began).toBeLessThan(30_000);
    steps.clear();
    expect(await summary(id)).toMatchObject({ ...rest, next_invoice: { total: usd(1_000) } });
  });

  it('takes the credit off what comes next', async () => {
    const id = await createPaidSubscription(app, ada, 'enterprise');
    await call('changeSubscriptionPlan', { subscriptionId: id, planId: 'pro' });
    expect(await summary(id)).toMatchObject({
      price: usd(1_000),
      next_invoice: { total: usd(0), subtotal: usd(1_000), balance: usd(-1_000) },
    });
  });

  it('shows the card to admin-level holders, and no card at all to members', async () => {
    const id = await createPaidSubscription(app, ada);
    const [admin, member] = [await createPerson(app), await createPerson(app)];
    const permissions = ['access', 'admin'];
    await addMember(app, { subscriptionId: id, uid: admin.uid, permissions });
    await addMember(app, { subscriptionId: id, uid: member.uid });
    const { card, owed, ...others } = await summary(id);
    expect(await summary(id, admin)).toEqual({ card, owed, ...others });
    expect(await summary(id, member)).toEqual(others);
    expectRefusal(
      await callable(app, 'getBillingSummary', {
        data: { subscriptionId: id },
        idToken: (await createPerson(app)).idToken,
      }),
      'access/denied',
    );
  });

  it('tells admin-level holders what is owed and when it is tried again, and members nothing of it', async () => {
    const id = await createPaidSubscription(app, ada);
    const member = await createPerson(app);
    await addMember(app, { subscriptionId: id, uid: member.uid });
    const instants = ['2026-11-20', '2026-11-24'].map((day) => new Date(day));
    const [failed_at, retry_at] = instants.map((instant) => instant.toISOString());
    await sql`update billing_accounts set owed_amount = 1000, owed_currency = 'usd',
      failed_at = ${failed_at}, retry_at = ${retry_at}
      where subscription_id = ${id}`.execute(app.db);
    const owed = { ...usd(1_000), failed_at, retry_at };
    expect(await summary(id)).toMatchObject({ owed });
    expect(await summary(id, member)).not.toHaveProperty('owed');

    await sql`update billing_accounts set retry_at = null
      where subscription_id = ${id}`.execute(app.db);
    const given = { ...owed, retry_at: null };
    expect(await summary(id)).toMatchObject({ owed: given });
    await setStatus(app, id, 'canceled');
    expect(await summary(id)).toMatchObject({ owed: null });
  });

  it('expects nothing more of a canceled one', async () => {
    const id = await createPaidSubscription(app, ada);
    await call('cancelSubscription', { subscriptionId: id, confirmationId: id });
    expect(await summary(id)).toMatchObject({
      plan_id: 'pro',
      status: 'canceled',
      next_invoice: null,
      needs_billing_info: false,
    });
  });

  it('sums what was paid for a canceled one and did not go back, for all its members', async () => {
    const id = await createPaidSubscription(app, ada);
    const member = await createPerson(app);
    await addMember(app, { subscriptionId: id, uid: member.uid, permissions: ['access'] });
    expect(await summary(id)).not.toHaveProperty('paid_total');
    await sql`insert into invoices (id, subscription_id, number, status, total, currency, created_at, refunded)
      values ('in_euro', ${id}, 'E-1', 'paid', 700, 'eur', '2020-01-01', 100),
        ('in_open', ${id}, 'E-2', 'open', 300, 'eur', '2020-01-02', null)`.execute(app.db);
    await sql`insert into ledger (invoice_id, subscription_id, kind, amount, currency, at, invoiced_at)
      select id, ${id}, kind, amount, 'eur', created_at, created_at
      from invoices join (values ('in_euro', 'charge', 700), ('in_euro', 'paid', 700),
        ('in_euro', 'refunded', -100), ('in_open', 'charge', 300)) as entry (invoice_id, kind, amount)
      on id = invoice_id`.execute(app.db);
    await call('cancelSubscription', { subscriptionId: id, confirmationId: id });
    const paid_total = { amounts: [usd(1_000), { amount: 600, currency: 'eur' }], invoices: 2 };
    expect(await summary(id)).toMatchObject({ paid_total });
    expect(await summary(id, member)).toMatchObject({ paid_total });

    const free = await createFreeSubscription(app, ada);
    await call('cancelSubscription', { subscriptionId: free, confirmationId: free });
    expect(await summary(free)).toMatchObject({ paid_total: { amounts: [], invoices: 0 } });
  });

  it('asks a new owner for card and address; those of the old one are gone', async () => {
    const id = await createPaidSubscription(app, ada);
    const grace = await createPerson(app);
    const permissions = ['access', 'admin'];
    await addMember(app, { subscriptionId: id, uid: grace.uid, permissions });

    const transfer = { subscriptionId: id, newOwnerId: grace.uid };
    await call('transferSubscriptionOwnership', transfer);

    expect(await call('getBillingDetails', { subscriptionId: id }, grace)).toMatchObject({
      name: '',
      phone: '',
    });
    expect(await summary(id, grace)).toMatchObject({ needs_billing_info: true });
    await settle(app);
    expect(await atProvider(app, id)).toMatchObject({
      cards: [],
      details: null,
      email: grace.email,
      subscriptions: ['active'],
    });
    expect(await summary(id, grace)).toMatchObject({ card: null, needs_billing_info: true });

    await addCard(app, { subscriptionId: id, ...grace });
    await settle(app);
    expect(await summary(id, grace)).toMatchObject({ needs_billing_info: true });
    await call('updateBillingDetails', { subscriptionId: id, ...billingDetails }, grace);
    expect(await summary(id, grace)).toMatchObject({
      card: { last4: '4444' },
      needs_billing_info: false,
    });
  });

  it('asks a new owner who changes the plan for card and address', async () => {
    const id = await createPaidSubscription(app, ada);
    const grace = await createPerson(app);
    const permissions = ['access', 'admin'];
    await addMember(app, { subscriptionId: id, uid: grace.uid, permissions });
    await call('transferSubscriptionOwnership', { subscriptionId: id, newOwnerId: grace.uid });
    await settle(app);
    const data = { subscriptionId: id, planId: 'enterprise' };
    const { idToken } = grace;
    const without = await callable(app, 'changeSubscriptionPlan', { data, idToken });
    expectRefusal(without, 'billing/card-missing');
    const info = billingInfo('pm_card_mastercard');
    await call('changeSubscriptionPlan', { ...data, billingInfo: info }, grace);
    expect(await summary(id, grace)).toMatchObject({
      plan_id: 'enterprise',
      card: { last4: '4444' },
      needs_billing_info: false,
    });
  });
});
