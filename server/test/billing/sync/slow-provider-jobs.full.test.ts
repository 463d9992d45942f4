import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { keepEvent, type PaymentProvider } from '../../../src/modules/billing/index.ts';
import { isInBackground } from '../../../src/modules/billing/port/background-work.ts';
import { createMailbox } from '../../../src/modules/mail/index.ts';
import { freePort } from '../../harness/free-port.ts';
import { createOwnTestApp, type TestApp } from '../../harness/test-app.ts';
import { createPerson, sendOobCode } from '../../harness/wire-client.ts';
import {
  type StripeEmulator,
  startEmulator,
  stripeEnvironment,
} from '../../payment-provider/stripe/emulator.ts';
import { createPaidSubscription, settle } from '../support/payment-scenes.ts';

const webhooks = 6;

/** Calls of the provider that jobs have begun, and those that have an answer. */
interface Calls {
  readonly begun: string[];
  readonly answered: string[];
}

/** Notes what the provider is asked, and holds its answers back until the gate opens. */
function watchCalls(
  real: PaymentProvider,
  calls: Calls,
  gate: () => Promise<void>,
): PaymentProvider {
  type Call = (...input: unknown[]) => Promise<unknown>;
  const watch = (name: string, call: Call): Call => {
    return async (...input) => {
      calls.begun.push(name);
      await gate();
      const result = await call(...input);
      calls.answered.push(name);
      return result;
    };
  };
  const watched = Object.entries(real).flatMap(([name, call]) =>
    typeof call === 'function' && name !== 'readWebhook' ? [[name, watch(name, call as Call)]] : [],
  );
  return { ...real, ...Object.fromEntries(watched) };
}

async function until(isSo: () => boolean | Promise<boolean>, what: string): Promise<void> {
  for (const start = performance.now(); performance.now() - start < 60_000; await sleep(20)) {
    if (await isSo()) {
      return;
    }
  }
  expect.fail(`${what}: not within a minute.`);
}

async function customersOf({ db }: TestApp): Promise<string[]> {
  const { rows } = await sql<{ customer_id: string }>`
    select customer_id from billing_accounts`.execute(db);
  return rows.map((row) => row.customer_id);
}

/** A message of each customer, as its web hook keeps it. */
async function receiveEvents(app: TestApp, customers: readonly string[]): Promise<void> {
  const createdAt = app.clock.now();
  for (const [number, customerId] of customers.entries()) {
    const event = { id: `evt_slow_${number}`, type: 'invoice.paid', customerId, createdAt };
    await keepEvent(app.db, event, createdAt);
  }
}

async function buyEach(app: TestApp, count: number): Promise<void> {
  for (let bought = 0; bought < count; bought += 1) {
    await createPaidSubscription(app, await createPerson(app));
  }
  await settle(app);
}

async function resetMails({ db }: TestApp, email: string): Promise<number> {
  const mails = await createMailbox(db).list(email);
  return mails.filter(({ kind }) => kind === 'reset-password').length;
}

async function askForReset(app: TestApp, email: string): Promise<void> {
  const answer = await sendOobCode(app, { requestType: 'PASSWORD_RESET', email });
  expect(answer.statusCode, answer.body).toBe(200);
}

describe('jobs while the payment provider is slow', () => {
  async function openHeld() {
    const calls: Calls = { begun: [], answered: [] };
    let hold = false;
    let open = () => {};
    const opened = new Promise<void>((resolve) => {
      open = resolve;
    });
    const gate = async () => (hold ? await opened : undefined);
    const app = await createOwnTestApp({
      env: { HOST: '127.0.0.1', PORT: String(await freePort()) },
      payments: (real) => watchCalls(real, calls, gate),
    });
    // Before the app closes, which waits for its jobs.
    onTestFinished(() => open());
    return {
      app,
      calls,
      holdBack() {
        calls.begun.length = 0;
        calls.answered.length = 0;
        hold = true;
      },
    };
  }

  it('all wait for the provider: a mail is still sent', async () => {
    const { app, calls, holdBack } = await openHeld();
    await buyEach(app, webhooks);
    const person = await createPerson(app);
    holdBack();
    await receiveEvents(app, await customersOf(app));
    await app.app.listen();
    await until(() => calls.begun.length >= webhooks, 'jobs wait for the provider');

    await askForReset(app, person.email);
    await until(async () => (await resetMails(app, person.email)) === 1, 'the mail has left');
    expect(calls.answered).toEqual([]);
  });

  it('slow for one customer: jobs of other customers run', async () => {
    const { app, calls, holdBack } = await openHeld();
    await buyEach(app, 1);
    const [slow = expect.fail()] = await customersOf(app);
    holdBack();
    await app.app.listen();
    // Each ends the key of the one before, which runs, and would take a slot of its own.
    for (let round = 1; round <= webhooks * 2; round += 1) {
      const createdAt = app.clock.now();
      const event = { type: 'invoice.paid', customerId: slow, createdAt };
      await keepEvent(app.db, { id: `evt_round_${round}`, ...event }, createdAt);
      await until(
        async () => calls.begun.length > 0 && (await countWaiting(app)) === 0,
        'taken up',
      );
    }
    const stranger = { id: 'evt_stranger', type: 'invoice.paid', customerId: 'cus_stranger' };
    await keepEvent(app.db, { ...stranger, createdAt: app.clock.now() }, app.clock.now());

    await until(async () => await isProcessed(app, stranger.id), 'the other one is followed');
    expect(calls.answered).toEqual([]);
    expect(await isProcessed(app, 'evt_round_1')).toBe(false);
  });
});

