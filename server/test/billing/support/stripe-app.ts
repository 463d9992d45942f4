import { sql } from 'kysely';
import type { PaymentProvider } from '../../../src/modules/billing/index.ts';
import { createOwnTestApp, type TestSettings } from '../../harness/test-app.ts';
import { callable, createPerson, signIn } from '../../harness/wire-client.ts';
import {
  type StripeEmulator,
  send,
  stripeEnvironment,
} from '../../payment-provider/stripe/emulator.ts';
import { billingInfo, expectDone, settle } from './payment-scenes.ts';

/** A subscriber of the product with the Stripe emulator, which sends no messages. */
export async function beginAtStripe(
  emulator: StripeEmulator,
  wrap: (real: PaymentProvider) => PaymentProvider = (real) => real,
  product: TestSettings['product'] = {},
) {
  let provider: PaymentProvider | undefined;
  // Its clock starts at the present again, as that of the product does.
  await emulator.control('reset', { cfg: { final: 'unpaid' } });
  const app = await createOwnTestApp({
    env: stripeEnvironment(emulator.url),
    product,
    payments(real) {
      provider = real;
      return wrap(real);
    },
  });
  // The first pull marks from when on every event must be here.
  await settle(app);
  let owner = await createPerson(app, 'Ada');
  const data = { planId: 'pro', billingInfo: billingInfo() };
  const bought = await callable(app, 'createSubscription', { data, idToken: owner.idToken });
  const subscriptionId = String(expectDone(bought).subscriptionId);
  await settle(app);
  const { rows } = await sql<{ customer_id: string; provider_subscription_id: string }>`
    select customer_id, provider_subscription_id from billing_accounts`.execute(app.db);
  const { customer_id: customerId = '', provider_subscription_id: chargedId = '' } = rows[0] ?? {};
  const ask = (name: string, more: object = {}) =>
    callable(app, name, { data: { subscriptionId, ...more }, idToken: owner.idToken });
  return {
    app,
    subscriptionId,
    customerId,
    chargedId,
    owner: () => owner,
    /** Its calls do not go through the product. */
    provider: () => provider as PaymentProvider,
    ask,
    call: async (name: string, more?: object) => expectDone(await ask(name, more)),
    /** Sends a request as the dashboard does. */
    send: (path: string, params?: Readonly<Record<string, string>>) =>
      send(emulator.url, path, params),
    async pass(ms: number) {
      app.clock.advance(ms);
      await emulator.advance(ms);
      await settle(app);
      owner = await signIn(app, owner);
    },
  };
}

export type StripeScene = Awaited<ReturnType<typeof beginAtStripe>>;
