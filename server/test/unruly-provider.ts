import type { PaymentProvider } from '../src/modules/billing/index.ts';
import {
  ProviderRejected,
  ProviderUnavailable,
} from '../src/modules/billing/port/payment-provider.ts';

export type Step = keyof PaymentProvider;

/** A provider some of whose steps fail, for as long as the test says. */
export interface UnrulyProvider {
  /** What each step does instead; it may have the real one done first. */
  readonly steps: Map<Step, (act: () => Promise<unknown>) => Promise<unknown>>;
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
            ? (...args: unknown[]) => instead(async () => Reflect.apply(value, target, args))
            : value;
        },
      }),
  };
}
