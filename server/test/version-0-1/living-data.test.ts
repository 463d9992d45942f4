import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { randomSecret } from '../../src/platform/ids.ts';
import { loadCustomers } from '../billing/support/load-customers.ts';
import { answerChallenge } from '../billing/support/payment-scenes.ts';
import { listAtStripe, readFromStripe } from '../billing/support/sandbox.ts';
import { signInAgain, verdictOf } from '../harness/crowd.ts';
import { hurryJobs } from '../harness/hurry-jobs.ts';
import { createEventLog } from '../harness/logged-events.ts';
import type { TestApp } from '../harness/test-app.ts';
import { callable, type Person } from '../harness/wire-client.ts';
import type { Books } from '../histories/books.ts';
import { compareBooks } from '../histories/compare-books.ts';
import { readSandbox } from '../histories/stripe/stripe-books.ts';
import { askForDrift } from '../operator/drift.ts';
import { customers, openLeftByVersion01 } from './version-0-1.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const pastLeaseMs = 3 * minuteMs;

/** A request whose process died; its person asks again with its key. */
interface Request {
  readonly accountId: string;
  readonly name: string;
  readonly data: object;
  readonly key: string;
  /** Where it died; null in a history. */
  readonly scene: string | null;
  readonly step: string | null;
  /** Answer of an undisturbed process: `ok`, or the code of a refusal. */
  readonly verdict: string | null;
}

interface OpenIntent {
  readonly id: string;
  readonly kind: string;
  readonly key: string;
  /** Whether the provider has done it. */
  readonly isDone: boolean;
  readonly isExpired: boolean;
}

interface Waiting {
  readonly id: string;
  readonly clientSecret: string;
}

