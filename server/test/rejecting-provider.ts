import { billingInfo } from './billing.ts';
import { expectDone } from './payment-scenes.ts';
import { createOwnTestApp, type TestApp } from './test-app.ts';
import { createUnrulyProvider, reject, type Step } from './unruly-provider.ts';
import { type Answer, callable, createPerson, expectRefusal } from './wire-client.ts';

interface Scene {
  readonly app: TestApp;
  readonly subscriptionId: string;
  readonly idToken: string;
}

/** Asks for what the provider will never do, of a subscription that was bought with the card. */
export async function expectRejected(
  step: Step,
  ask: (scene: Scene) => Promise<Answer>,
  card = 'pm_card_visa',
): Promise<void> {
  const { steps, wrap } = createUnrulyProvider();
  const app = await createOwnTestApp({ payments: wrap, logger: false });
  const { idToken } = await createPerson(app);
  const data = { planId: 'pro', billingInfo: billingInfo(card) };
  const bought = expectDone(await callable(app, 'createSubscription', { data, idToken }));
  steps.set(step, reject);
  const answer = await ask({ app, idToken, subscriptionId: String(bought.subscriptionId) });
  expectRefusal(answer, 'billing/rejected');
}
