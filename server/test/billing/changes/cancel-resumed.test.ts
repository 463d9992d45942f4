import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../harness/test-app.ts';
import { callable, createVerifiedPerson, document, signIn } from '../../harness/wire-client.ts';
import {
  type StripeEmulator,
  startEmulator,
  stripeEnvironment,
} from '../../payment-provider/stripe/emulator.ts';
import { withConfig } from '../../payment-provider/stripe/state.ts';
import { createPaidSubscription, settle, weekMs } from '../support/payment-scenes.ts';

const minuteMs = 60_000;

describe('a cancellation that failed half-way at Stripe', () => {
  let emulator: StripeEmulator;
  let app: TestApp;
  beforeAll(async () => {
    emulator = await startEmulator();
    app = await createTestApp({
      logger: false,
      env: stripeEnvironment(emulator.url),
    });
    await settle(app);
  });
  afterAll(async () => {
    await app.close();
    await emulator.stop();
  });

  async function passTime(ms: number): Promise<void> {
    app.clock.advance(ms);
    await emulator.advance(ms);
    await settle(app);
  }

  it('is finished by the job, and nobody is charged for the draft of the renewal', async () => {
    const ada = await createVerifiedPerson(app);
    const subscriptionId = await createPaidSubscription(app, ada);
    await withConfig(emulator, { during: { draftMinutes: 60 }, after: { draftMinutes: 0 } }, () =>
      passTime(weekMs + minuteMs),
    );
    const { idToken } = await signIn(app, ada);

    await emulator.addFault({ match: 'GET /v1/invoices$', kind: 'error', times: 2 });
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