describe('a database that version 0.1 has left in the middle of its work', () => {
  let app: TestApp;
  let requests: readonly Request[];
  let intents: readonly OpenIntent[];
  const verdicts = new Map<string, string>();
  const log = createEventLog();
  beforeAll(async () => {
    app = await openLeftByVersion01(log.logger);
  }, 600_000);
  afterAll(() => app.close());

  async function pass(ms: number): Promise<void> {
    app.clock.advance(ms);
    // A batch of intents is 20; the first run finds what is due, the second what that has left.
    for (let [run, before, open] = [0, -1, 0]; run < 2 || before !== open; run += 1) {
      before = open;
      await app.app.runDue();
      open = await count(app, `select from intents where status = 'open'`);
    }
    await runJobs(app);
  }

  async function ask(asked: readonly Request[]): Promise<void> {
    const people = await signIn(
      app,
      asked.map(({ accountId }) => accountId),
    );
    for (const { accountId, name, data, key } of asked) {
      const { idToken } = people.get(accountId) ?? expect.fail();
      const headers = { 'idempotency-key': key };
      verdicts.set(key, verdictOf(await callable(app, name, { idToken, data, headers })));
    }
  }

  it('is told that payments are off, because the emulator is another account than its sandbox was', async () => {
    const before = await listMoney(app);
    await expect(app.app.runDue()).rejects.toThrow('Payments are off');
    await runJobs(app);
    const [told] = log.events('payment account mismatch found');
    expect(told?.fault).toMatch(/which knows none of the customers here \(cus_.*Payments are off/);
    expect(await listMoney(app)).toEqual(before);
    expect(await listAtStripe(app, '/v1/customers')).toEqual([]);
  });

  it('holds open intents of every kind, and projects in every state', async () => {
    await loadCustomers(app, customers);
    await app.app.checkPrices();
    requests = await listRequests(app);
    intents = await listOpenIntents(app);
    const kinds = new Set(intents.map(({ kind }) => kind));
    expect([...kinds].sort()).toEqual([
      'abandon',
      'cancel',
      'change-plan',
      'create',
      'forget-payer',
      'remove-card',
      'set-default',
      'update-details',
    ]);
    expect(await count(app, `select status from subscriptions group by status`)).toBe(5);
    expect(await count(app, `select from intents where input ? 'putOff'`)).toBeGreaterThan(3);
    const { customers: paying } = await readSandbox(app);
    expect(paying.filter(({ credit }) => credit > 0).length).toBeGreaterThan(9);
    expect((await listWaiting(app)).length).toBeGreaterThan(3);
  });

  it('is finished within an hour, by owners who ask again and by jobs', async () => {
    app.clock.advance(pastLeaseMs);
    await ask(requests.filter((_, index) => index % 2 === 0));
    await pass(0);
    await pass(hourMs);
    await ask(requests.filter((_, index) => index % 2 === 1));
    await pass(pastLeaseMs);
    // Their intent was held by a job just then.
    await ask(requests.filter(({ key }) => verdicts.get(key) === 'billing/under-way'));

    expect(await count(app, `select from intents where status = 'open'`)).toBe(0);
    const ends = await listEnds(app, intents);
    const known = intents.flatMap((intent) => {
      const expected = expectedEnd(intent, requests);
      return expected === undefined ? [] : [{ ...intent, expected }];
    });
    expect(known.map(({ id, kind }) => `${kind} ${id}: ${ends.get(id)}`)).toEqual(
      known.map(({ id, kind, expected }) => `${kind} ${id}: ${expected}`),
    );
  }, 900_000);

  it('answers each owner how the change ended', () => {
    const expired = new Set(intents.flatMap((one) => (isGivenUp(one) ? [one.key] : [])));
    const scenes = requests.filter(({ verdict }) => verdict !== null);
    const told = ({ scene, step, key }: Request) => `${scene}, ${step}: ${verdicts.get(key)}`;
    const due = ({ scene, step, key, verdict }: Request) =>
      `${scene}, ${step}: ${expired.has(`key:${key}`) ? 'billing/rejected' : verdict}`;
    expect(scenes.map(told)).toEqual(scenes.map(due));
  });

  it('makes a first payment take effect that its person confirms after the upgrade', async () => {
    const [{ id, clientSecret } = expect.fail()] = await listWaiting(app);
    const answered = await answerChallenge(app, clientSecret, true);
    expect(answered.statusCode, answered.body).toBe(200);
    await pass(minuteMs);
    const { rows } = await sql`select plan_id, status from subscriptions where id = ${id}`.execute(
      app.db,
    );
    expect(rows).toEqual([{ plan_id: 'pro', status: 'active' }]);
  });

  it('pays for the next purchase with credit of version 0.1', async () => {
    const { rows } = await sql<{ id: string; ownerId: string; customerId: string }>`
      select s.id, s.owner_id as "ownerId", b.customer_id as "customerId" from subscriptions s
      join billing_accounts b on b.subscription_id = s.id
      where s.plan_id = 'free' and s.status = 'active'
        and b.card is not null and b.details is not null
        and b.provider_subscription_id is null and b.next_provider_subscription_id is null
      order by s.id`.execute(app.db);
    const creditOf = async (customerId: string) =>
      (await readSandbox(app)).customers.find(({ id }) => id === customerId)?.credit ?? 0;
    const credits = await Promise.all(rows.map(({ customerId }) => creditOf(customerId)));
    const place = credits.findIndex((credit) => credit > 1_000);
    const { id, ownerId, customerId } = rows[place] ?? expect.fail();
    const { idToken } = (await signIn(app, [ownerId])).get(ownerId) ?? expect.fail();
    const data = { subscriptionId: id, planId: 'pro' };
    const bought = await callable(app, 'changeSubscriptionPlan', { idToken, data });
    expect(bought.statusCode, bought.body).toBe(200);
    expect(await creditOf(customerId)).toBe((credits[place] ?? 0) - 1_000);
  });

  it('is as the provider has it, a day later: nobody is charged twice, and no event is lost', async () => {
    await pass(24 * hourMs);
    await pass(pastLeaseMs);
    expect(await compareBooks(app, await readSandbox(app))).toEqual([]);
    expect(await askForDrift(app)).toEqual([]);
    const jobs = await sql`select task_identifier from graphile_worker.jobs`.execute(app.db);
    expect(jobs.rows).toEqual([]);
  }, 600_000);
});

/** Runs jobs that wait in the database's own time, too. */
async function runJobs({ app, db }: TestApp): Promise<void> {
  for (let run = 0; run < 2; run += 1) {
    await hurryJobs(db);
    await app.runJobs();
  }
}

async function listRequests({ db }: TestApp): Promise<Request[]> {
  const { rows } = await sql<Request>`
    select account_id as "accountId", name, data, key, scene, step, verdict
    from version_0_1.requests`.execute(db);
  return rows;
}

/** Longer ago than a provider remembers its keys. */
const expiredMs = 20 * hourMs;

async function listOpenIntents(app: TestApp): Promise<OpenIntent[]> {
  const expired = new Date(app.clock.now().getTime() - expiredMs);
  const { rows } = await sql<Omit<OpenIntent, 'isDone'> & Wanted>`
    select i.id, i.kind, i.request_key as key,
      i.created_at < ${expired} and not i.input ? 'putOff' as "isExpired",
      (i.input -> 'plan' ->> 'free')::boolean as "isFree", i.input -> 'plan' -> 'priceIds' as "priceIds",
      b.provider_subscription_id as charged
    from intents i left join billing_accounts b on b.subscription_id = i.subscription_id
    where i.status = 'open'`.execute(app.db);
  const books = await readSandbox(app);
  return rows.map((row) => ({ ...row, isDone: hasStarted(row, books) || hasChanged(row, books) }));
}

interface Wanted {
  readonly id: string;
  readonly kind: string;
  readonly isFree: boolean | null;
  readonly priceIds: readonly string[] | null;
  readonly charged: string | null;
}

/** Whether the intent's own subscription is paid, or waits for its person. */
const hasStarted = ({ id }: Wanted, { subscriptions }: Books) =>
  subscriptions.some(
    ({ intentId, status }) => intentId === id && ['active', 'incomplete'].includes(status),
  );

function hasChanged({ kind, charged, isFree, priceIds }: Wanted, { subscriptions }: Books) {
  const running = subscriptions.find(({ id }) => id === charged);
  if (kind !== 'change-plan' || !running) {
    return false;
  }
  return isFree
    ? running.status === 'canceled'
    : running.status === 'active' && running.priceIds.join() === priceIds?.join();
}

/** How each has ended: `ok`, or the code of its refusal. */
async function listEnds({ db }: TestApp, left: readonly OpenIntent[]) {
  const ids = left.map(({ id }) => id);
  const { rows } = await sql<{ id: string; end: string }>`
    select id, coalesce(outcome -> 'refusal' ->> 'code', 'ok') as "end" from intents
    where id = any(${ids}::text[])`.execute(db);
  return new Map(rows.map(({ id, end }) => [id, end]));
}

/** Undefined where the intent stems from a history and the provider has not done it. */
function expectedEnd(intent: OpenIntent, requests: readonly Request[]): string | null | undefined {
  if (isGivenUp(intent)) {
    return 'billing/rejected';
  }
  const request = requests.find(({ key }) => intent.key === `key:${key}`);
  return request?.verdict ?? (intent.isDone ? 'ok' : undefined);
}

const isGivenUp = ({ kind, isDone, isExpired }: OpenIntent) =>
  isExpired && !isDone && ['create', 'change-plan'].includes(kind);

/** First payments of free projects that their person has yet to confirm. */
async function listWaiting(app: TestApp): Promise<Waiting[]> {
  const { rows } = await sql<Omit<Waiting, 'clientSecret'> & { next: string }>`
    select s.id, b.next_provider_subscription_id as next
    from subscriptions s join billing_accounts b on b.subscription_id = s.id
    where s.plan_id = 'free' and b.next_provider_subscription_id is not null and not exists (
      select from intents i where i.subscription_id = s.id and i.status = 'open')
    order by s.id`.execute(app.db);
  const waiting: Waiting[] = [];
  for (const { next, ...project } of rows) {
    const path = `/v1/subscriptions/${next}?expand[]=latest_invoice.confirmation_secret`;
    const { status, latest_invoice: invoice } = await readFromStripe(app, path);
    if (status === 'incomplete') {
      waiting.push({ ...project, clientSecret: invoice.confirmation_secret.client_secret });
    }
  }
  return waiting;
}

/** Projects, their charges, intents and invoices. */
async function listMoney({ db }: TestApp): Promise<string[]> {
  const { rows } = await sql<{ row: string }>`
    select concat_ws(' ', 'project', id, status, plan_id) as row from subscriptions
    union all
    select concat_ws(' ', 'account', subscription_id, customer_id, provider_subscription_id,
      next_provider_subscription_id) from billing_accounts
    union all
    select concat_ws(' ', 'intent', id, kind, status, outcome) from intents
    union all
    select concat_ws(' ', 'invoice', id, status, total) from invoices
    order by 1`.execute(db);
  return rows.map(({ row }) => row);
}

async function count({ db }: TestApp, query: string): Promise<number> {
  return (await sql.raw(query).execute(db)).rows.length;
}

async function signIn(app: TestApp, uids: readonly string[]): Promise<Map<string, Person>> {
  const { rows } = await sql<{ uid: string; email: string }>`
    select id as uid, email from accounts where id = any(${uids}::text[])`.execute(app.db);
  const people = rows.map((one) => ({ ...one, password: '', idToken: '', refreshToken: '' }));
  const signedIn = await signInAgain(
    app,
    people.map((person) => ({ ...person, refreshToken: randomSecret() })),
  );
  return new Map(signedIn.map((person) => [person.uid, person]));
}
