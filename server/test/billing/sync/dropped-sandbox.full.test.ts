import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { createEventLog } from '../../harness/logged-events.ts';
import { createOwnTestApp, openSecondApp, type TestApp } from '../../harness/test-app.ts';
import { callable, createPerson, expectRefusal, type Person } from '../../harness/wire-client.ts';
import {
  billingInfo,
  createPaidSubscription,
  expectDone,
  settle,
} from '../support/payment-scenes.ts';

it('schema of the sandbox dropped: payments are off with a sentence, before and after a restart', async () => {
  const log = createEventLog();
  const app = await createOwnTestApp({ logger: log.logger });
  const ada = await createPerson(app);
  const subscriptionId = await createPaidSubscription(app, ada);
  await settle(app);
  const before = await readInvoices(app);

  await sql`drop schema sandbox cascade`.execute(app.db);
  await expectPaymentsOff(app, ada, subscriptionId);
  await expect(settle(app)).rejects.toThrow('lacks tables of the Stripe emulator');
  expect(log.events('sandbox failed')[0]).toMatchObject({
    err: { stack: expect.stringContaining('They are made at the next start') },
  });

  const { logger, events } = createEventLog();
  const restarted = await openSecondApp(app, logger);
  await restarted.app.checkPrices();
  const fault = expect.stringMatching(
    /^The keys reach the account acct_1Emulator\w+ in test mode, but 1 project is in the account acct_1Emulator\w+ in test mode\. .*"Another account"/,
  );
  expect(events('payment account mismatch found')).toMatchObject([{ fault }]);
  await expectPaymentsOff(restarted, ada, subscriptionId);
  // The process that has gone on finds the new tables with its next check.
  await app.app.checkPrices();
  expect(log.events('payment account mismatch found')).toMatchObject([{ fault }]);
  await expectPaymentsOff(app, ada, subscriptionId);
  const { rows: customers } = await sql`select from sandbox.state`.execute(app.db);
  expect(customers).toEqual([]);
  expect(await readInvoices(app)).toEqual(before);
});

async function expectPaymentsOff(
  app: TestApp,
  { idToken }: Person,
  subscriptionId: string,
): Promise<void> {
  const calls = [
    ['createSubscription', { planId: 'pro', billingInfo: billingInfo() }],
    ['changeSubscriptionPlan', { subscriptionId, planId: 'enterprise' }],
    ['getPaymentMethods', { subscriptionId }],
  ] as const;
  for (const [name, data] of calls) {
    // A second purchase: the first one's answer is given again without a key.
    const headers = { 'idempotency-key': randomUUID() };
    const answer = await callable(app, name, { idToken, data, headers });
    expectRefusal(answer, 'billing/provider-unavailable');
  }
  const summary = await callable(app, 'getBillingSummary', { idToken, data: { subscriptionId } });
  expect(expectDone(summary)).toMatchObject({ plan_id: 'pro', status: 'active' });
}

async function readInvoices({ db }: TestApp): Promise<readonly unknown[]> {
  const { rows } = await sql`select id, status, total, refunded from invoices`.execute(db);
  return rows;
}
