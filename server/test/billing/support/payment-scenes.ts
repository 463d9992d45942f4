import type { HearthConfig } from '@hearth/contract';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { createCrowd } from '../../harness/crowd.ts';
import { onlyPrice, withPrice } from '../../harness/plan-prices.ts';
import type { TestApp } from '../../harness/test-app.ts';
import { type Answer, callable, document, type Person, signIn } from '../../harness/wire-client.ts';

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

const sandboxTables = [
  'customers',
  'cards',
  'subscriptions',
  'redemptions',
  'invoices',
  'refunds',
  'setups',
  'events',
  'keys',
].map((name) => sql.id(name));

/** While the work runs, the provider does not answer: whoever asks its tables is told to come later. */
export async function withoutProvider<Result>(
  { db }: TestApp,
  work: () => Promise<Result>,
): Promise<Result> {
  await db.transaction().execute(async (tx) => {
    await sql`alter schema sandbox rename to sandbox_away`.execute(tx);
    await sql`create schema sandbox`.execute(tx);
    await sql`
      create function sandbox.fail() returns boolean language plpgsql immutable as
      $$ begin raise exception 'away' using errcode = '57P03'; end $$`.execute(tx);
    for (const name of sandboxTables) {
      await sql`
        create view sandbox.${name} as
        select * from sandbox_away.${name} where sandbox.fail()
        with check option`.execute(tx);
    }
  });
  try {
    return await work();
  } finally {
    await db.transaction().execute(async (tx) => {
      await sql`drop schema sandbox cascade`.execute(tx);
      await sql`alter schema sandbox_away rename to sandbox`.execute(tx);
    });
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
  readonly email: string;
}

/** Reads what the sandbox has for a subscription of ours; undefined where it has no customer. */
export async function findAtProvider(
  { db }: TestApp,
  subscriptionId: string,
): Promise<AtProvider | undefined> {
  const { rows } = await sql<AtProvider>`
    select c.credit, c.details, c.email,
      array(select s.status from sandbox.subscriptions s where s.customer_id = c.id
        order by s.created_at) as subscriptions,
      array(select k.last4 from sandbox.cards k where k.customer_id = c.id
        order by k.created_at) as cards,
      coalesce((select json_agg(json_build_object('status', i.status, 'due', i.amount_due,
        'total', i.total, 'reason', i.reason) order by i.sequence)
        from sandbox.invoices i where i.customer_id = c.id), '[]') as invoices
    from sandbox.customers c
    where c.reference = ${subscriptionId} and c.removed_at is null`.execute(db);
  return rows[0];
}

export async function atProvider(app: TestApp, subscriptionId: string): Promise<AtProvider> {
  const found = await findAtProvider(app, subscriptionId);
  expect(found, `a customer of ${subscriptionId}`).toBeDefined();
  return found as AtProvider;
}

/** Lists what the provider charges the person for, or may still: running subscriptions and owed invoices. */
export async function listChargeable(
  { db }: TestApp,
  { email }: Pick<Person, 'email'>,
): Promise<{ id: string; status: string }[]> {
  const { rows } = await sql<{ id: string; status: string }>`
    select s.id, s.status from sandbox.subscriptions s
      join sandbox.customers c on c.id = s.customer_id
    where c.email = ${email} and s.status <> 'canceled'
    union all
    select i.id, i.status from sandbox.invoices i
      join sandbox.customers c on c.id = i.customer_id
    where c.email = ${email} and i.status in ('draft', 'open', 'uncollectible')`.execute(db);
  return rows;
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

/** Adds one of the sandbox's cards as the browser does; answers its id. */
export async function addCard(
  app: TestApp,
  { subscriptionId, idToken }: { readonly subscriptionId: string; readonly idToken: string },
  number = '5555 5555 5555 4444',
): Promise<string> {
  const data = { subscriptionId };
  const setup = await callable(app, 'createSetupIntent', { data, idToken });
  expect(setup.statusCode, setup.body).toBe(200);
  const { clientSecret } = setup.json().data;
  const typed = { number, exp_month: 4, exp_year: 2038, cvc: '123', name: 'Ada Lovelace' };
  const added = await askSandbox(app, 'setups', { ...typed, client_secret: clientSecret, idToken });
  expect(added.statusCode, added.body).toBe(200);
  const { id } = added.json();
  return id;
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

/** Asks the sandbox as the browser of a signed-in person does. */
export function askSandbox(
  { server }: TestApp,
  path: 'cards' | 'setups' | 'challenges',
  { idToken, ...payload }: { readonly idToken: string } & Readonly<Record<string, unknown>>,
): Promise<Answer> {
  const headers = { authorization: `Bearer ${idToken}` };
  return server.inject({ method: 'POST', url: `/sandbox/${path}`, headers, payload });
}

/** The browser's side of the bank's question; the secret is all that counts, whoever is signed in. */
export async function answerChallenge(
  app: TestApp,
  clientSecret: string,
  success: boolean,
): Promise<Answer> {
  const [{ idToken } = expect.fail()] = await createCrowd(app, 1);
  return await askSandbox(app, 'challenges', { idToken, client_secret: clientSecret, success });
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
