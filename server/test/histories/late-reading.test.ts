import { sql } from 'kysely';
import { expect, it } from 'vitest';
import {
  openFaultyDatabase,
  withFault,
  withFaultInJobs,
  wrapPayments,
} from '../billing/support/payment-faults.ts';
import { createPaidSubscription } from '../billing/support/payment-scenes.ts';
import { createCrowd } from '../harness/crowd.ts';
import { createOwnTestApp } from '../harness/test-app.ts';
import { callable } from '../harness/wire-client.ts';
import { findStale } from './compare-books.ts';
import { withoutWaiting } from './sold-plans.ts';
import { readSandbox } from './stripe/stripe-books.ts';

it('never shows what was read before over what was read later', async () => {
  const app = await createOwnTestApp({
    payments: wrapPayments,
    open: openFaultyDatabase,
    product: { billing: withoutWaiting },
  });
  const [person = expect.fail()] = await createCrowd(app, 1);
  const { idToken } = person;
  const subscriptionId = await createPaidSubscription(app, person);
  await app.app.runDue();
  // The job that follows what happened before has read it, and then all is different.
  const change = () =>
    withFault(undefined, async () => {
      const data = { subscriptionId, planId: 'enterprise' };
      const answer = await callable(app, 'changeSubscriptionPlan', { data, idToken });
      expect(answer.statusCode, answer.body).toBe(200);
    });
  const slow = { place: 'provider', step: 1, moment: 'after it acted', kind: 'slow' } as const;
  const { hasHappened } = await withFaultInJobs({ ...slow, meanwhile: change }, () =>
    app.app.runJobs(),
  );
  expect(hasHappened).toBe(true);
  expect(await findStale(app, await readSandbox(app), subscriptionId)).toEqual([]);
  // The old plan would have been shown, and recorded, for a moment.
  const { rows } = await sql`select id from audit_events
    where subject_id = ${subscriptionId} and action = 'subscription.plan-changed'`.execute(app.db);
  expect(rows).toHaveLength(1);
});