it('one owner with 500 projects to follow keeps the project of another waiting for a few of them only', async () => {
  const followed: string[] = [];
  const app = await createOwnTestApp({
    payments: (real) => ({
      ...real,
      readCustomer: async (id) => ({
        id,
        subscriptionId: null,
        card: null,
        credit: 0,
        creditCurrency: null,
        isOwn: true,
      }),
      async listInvoices(customerId) {
        followed.push(customerId);
        return [];
      },
    }),
  });
  const customers = (owner: string, count: number) =>
    Array.from({ length: count }, (_, index) => `cus_${owner}_${index}`);
  const [many, others] = [customers('big', 500), customers('small', 3)];
  for (const [ownerId, ids] of [
    ['big', many],
    ['small', others],
  ] as const) {
    await sql`
      with project as (
        insert into subscriptions (id, owner_id, name, plan_id, status, created_at, updated_at)
        select id, ${ownerId}, id, 'free', 'active', now(), now()
        from unnest(${ids}::text[]) id returning id)
      insert into billing_accounts (subscription_id, customer_id, compare_at)
      select id, id, 'infinity' from project`.execute(app.db);
  }
  await receiveEvents(app, [...many, ...others]);
  await app.app.runJobs();
  expect(new Set(followed)).toEqual(new Set([...many, ...others]));
  const last = Math.max(...others.map((id) => followed.indexOf(id)));
  expect(last).toBeLessThan(20);
}, 120_000);

it('calls of jobs differ from calls that a person waits for', async () => {
  const waited: boolean[] = [];
  const app = await createOwnTestApp({
    payments: (real) =>
      watchCalls(real, { begun: [], answered: [] }, async () => {
        waited.push(!isInBackground());
      }),
  });
  await createPaidSubscription(app, await createPerson(app));
  expect(new Set(waited)).toEqual(new Set([true]));

  waited.length = 0;
  await receiveEvents(app, await customersOf(app));
  await app.app.runJobs();
  expect(new Set(waited)).toEqual(new Set([false]));
});

async function countWaiting({ db }: TestApp): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from graphile_worker.jobs
    where locked_at is null and task_identifier = 'follow-provider-events'`.execute(db);
  return rows[0]?.count ?? -1;
}

async function isProcessed({ db }: TestApp, id: string): Promise<boolean> {
  const { rows } = await sql`
    select from provider_events where id = ${id} and processed_at is not null`.execute(db);
  return rows.length > 0;
}

describe('jobs while Stripe takes a minute for each answer', () => {
  let emulator: StripeEmulator;
  beforeAll(async () => {
    emulator = await startEmulator();
  });
  afterAll(() => emulator.stop());

  it('six messages of Stripe are followed: a mail is still sent', async () => {
    const calls: Calls = { begun: [], answered: [] };
    const app = await createOwnTestApp({
      env: {
        HOST: '127.0.0.1',
        PORT: String(await freePort()),
        ...stripeEnvironment(emulator.url),
        STRIPE_REQUESTS_PER_SECOND: '1000',
      },
      logger: false,
      payments: (real) => watchCalls(real, calls, async () => undefined),
    });
    // Its open calls end then, and nobody waits for a minute.
    onTestFinished(() => emulator.stop());
    await buyEach(app, webhooks);
    const person = await createPerson(app);
    await emulator.addFault({ match: 'GET /v1/', kind: 'delay', ms: 60_000, times: 1_000 });
    calls.begun.length = 0;
    calls.answered.length = 0;
    await receiveEvents(app, await customersOf(app));
    await app.app.listen();
    await until(() => calls.begun.length >= webhooks, 'jobs wait for Stripe');

    await askForReset(app, person.email);
    await until(async () => (await resetMails(app, person.email)) === 1, 'the mail has left');
    expect(calls.answered).toEqual([]);
  });
});
