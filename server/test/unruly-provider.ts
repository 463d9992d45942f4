import type { PaymentProvider } from '../src/modules/billing/index.ts';

export type Step = keyof PaymentProvider;

/** A provider some of whose steps fail, for as long as the test says. */
export interface UnrulyProvider {
  /** What each step does instead; it may have the real one done first. */
  readonly steps: Map<Step, (act: () => Promise<unknown>) => Promise<unknown>>;
  readonly wrap: (real: PaymentProvider) => PaymentProvider;
}

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
