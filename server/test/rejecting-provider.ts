import type { PaymentProvider } from '../src/modules/billing/index.ts';
import { ProviderRejected } from '../src/modules/billing/payment-provider.ts';
import { billingInfo } from './billing.ts';
import { expectDone } from './payment-scenes.ts';
import { createOwnTestApp, type TestApp } from './test-app.ts';
import { type Answer, callable, createPerson, expectRefusal } from './wire-client.ts';

interface Scene {
  readonly app: TestApp;
  readonly subscriptionId: string;
  readonly idToken: string;
}

/** Asks for what the provider will never do, of a subscription that was bought with the card. */
export async function expectRejected(
  step: keyof PaymentProvider,
  ask: (scene: Scene) => Promise<Answer>,
  card = 'pm_card_visa',
): Promise<void> {
  let isRejecting = false;
  const wrap = (real: PaymentProvider): PaymentProvider =>
    new Proxy(real, {
      get: (target, name, receiver) =>
        isRejecting && name === step
          ? () => Promise.reject(new ProviderRejected('rejected'))
          : Reflect.get(target, name, receiver),
    });
  const app = await createOwnTestApp({ payments: wrap, logger: false });
  const { idToken } = await createPerson(app);
  const data = { planId: 'pro', billingInfo: billingInfo(card) };
  const bought = expectDone(await callable(app, 'createSubscription', { data, idToken }));
  isRejecting = true;
  const answer = await ask({ app, idToken, subscriptionId: String(bought.subscriptionId) });
  expectRefusal(answer, 'billing/rejected');
}
