import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../harness/test-app.ts';
import { callable, createVerifiedPerson, type Person } from '../../harness/wire-client.ts';
import {
  type StripeEmulator,
  startEmulator,
  stripeEnvironment,
} from '../../payment-provider/stripe/emulator.ts';
import { openFaultyDatabase, withFaultInJobs } from '../support/payment-faults.ts';
import { billingInfo, createPaidSubscription, settle } from '../support/payment-scenes.ts';

/** Most requests to Stripe that a person waits for, by what they do. */
const most = { create: 5, preview: 2, upgrade: 4, setEnd: 2, cancel: 3, webhook: 3 };
const mostStatements = 12;

describe('requests to Stripe that a person waits for', () => {
  let emulator: StripeEmulator;
  let app: TestApp;
  beforeAll(async () => {
    emulator = await startEmulator();
    app = await createTestApp({
      open: openFaultyDatabase,
      logger: false,
      env: stripeEnvironment(emulator.url),
      product: { billing: { cancel: 'ask', promotionCodes: false } },
    });
    // Done at the start of the server, too: the amounts of all prices are known from then on.
    await app.app.checkPrices();
    await settle(app);
  });
  afterAll(async () => {
    await app.close();
    await emulator.stop();
  });

  async function requestsOf<Result>(work: () => Promise<Result>) {
    const before = (await emulator.requests()).length;
    const result = await work();
    const sent = (await emulator.requests()).slice(before);
    return { result, sent: sent.map(({ method, path }) => `${method} ${path}`) };
  }

  async function call(name: string, { idToken }: Person, data: object) {
    const { result, sent } = await requestsOf(() => callable(app, name, { idToken, data }));
    expect(result.statusCode, result.body).toBe(200);
    return { data: result.json().data, sent };
  }

  it('are few for a purchase, a change up and down, to and from the free plan, and a cancellation', async () => {
    const ada = await createVerifiedPerson(app);
    const bought = { planId: 'pro', billingInfo: billingInfo() };
    const created = await call('createSubscription', ada, bought);
    expect(created.sent.length, created.sent.join('\n')).toBeLessThanOrEqual(most.create);
    const { subscriptionId } = created.data;
    await settle(app);

    for (const planId of ['enterprise', 'pro', 'free', 'pro']) {
      const shown = await call('previewPlanChange', ada, { subscriptionId, planId });
      expect(shown.sent.length, shown.sent.join('\n')).toBeLessThanOrEqual(most.preview);
      const { preview } = shown.data;
      const changed = await call('changeSubscriptionPlan', ada, {
        subscriptionId,
        planId,
        preview,
      });
      expect(changed.sent.length, changed.sent.join('\n')).toBeLessThanOrEqual(most.upgrade);
      await settle(app);
    }

    const later = { subscriptionId, when: 'period-end' };
    const ending = await call('cancelSubscription', ada, later);
    expect(ending.sent.length, ending.sent.join('\n')).toBeLessThanOrEqual(most.setEnd);
    const resumed = await call('resumeSubscription', ada, { subscriptionId });
    expect(resumed.sent.length, resumed.sent.join('\n')).toBeLessThanOrEqual(most.setEnd);

    const confirmed = { subscriptionId, confirmationId: subscriptionId };
    const canceled = await call('cancelSubscription', ada, confirmed);
    expect(canceled.sent.length, canceled.sent.join('\n')).toBeLessThanOrEqual(most.cancel);
  });

  it('are as few for a message, however many invoices there are, and so are its statements', async () => {
    const ada = await createVerifiedPerson(app);
    const subscriptionId = await createPaidSubscription(app, ada);
    await settle(app);
    const weekMs = 7 * 86_400_000;
    for (let week = 0; week < 15; week += 1) {
      app.clock.advance(weekMs);
      await emulator.advance(weekMs);
    }
    await settle(app);
    const { rows } = await sql<{ customer_id: string }>`
      select customer_id from billing_accounts where subscription_id = ${subscriptionId}`.execute(
      app.db,
    );
    await sql`
      insert into provider_events (id, type, customer_id, created_at, received_at)
      values ('evt_lone', 'invoice.paid', ${rows[0]?.customer_id}, now(), now())`.execute(app.db);
    await sql`select graphile_worker.add_job('follow-provider-events',
      json_build_object('customerId', ${rows[0]?.customer_id}::text))`.execute(app.db);

    const { result, sent } = await requestsOf(() =>
      withFaultInJobs(undefined, () => app.app.runJobs()),
    );

    expect(sent.length, sent.join('\n')).toBeLessThanOrEqual(most.webhook);
    expect(sent.length).toBeGreaterThan(0);
    expect(result.steps.database).toBeLessThanOrEqual(mostStatements);
    expect(result.steps.database).toBeGreaterThan(3);
  });
});
