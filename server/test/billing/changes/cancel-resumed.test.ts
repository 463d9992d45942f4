import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../harness/test-app.ts';
import { callable, createVerifiedPerson, document, signIn } from '../../harness/wire-client.ts';
import {
  hasStandIn,
  type StripeStandIn,
  startStandIn,
  stripeEnvironment,
} from '../../payment-provider/stripe/stand-in.ts';
import { withConfig } from '../../payment-provider/stripe/state.ts';
import { createPaidSubscription, settle, weekMs } from '../support/payment-scenes.ts';

const minuteMs = 60_000;

describe.skipIf(!hasStandIn)('a cancellation that failed half-way at Stripe', () => {
  let standIn: StripeStandIn;
  let app: TestApp;
  beforeAll(async () => {
    standIn = await startStandIn();
    app = await createTestApp({
      logger: false,
      env: stripeEnvironment(standIn.url),
    });
    await settle(app);
  });
  afterAll(async () => {
    await app.close();
    await standIn.stop();
  });

  async function passTime(ms: number): Promise<void> {
    app.clock.advance(ms);
    await standIn.advance(ms);
    await settle(app);
  }

  it('is finished by the job, and nobody is charged for the draft of the renewal', async () => {
    const ada = await createVerifiedPerson(app);
    const subscriptionId = await createPaidSubscription(app, ada);
    await withConfig(standIn, { during: { draftMinutes: 60 }, after: { draftMinutes: 0 } }, () =>
      passTime(weekMs + minuteMs),
    );
    const { idToken } = await signIn(app, ada);

    await standIn.addFault({ match: 'GET /v1/invoices$', kind: 'error', times: 2 });
    const data = { subscriptionId, confirmationId: subscriptionId };
    const canceled = await callable(app, 'cancelSubscription', { idToken, data });
    expect(canceled.json().error.status).toBe('UNAVAILABLE');
    await passTime(3 * minuteMs);
    await passTime(120 * minuteMs);

    const later = await signIn(app, ada);
    const path = `/v1/subscriptions/${subscriptionId}/invoices`;
    const shown = await document(app, `GET ${path}`, { idToken: later.idToken });
    const statuses = shown.json().invoices.map(({ status }: { status: string }) => status);
    expect(statuses).toEqual(['void', 'paid']);
  });
});
