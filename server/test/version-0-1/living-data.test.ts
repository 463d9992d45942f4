import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { randomSecret } from '../../src/platform/ids.ts';
import { askSandbox } from '../billing/support/payment-scenes.ts';
import { signInAgain, verdictOf } from '../harness/crowd.ts';
import { hurryJobs } from '../harness/hurry-jobs.ts';
import type { TestApp } from '../harness/test-app.ts';
import { callable, type Person } from '../harness/wire-client.ts';
import { readSandbox } from '../histories/books.ts';
import { compareBooks } from '../histories/compare-books.ts';
import { askForDrift } from '../operator/drift.ts';
import { openLeftByVersion01 } from './version-0-1.ts';

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
  readonly ownerId: string;
  readonly clientSecret: string;
}

describe('a database that version 0.1 has left in the middle of its work', () => {
  let app: TestApp;
  let requests: readonly Request[];
  let intents: readonly OpenIntent[];
  const verdicts = new Map<string, string>();
  beforeAll(async () => {
    app = await openLeftByVersion01();
    requests = await listRequests(app);
    intents = await listOpenIntents(app);
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

  it('holds open intents of every kind, and projects in every state', async () => {
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
    expect(await count(app, `select from sandbox.customers where credit > 0`)).toBeGreaterThan(9);
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
    const [{ id, ownerId, clientSecret } = expect.fail()] = await listWaiting(app);
    const { idToken } = (await signIn(app, [ownerId])).get(ownerId) ?? expect.fail();
    const answer = { client_secret: clientSecret, success: true };
    const answered = await askSandbox(app, 'challenges', { ...answer, idToken });
    expect(answered.statusCode, answered.body).toBe(200);
    await pass(minuteMs);
    const { rows } = await sql`select plan_id, status from subscriptions where id = ${id}`.execute(
      app.db,
    );
    expect(rows).toEqual([{ plan_id: 'pro', status: 'active' }]);
  });

  it('pays for the next purchase with credit of version 0.1', async () => {
    const { rows } = await sql<{ id: string; ownerId: string; credit: number }>`
      select s.id, s.owner_id as "ownerId", c.credit from subscriptions s
      join billing_accounts b on b.subscription_id = s.id
      join sandbox.customers c on c.id = b.customer_id
      where s.plan_id = 'free' and s.status = 'active' and c.credit > 1000
        and b.card is not null and b.details is not null
        and b.provider_subscription_id is null and b.next_provider_subscription_id is null
      order by s.id limit 1`.execute(app.db);
    const [{ id, ownerId, credit } = expect.fail()] = rows;
    const { idToken } = (await signIn(app, [ownerId])).get(ownerId) ?? expect.fail();
    const data = { subscriptionId: id, planId: 'pro' };
    const bought = await callable(app, 'changeSubscriptionPlan', { idToken, data });
    expect(bought.statusCode, bought.body).toBe(200);
    const left = await sql`
      select credit from sandbox.customers where reference = ${id} and removed_at is null`.execute(
      app.db,
    );
    expect(left.rows).toEqual([{ credit: credit - 1000 }]);
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

async function listOpenIntents({ db, clock }: TestApp): Promise<OpenIntent[]> {
  const expired = new Date(clock.now().getTime() - expiredMs);
  const { rows } = await sql<OpenIntent>`
    select i.id, i.kind, i.request_key as key, 
      i.created_at < ${expired} and not i.input ? 'putOff' as "isExpired",
      exists (select from sandbox.subscriptions s where s.intent_id = i.id and (
        s.status = 'active' or exists (select from sandbox.invoices n
          where n.subscription_id = s.id and n.waiting_card_id is not null)))
      or exists (select from billing_accounts b
        join sandbox.subscriptions s on s.id = b.provider_subscription_id
        where b.subscription_id = i.subscription_id and i.kind = 'change-plan'
          and case when (i.input -> 'plan' ->> 'free')::boolean then s.status = 'canceled'
            else s.status = 'active' and to_jsonb(s.price_ids) = i.input -> 'plan' -> 'priceIds' end)
      as "isDone"
    from intents i where i.status = 'open'`.execute(db);
  return rows;
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
async function listWaiting({ db }: TestApp): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`
    select s.id, s.owner_id as "ownerId", n.client_secret as "clientSecret"
    from subscriptions s join billing_accounts b on b.subscription_id = s.id
    join sandbox.invoices n on n.subscription_id = b.next_provider_subscription_id
    where s.plan_id = 'free' and n.waiting_card_id is not null and not exists (
      select from intents i where i.subscription_id = s.id and i.status = 'open')
    order by s.id`.execute(db);
  return rows;
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
