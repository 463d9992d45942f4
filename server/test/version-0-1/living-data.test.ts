import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { randomSecret } from '../../src/platform/ids.ts';
import { listAtStripe } from '../billing/support/sandbox.ts';
import { signInAgain, verdictOf } from '../harness/crowd.ts';
import { createEventLog } from '../harness/logged-events.ts';
import type { TestApp } from '../harness/test-app.ts';
import { callable, createFreeSubscription, type Person } from '../harness/wire-client.ts';
import { openLeftByVersion01 } from './version-0-1.ts';

const hourMs = 3_600_000;
const pastLeaseMs = 3 * 60_000;

/** A request whose process died; its person asks again with its key. */
interface Request {
  readonly accountId: string;
  readonly name: string;
  readonly data: object;
  readonly key: string;
}

/**
 * Its sandbox was no emulator of Stripe, so what was bought there with test cards is gone: the emulator is another account,
 * in which nobody may be charged for it again.
 */
describe('a database that version 0.1 has left in the middle of its work', () => {
  let app: TestApp;
  let requests: readonly Request[];
  let before: readonly string[];
  const log = createEventLog();
  beforeAll(async () => {
    app = await openLeftByVersion01(log.logger);
    requests = await listRequests(app);
    before = await listMoney(app);
  }, 600_000);
  afterAll(() => app.close());

  it('holds open intents of every kind, and projects in every state', async () => {
    const { rows } = await sql<{ kind: string }>`
      select distinct kind from intents where status = 'open' order by kind`.execute(app.db);
    expect(rows.map(({ kind }) => kind)).toEqual([
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
  });

  it('is told that payments are off, and why', async () => {
    await app.app.checkPrices();
    expect(log.events('payment account mismatch found')).toMatchObject([
      {
        fault: expect.stringMatching(
          /which knows none of the customers here \(cus_.*Payments are off/,
        ),
      },
    ]);
  });

  it('charges nobody and ends no change, whoever asks again, and however late jobs run', async () => {
    app.clock.advance(pastLeaseMs);
    const people = await signIn(app, requests);
    for (const { accountId, name, data, key } of requests) {
      const { idToken } = people.get(accountId) ?? expect.fail();
      const headers = { 'idempotency-key': key };
      const answer = await callable(app, name, { idToken, data, headers });
      expect(verdictOf(answer), answer.body).not.toBe('server/internal');
    }
    for (const ms of [0, hourMs, 24 * hourMs]) {
      app.clock.advance(ms);
      await expect(app.app.runDue()).rejects.toThrow('Payments are off');
      await app.app.runJobs();
    }
    expect(await listMoney(app)).toEqual(before);
    expect(await listAtStripe(app, '/v1/customers')).toEqual([]);
    expect(await listAtStripe(app, '/v1/charges')).toEqual([]);
  }, 600_000);

  it('lets its people sign in and found free projects', async () => {
    const [person = expect.fail()] = (await signIn(app, requests.slice(0, 1))).values();
    expect(await createFreeSubscription(app, person)).toMatch(/\w+/);
  });
});

async function listRequests({ db }: TestApp): Promise<Request[]> {
  const { rows } = await sql<Request>`
    select account_id as "accountId", name, data, key from version_0_1.requests`.execute(db);
  return rows;
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

async function signIn(app: TestApp, asked: readonly Request[]): Promise<Map<string, Person>> {
  const uids = asked.map(({ accountId }) => accountId);
  const { rows } = await sql<{ uid: string; email: string }>`
    select id as uid, email from accounts where id = any(${uids}::text[])`.execute(app.db);
  const people = rows.map((one) => ({ ...one, password: '', idToken: '', refreshToken: '' }));
  const signedIn = await signInAgain(
    app,
    people.map((person) => ({ ...person, refreshToken: randomSecret() })),
  );
  return new Map(signedIn.map((person) => [person.uid, person]));
}
