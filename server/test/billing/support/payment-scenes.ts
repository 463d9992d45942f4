import type { HearthConfig } from '@hearth/contract';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { onlyPrice, withPrice } from '../../harness/plan-prices.ts';
import type { TestApp } from '../../harness/test-app.ts';
import { type Answer, callable, document, type Person, signIn } from '../../harness/wire-client.ts';
import { findCustomer, listAtStripe, type StripeObject } from './sandbox.ts';

const hourMs = 3_600_000;
export const dayMs = 24 * hourMs;
/** Plans are paid by the week. */
export const weekMs = 7 * dayMs;

/** Does what is due and follows what has happened at the provider. */
export async function settle({ app }: TestApp): Promise<void> {
  await app.runDue();
  await app.runJobs();
}

/** Moves the clock, does what is due then, and signs the person in again. */
export async function passTime(app: TestApp, ms: number, person: Person): Promise<Person> {
  app.clock.advance(ms);
  await settle(app);
  return await signIn(app, person);
}

/** While the work runs, the provider does not answer: every call fails for want of its table. */
export async function withoutProvider<Result>(
  { db }: TestApp,
  work: () => Promise<Result>,
): Promise<Result> {
  await sql`alter table sandbox.state rename to state_away`.execute(db);
  try {
    return await work();
  } finally {
    await sql`alter table sandbox.state_away rename to state`.execute(db);
  }
}

/** A change of money that somebody else has begun and not ended. */
export async function openIntent(
  { db, clock }: TestApp,
  subscriptionId: string,
  { uid }: Pick<Person, 'uid'>,
): Promise<void> {
  const until = new Date(clock.now().getTime() + hourMs);
  await sql`
    insert into intents (id, kind, subscription_id, account_id, request_key, request_hash, input,
      status, created_at, leased_until)
    values (${`open-${subscriptionId}`}, 'cancel', ${subscriptionId}, ${uid}, 'elsewhere', ''::bytea,
      '{"kind":"cancel"}', 'open', ${clock.now()}, ${until})`.execute(db);
}

interface AtProvider {
  /** Status of each subscription, oldest first. */
  readonly subscriptions: string[];
  /** Status, cents and what they are for, oldest first. */
  readonly invoices: { status: string; due: number; total: number; reason: string }[];
  /** Last digits. */
  readonly cards: string[];
  readonly credit: number;
  readonly details: { name: string; address: { city: string } } | null;
  readonly email: string | null;
}

/** Reads what the provider has for a subscription of ours; undefined where it has no customer. */
export async function findAtProvider(
  app: TestApp,
  subscriptionId: string,
): Promise<AtProvider | undefined> {
  const customer = await findCustomer(app, subscriptionId);
  if (!customer) {
    return undefined;
  }
  const { id, balance, email, name, address } = customer;
  const ofCustomer = (path: string) => listAtStripe(app, `${path}customer=${id}`);
  const subscriptions = await ofCustomer('/v1/subscriptions?status=all&');
  const invoices = await ofCustomer('/v1/invoices?');
  const cards = await ofCustomer('/v1/payment_methods?type=card&');
  return {
    subscriptions: subscriptions.map(({ status }) => status),
    invoices: invoices.map(({ status, amount_due, total, billing_reason }) => ({
      status,
      due: amount_due,
      total,
      reason: billing_reason.replace('subscription_', ''),
    })),
    cards: cards.map(({ card }) => card.last4),
    credit: 0 - balance,
    details: address && { name, address },
    email,
  };
}

export async function atProvider(app: TestApp, subscriptionId: string): Promise<AtProvider> {
  const found = await findAtProvider(app, subscriptionId);
  expect(found, `a customer of ${subscriptionId}`).toBeDefined();
  return found as AtProvider;
}

/** Lists what the provider charges the person for, or may still: running subscriptions and owed invoices. */
export async function listChargeable(
  app: TestApp,
  { email }: Pick<Person, 'email'>,
): Promise<{ id: string; status: string }[]> {
  const customers = await listAtStripe(app, '/v1/customers');
  const ids = customers.filter((customer) => customer.email === email).map(({ id }) => id);
  const isTheirs = ({ customer }: StripeObject) => ids.includes(customer);
  const subscriptions = await listAtStripe(app, '/v1/subscriptions?status=all');
  const invoices = await listAtStripe(app, '/v1/invoices');
  const running = subscriptions.filter(
    ({ status }) => !/^(canceled|incomplete_expired)$/.test(status),
  );
  const owed = invoices.filter(({ status }) => /^(draft|open|uncollectible)$/.test(status));
  return [...running, ...owed].filter(isTheirs).map(({ id, status }) => ({ id, status }));
}

