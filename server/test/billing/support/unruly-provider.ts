import type { PaymentProvider } from '../../../src/modules/billing/index.ts';
import {
  ProviderRejected,
  ProviderUnavailable,
} from '../../../src/modules/billing/port/payment-provider.ts';
import { createOwnTestApp, type TestApp } from '../../harness/test-app.ts';
import { type Answer, callable, createPerson, expectRefusal } from '../../harness/wire-client.ts';
import { billingInfo, expectDone } from './payment-scenes.ts';

export type Step = keyof PaymentProvider;

type StepInput = Readonly<Record<string, unknown>>;

/** A provider some of whose steps fail, for as long as the test says. */
export interface UnrulyProvider {
  /** Does something instead of each step, knowing its input; it may have the real one done first. */
  readonly steps: Map<Step, (act: () => Promise<unknown>, input: StepInput) => Promise<unknown>>;
  readonly wrap: (real: PaymentProvider) => PaymentProvider;
}

/** A step that is never done as asked. */
export const reject = () => Promise.reject(new ProviderRejected('rejected'));

/** A step at which the provider does not answer. */
export const away = () => Promise.reject(new ProviderUnavailable('away'));

export function createUnrulyProvider(): UnrulyProvider {
  const steps: UnrulyProvider['steps'] = new Map();
  return {
    steps,
    wrap: (real) =>
      new Proxy(real, {
        get(target, name: Step, receiver) {
          const value: unknown = Reflect.get(target, name, receiver);
          const instead = steps.get(name);
          return instead && typeof value === 'function'
            ? (...args: unknown[]) =>
                instead(async () => Reflect.apply(value, target, args), args[0] as StepInput)
            : value;
        },
      }),
  };
}

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
