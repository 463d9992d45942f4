import { setTimeout as sleep } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { stripe } from './account.ts';

/** A test clock, whose customers live in a time of their own. */
export interface TestClock {
  now(): Date;
  createCustomer(): Promise<string>;
  /** Moves it on; what falls due has happened when this returns. */
  advance(ms: number): Promise<void>;
}

const pollMs = 1_000;

/** Starts now; is removed with its customers when the test is over. */
export async function openClock(): Promise<TestClock> {
  let seconds = Math.floor(Date.now() / 1_000);
  const { testClocks } = stripe.testHelpers;
  const { id } = await testClocks.create({ frozen_time: seconds, name: 'Hearth check' });
  onTestFinished(() => testClocks.del(id).then(() => undefined));
  return {
    now: () => new Date(seconds * 1_000),
    async createCustomer() {
      const card = { payment_method: 'pm_card_visa' };
      const { id: customerId } = await stripe.customers.create({ test_clock: id, ...card });
      const { data } = await stripe.customers.listPaymentMethods(customerId);
      const settings = { default_payment_method: data[0]?.id ?? '' };
      await stripe.customers.update(customerId, { invoice_settings: settings });
      return customerId;
    },
    async advance(ms) {
      seconds += Math.ceil(ms / 1_000);
      await testClocks.advance(id, { frozen_time: seconds });
      for (;;) {
        const { status } = await testClocks.retrieve(id);
        if (status === 'ready') {
          return;
        }
        if (status === 'internal_failure') {
          throw new Error('The test clock has failed at Stripe.');
        }
        await sleep(pollMs);
      }
    },
  };
}
