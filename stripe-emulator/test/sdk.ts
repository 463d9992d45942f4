import Stripe from 'stripe';
import { createEmulator, createMemoryStore } from '../src/index.ts';

/** Fixed, so that no test depends on the day on which it runs. */
export const start = Date.UTC(2026, 0, 15, 12) / 1000;

/** A new emulator, and the official SDK on it. */
export function createSdk() {
  const emulator = createEmulator({ store: createMemoryStore(), clock: () => start * 1000 });
  return { emulator, stripe: createClient(emulator.fetch), fetch: emulator.fetch };
}

export function createClient(
  fetch: ReturnType<typeof createEmulator>['fetch'],
  { key = 'sk_test_emulator', ...config }: Stripe.StripeConfig & { key?: string } = {},
) {
  const httpClient = Stripe.createFetchHttpClient(fetch);
  return new Stripe(key, { httpClient, maxNetworkRetries: 0, telemetry: false, ...config });
}

/** The error with which the SDK rejects. */
export async function refusal(work: Promise<unknown>): Promise<Stripe.errors.StripeError> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof Stripe.errors.StripeError)) {
    throw new Error(`No error of Stripe, but ${error}`);
  }
  return error;
}
