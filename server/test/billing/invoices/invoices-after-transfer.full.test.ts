import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addMember } from '../../harness/factories.ts';
import { createOwnTestApp, createTestApp, type TestApp } from '../../harness/test-app.ts';
import { callable, createPerson, document, type Person } from '../../harness/wire-client.ts';
import { type StripeEmulator, startEmulator } from '../../payment-provider/stripe/emulator.ts';
import { moneyMailsTo } from '../support/money-mails.ts';
import {
  addCard,
  billingDetails,
  createPaidSubscription,
  dayMs,
  expectDone,
  openIntent,
  passTime,
  settle,
  weekMs,
} from '../support/payment-scenes.ts';
import { beginAtStripe } from '../support/stripe-app.ts';

const minuteMs = 60_000;
const declining = '4000 0000 0000 0341';

interface Listed {
  readonly id: string;
  readonly number: string;
  readonly status: string;
  readonly total: number;
  readonly hosted_invoice_url: string | null;
}

async function listInvoices(
  app: TestApp,
  subscriptionId: string,
  { idToken }: Pick<Person, 'idToken'>,
): Promise<Listed[]> {
  const path = `/v1/subscriptions/${subscriptionId}/invoices`;
  const answer = await document(app, `GET ${path}`, { idToken });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json().invoices;
}

const hasLink = (invoices: readonly Listed[]) =>
  invoices.map(({ hosted_invoice_url }) => hosted_invoice_url !== null);

async function transfer(app: TestApp, subscriptionId: string, from: Person): Promise<Person> {
  const grace = await createPerson(app, 'Grace');
  const permissions = ['access', 'admin'];
  await addMember(app, { subscriptionId, uid: grace.uid, permissions });
  const data = { subscriptionId, newOwnerId: grace.uid };
  const answer = await callable(app, 'transferSubscriptionOwnership', {
    data,
    idToken: from.idToken,
  });
  expectDone(answer);
  return grace;
}

describe('invoices of the old owner', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  it('stay in the list without their page; new ones name the new owner', async () => {
    const ada = await createPerson(app, 'Ada');
    const subscriptionId = await createPaidSubscription(app, ada);
    await settle(app);
    expect(hasLink(await listInvoices(app, subscriptionId, ada))).toEqual([true]);
    app.clock.advance(minuteMs);
    const grace = await transfer(app, subscriptionId, ada);
    expect(hasLink(await listInvoices(app, subscriptionId, grace))).toEqual([false]);
    await settle(app);
    const [old] = await listInvoices(app, subscriptionId, grace);
    expect(old).toMatchObject({ number: expect.any(String), status: 'paid', total: 1_000 });
    expect(old?.hosted_invoice_url).toBeNull();
    expect(hasLink(await listInvoices(app, subscriptionId, ada))).toEqual([false]);

    await addCard(app, { subscriptionId, ...grace });
    const data = { subscriptionId, ...billingDetails, name: 'Grace Hopper' };
    expectDone(await callable(app, 'updateBillingDetails', { data, idToken: grace.idToken }));
    const later = await passTime(app, weekMs, grace);
    const invoices = await listInvoices(app, subscriptionId, later);
    expect(hasLink(invoices)).toEqual([true, false]);
    const line = (id = '') =>
      `GET /v1/subscriptions/${subscriptionId}/invoices/${id}/link` as const;
    const link = await document(app, line(invoices[0]?.id), later);
    const page = await app.server.inject({ url: new URL(link.json().url).pathname });
    expect(page.body).toContain('Grace Hopper');
    expect(page.body).not.toContain(ada.email);
    const refused = await document(app, line(invoices[1]?.id), later);
    expect(refused.json().error.details).toEqual({ code: 'billing/invoice-unknown' });
  });

  it('have no page while the provider still has the old name', async () => {
    const ada = await createPerson(app, 'Ada');
    const subscriptionId = await createPaidSubscription(app, ada);
    await settle(app);
    await openIntent(app, subscriptionId, ada);
    const id = `open-${subscriptionId}`;
    await sql`update intents set kind = 'forget-payer' where id = ${id}`.execute(app.db);
    expect(hasLink(await listInvoices(app, subscriptionId, ada))).toEqual([false]);
    await sql`update intents set status = 'done', outcome = '{}' where id = ${id}`.execute(app.db);
    expect(hasLink(await listInvoices(app, subscriptionId, ada))).toEqual([true]);
  });

  it('are paid by the new owner, whose receipt does not lead to the old name', async () => {
    const own = await createOwnTestApp({});
    const ada = await createPerson(own, 'Ada');
    const subscriptionId = await createPaidSubscription(own, ada);
    const paymentMethodId = await addCard(own, { subscriptionId, ...ada }, declining);
    const data = { subscriptionId, paymentMethodId };
    expectDone(await callable(own, 'setDefaultPaymentMethod', { data, idToken: ada.idToken }));
    const later = await passTime(own, weekMs + dayMs, ada);
    const grace = await transfer(own, subscriptionId, { ...ada, ...later });
    await settle(own);
    await addCard(own, { subscriptionId, ...grace });
    await settle(own);
    expect(await listInvoices(own, subscriptionId, grace)).toMatchObject([
      { status: 'paid', hosted_invoice_url: null },
      { status: 'paid', hosted_invoice_url: null },
    ]);
    const [receipt] = await moneyMailsTo(own, grace);
    expect(receipt?.kind).toBe('receipt');
    expect(receipt?.links.join()).not.toContain('/sandbox/invoices/');
    expect(receipt?.text).not.toContain('See the invoice');
  });
});

describe('invoices of the old owner at Stripe', () => {
  let emulator: StripeEmulator;
  beforeAll(async () => {
    emulator = await startEmulator();
  });
  afterAll(() => emulator.stop());

  it('have no page for the new owner, whose own ones are made without the old name', async () => {
    const { app, subscriptionId, customerId, owner, provider } = await beginAtStripe(emulator);
    expect(hasLink(await listInvoices(app, subscriptionId, owner()))).toEqual([true]);
    app.clock.advance(minuteMs);
    await emulator.advance(minuteMs);
    const grace = await transfer(app, subscriptionId, owner());
    await settle(app);
    expect(hasLink(await listInvoices(app, subscriptionId, grace))).toEqual([false]);

    await provider().keepCard({
      key: 'elsewhere',
      customerId,
      subscriptionId,
      cardId: 'pm_card_visa',
      isDefault: true,
      chargedId: null,
      email: grace.email,
      details: { ...payer, name: 'Grace Hopper' },
    });
    app.clock.advance(weekMs);
    await emulator.advance(weekMs);
    const later = await passTime(app, minuteMs, grace);
    expect(hasLink(await listInvoices(app, subscriptionId, later))).toEqual([true, false]);
    const state = (await (await fetch(`${emulator.url}/_control/state`)).json()) as {
      object: string;
      billing_reason: string;
      customer_name: string | null;
    }[];
    const names = state
      .filter(({ object }) => object === 'invoice')
      .map(({ billing_reason, customer_name }) => [billing_reason, customer_name]);
    expect(new Map(names as [string, string][]).get('subscription_cycle')).toBe('Grace Hopper');
  });
});

const payer = {
  name: '',
  phone: '+1 202 555 0100',
  address: {
    line1: '1 Navy Yard',
    line2: '',
    city: 'Washington',
    state: 'DC',
    postalCode: '20374',
    country: 'US',
  },
};