/** How many rows say that something of the subscription, or of anybody, is left. */
export async function countRows({ db }: TestApp, table: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${sql.table(table)}`.execute(db);
  return rows[0]?.count ?? -1;
}

/** One card of the subscription's list, as a person would find it there. */
export async function findCards(
  app: TestApp,
  subscriptionId: string,
  { idToken }: Pick<Person, 'idToken'>,
): Promise<{ id: string; isDefault: boolean; card: { last4: string } }[]> {
  const data = { subscriptionId };
  const answer = await callable(app, 'getPaymentMethods', { data, idToken });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json().data.paymentMethods;
}

/** Adds a test card as the browser does; answers its id. */
export async function addCard(
  app: TestApp,
  { subscriptionId, idToken }: { readonly subscriptionId: string; readonly idToken: string },
  number = '5555 5555 5555 4444',
): Promise<string> {
  const data = { subscriptionId };
  const setup = await callable(app, 'createSetupIntent', { data, idToken });
  expect(setup.statusCode, setup.body).toBe(200);
  const id = await typeCard(app, number);
  const added = await confirmSetup(app, setup.json().data.clientSecret, id);
  expect(added.statusCode, added.body).toBe(200);
  return id;
}

/** A card that somebody types into Stripe's field; answers its id. */
export async function typeCard(
  app: TestApp,
  number: string,
  expiry = { exp_month: '4', exp_year: '2038' },
): Promise<string> {
  const card = { ...expiry, cvc: '123', number: number.replaceAll(' ', '') };
  const typed = Object.entries(card).map(([name, value]) => [`card[${name}]`, value]);
  const params = {
    type: 'card',
    'billing_details[name]': 'Ada Lovelace',
    ...Object.fromEntries(typed),
  };
  const made = await askSandbox(app, '/v1/payment_methods', params);
  expect(made.statusCode, made.body).toBe(200);
  return made.json().id;
}

/** The browser's part of adding a card, for which the bank may ask its holder. */
export function confirmSetup(
  app: TestApp,
  clientSecret: string,
  paymentMethod: string,
): Promise<Answer> {
  const [id] = clientSecret.split('_secret_');
  const params = { client_secret: clientSecret, payment_method: paymentMethod };
  return askSandbox(app, `/v1/setup_intents/${id}/confirm`, params);
}

export async function readSubscription(
  app: TestApp,
  subscriptionId: string,
  { idToken }: Pick<Person, 'idToken'>,
): Promise<{ plan_id: string; status: string }> {
  const answer = await document(app, `GET /v1/subscriptions/${subscriptionId}`, { idToken });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
}

export function expectDone(answer: Answer): Record<string, unknown> {
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json().data;
}

export const billingDetails = {
  name: 'Ada Lovelace',
  phone: '+44 20 7946 0000',
  address: {
    line1: '12 St James Square',
    line2: '',
    city: 'London',
    state: '',
    postal_code: 'SW1Y 4JH',
    country: 'GB',
  },
};

/** Card and address for a first payment, with one of the sandbox's cards. */
export const billingInfo = (paymentMethodId = 'pm_card_visa') => ({
  billingDetails,
  paymentMethodId,
});

/** Buys a plan and answers the subscription's id. */
export async function createPaidSubscription(
  app: TestApp,
  { idToken }: Pick<Person, 'idToken'>,
  planId = 'pro',
): Promise<string> {
  const data = { planId, billingInfo: billingInfo() };
  const answer = await callable(app, 'createSubscription', { data, idToken });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json().data.subscriptionId;
}

/** Asks the emulator as a browser does, with Stripe's script. */
export function askSandbox(
  { server }: TestApp,
  path: string,
  params: Readonly<Record<string, string>>,
): Promise<Answer> {
  const headers = {
    authorization: 'Bearer pk_test_sandbox',
    'content-type': 'application/x-www-form-urlencoded',
  };
  const payload = new URLSearchParams(params).toString();
  return server.inject({ method: 'POST', url: `/sandbox${path}`, headers, payload });
}

/** The holder's answer to the bank's question; the secret is all that counts. */
export function answerChallenge(
  app: TestApp,
  clientSecret: string,
  success: boolean,
): Promise<Answer> {
  const params = { client_secret: clientSecret, agreed: String(success) };
  return askSandbox(app, '/_browser/authenticate', params);
}

/** Pro costs $12.00 a week instead of $10.00. */
export const raisePro = (plan: HearthConfig['plans'][number]): typeof plan =>
  plan.id === 'pro'
    ? withPrice(plan, {
        price: 12,
        priceIds: ['price_pro_raised'],
        retired: [onlyPrice(plan).priceIds],
      })
    : plan;
