import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { PaymentProvider } from '../../../src/modules/billing/index.ts';
import { createEventLog } from '../../harness/logged-events.ts';
import { createOwnTestApp, type TestApp } from '../../harness/test-app.ts';
import {
  callable,
  createPerson,
  document,
  type Person,
  signIn,
} from '../../harness/wire-client.ts';
import { beforeEnd, enterprise, newKey, payWith } from '../../payment-provider/contract/steps.ts';
import type { ProviderRig } from '../../payment-provider/contract/suite.ts';
import {
  type StripeEmulator,
  send,
  startEmulator,
  stripeEnvironment,
} from '../../payment-provider/stripe/emulator.ts';
import { refundInvoice } from '../../payment-provider/stripe/state.ts';
import { moneyMailsTo } from '../support/money-mails.ts';
import { billingInfo, expectDone, settle, weekMs } from '../support/payment-scenes.ts';

describe('invoices of Stripe', () => {
  let emulator: StripeEmulator;
  let app: TestApp;
  let provider: PaymentProvider;
  let ada: Person;
  let subscriptionId: string;
  let log = createEventLog();
  beforeAll(async () => {
    emulator = await startEmulator();
  });
  afterAll(() => emulator.stop());
  beforeEach(async () => {
    await emulator.control('reset', {});
    log = createEventLog();
    app = await createOwnTestApp({
      logger: log.logger,
      env: stripeEnvironment(emulator.url),
      payments(real) {
        provider = real;
        return real;
      },
    });
    await app.app.checkPrices();
    await settle(app);
    ada = await createPerson(app);
    const data = { planId: 'pro', billingInfo: billingInfo() };
    const bought = expectDone(await callable(app, 'createSubscription', { ...ada, data }));
    subscriptionId = String(bought.subscriptionId);
    await settle(app);
  });

  async function findLinks() {
    const { rows } = await sql<{ customer_id: string; provider_subscription_id: string }>`
      select customer_id, provider_subscription_id from billing_accounts
      where subscription_id = ${subscriptionId}`.execute(app.db);
    return rows[0] ?? expect.fail('no account');
  }

  async function listInvoices() {
    const path = `GET /v1/subscriptions/${subscriptionId}/invoices` as const;
    return (await document(app, path, ada)).json().invoices;
  }

  const lastReceipt = async () => (await moneyMailsTo(app, ada)).at(-1)?.text;

  it('are told in receipts with their own plan and card, however late', async () => {
    const { customer_id: customerId, provider_subscription_id: id } = await findLinks();
    await emulator.advance(weekMs + 60_000);
    // Between the renewal and its receipt another card and another plan are chosen.
    await payWith({ provider } as ProviderRig, customerId, 'pm_card_mastercard');
    const running = (await provider.readSubscription(id)) ?? expect.fail('no subscription');
    await provider.changePrices({
      key: newKey(),
      providerSubscriptionId: id,
      items: enterprise,
      at: beforeEnd(running, weekMs - 60_000),
    });
    app.clock.advance(weekMs + 120_000);
    await settle(app);
    const receipts = (await moneyMailsTo(app, ada)).filter(({ kind }) => kind === 'receipt');
    expect(receipts.map(({ text }) => /Plan: (\w+)/.exec(text)?.[1])).toEqual([
      'Pro',
      'Pro',
      'Enterprise',
    ]);
    expect(receipts[1]?.text).toContain('Visa ending in 4242');
    expect(receipts[2]?.text).toContain('Mastercard ending in 4444');
  });

  it('that are paid outside of Stripe say so, on the list and in the receipt', async () => {
    const { customer_id: customerId } = await findLinks();
    await payWith({ provider } as ProviderRig, customerId, 'pm_card_chargeCustomerFail');
    await emulator.advance(weekMs + 60_000);
    app.clock.advance(weekMs + 60_000);
    const [open] = await provider.listInvoices(customerId, 1);
    await send(emulator.url, `/v1/invoices/${open?.id}/pay`, { paid_out_of_band: 'true' });
    await settle(app);
    ada = await signIn(app, ada);
    const [newest, first] = await listInvoices();
    expect(newest).toMatchObject({ id: open?.id, status: 'paid', paid_outside: true });
    expect(first).toMatchObject({ paid_outside: false });
    expect(await lastReceipt()).toContain('Paid another way, no card was charged: $10.00');
    expect(await lastReceipt()).not.toContain('4242');
  });

  it('learn of a refund and of a dispute, whose events name no customer', async () => {
    const [{ id }] = await listInvoices();
    await refundInvoice(emulator, id, 300);
    await settle(app);
    expect(await listInvoices()).toMatchObject([{ id, refunded: 300 }]);
    await emulator.control('chargeback', { invoice: id });
    await settle(app);
    expect(await listInvoices()).toMatchObject([{ disputed: 1_000, dispute_status: 'open' }]);
    expect(log.events('payment disputed')).toHaveLength(1);
    const { rows } = await sql<{ type: string }>`
      select type from provider_events
      where customer_id is null and charge_id is not null`.execute(app.db);
    expect(rows).toEqual([]);
    expect(log.events('unowned refund or dispute found')).toEqual([]);
  });

  it('cost a charge, two lists and a dispute more to read, where an event says that money went back', async () => {
    const [{ id }] = await listInvoices();
    await emulator.control('chargeback', { invoice: id });
    await app.app.runDue();
    const before = (await emulator.requests()).length;
    await app.app.runJobs();
    const sent = (await emulator.requests()).slice(before).map(({ path }) => path);
    const kinds = sent.map((path) => path.replace(/\?.*/, '').split('/')[2]).sort();
    expect([...new Set(kinds)]).toEqual(['charges', 'disputes', 'invoices', 'subscriptions']);
    expect(sent.length).toBeLessThanOrEqual(8);
  });
});
