import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  callAs,
  createOperator,
  operatedEnv,
  otherOperatorAddress,
} from '../../harness/operators.ts';
import { createTestApp, type TestApp } from '../../harness/test-app.ts';
import {
  createFreeSubscription,
  createPerson,
  expectRefusal,
  identity,
  type Person,
} from '../../harness/wire-client.ts';

describe('getOperatorNow', () => {
  let app: TestApp;
  let operator: Person;
  beforeAll(async () => {
    app = await createTestApp({ logger: false, env: operatedEnv });
    operator = await createOperator(app);
  });
  afterAll(() => app.close());

  const now = async (by = operator) => (await callAs(app, by, 'GET /now')).json();

  it('counts nothing while nothing waits', async () => {
    await app.app.runJobs();
    expect(await now()).toEqual({
      emails: { count: 0, since: null },
      emails_given_up: 0,
      changes: { count: 0, since: null },
      events: { count: 0, since: null },
      overdue_jobs: { count: 0, since: null },
      failing_endpoints: 0,
      waiting_deliveries: 0,
      backup_at: null,
      acts: [],
    });
  });

  it('counts an email since it was written, and dates the newest backup', async () => {
    const writtenAt = app.clock.now();
    const { email } = await createPerson(app);
    const reset = { requestType: 'PASSWORD_RESET', email };
    expect((await identity(app, '/v1/accounts:sendOobCode', reset)).statusCode).toBe(200);
    await sql`insert into backups (taken_at, scheduled) values (${writtenAt}, true)`.execute(
      app.db,
    );
    app.clock.advance(60_000);
    const { emails, backup_at: backupAt } = await now();
    expect(emails.count).toBeGreaterThan(0);
    expect(new Date(emails.since).getTime()).toBeGreaterThanOrEqual(writtenAt.getTime());
    expect(Math.abs(Date.parse(backupAt) - writtenAt.getTime())).toBeLessThan(1_000);
  });

  it('lists acts that wait for a second operator, until one has decided', async () => {
    const other = await createOperator(app, { email: otherOperatorAddress });
    const owner = await createPerson(app);
    const subscriptionId = await createFreeSubscription(app, owner);
    const at = app.clock.now();
    await sql`
      insert into operator_acts
        (subject_id, number, act, operator_id, details, reason, happened_at, waits)
      values (${subscriptionId}, 1, 'refund', ${other.uid}, '{"amount": 9900}', 'Paid twice.',
        ${at}, true)`.execute(app.db);
    expect((await now()).acts).toEqual([
      {
        subscription_id: subscriptionId,
        name: null,
        number: 1,
        act: 'refund',
        details: { amount: 9900 },
        reason: 'Paid twice.',
        operator: otherOperatorAddress,
        at: at.toISOString(),
      },
    ]);
    const decline = { act: 'decline', of: 1, reason: 'Refunded already.', seen: 1 };
    const answer = await callAs(
      app,
      operator,
      `POST /subscriptions/${subscriptionId}/acts`,
      decline,
    );
    expect(answer.statusCode, answer.body).toBe(200);
    expect((await now()).acts).toEqual([]);
  });

  it('is not there for somebody else', async () => {
    expectRefusal(await callAs(app, await createPerson(app), 'GET /now'), 'request/unknown-path');
  });
});
