import type { PaymentProvider } from '../src/modules/billing/index.ts';
import { ProviderUnavailable } from '../src/modules/billing/payment-provider.ts';

/** One call to the provider that goes wrong. */
export interface Fault {
  /** Counted from 1, since the fault was set. */
  readonly call: number;
  readonly moment: 'before it acted' | 'after it acted';
  /** A crash stops the product between two steps; `away` is what it is prepared for. */
  readonly kind: 'away' | 'crash';
}

/** Stands between the product and its provider, and lets one call go wrong. */
export interface FaultyPayments {
  wrap(real: PaymentProvider): PaymentProvider;
  set(fault: Fault): void;
  /** Whether the fault came to pass; none is set afterwards. */
  clear(): boolean;
}

class Crash extends Error {}

const unasked = ['name', 'publishableKey', 'readWebhook'];

export function createFaultyPayments(): FaultyPayments {
  let fault: Fault | undefined;
  let calls = 0;
  let hasHappened = false;

  /** Throws when it is this call's turn. */
  function strike(call: number, moment: Fault['moment']): void {
    if (fault?.call !== call || fault.moment !== moment) {
      return;
    }
    hasHappened = true;
    throw fault.kind === 'away' ? new ProviderUnavailable('away') : new Crash('crashed');
  }

  async function run<Result>(work: () => Promise<Result>): Promise<Result> {
    calls += 1;
    const call = calls;
    strike(call, 'before it acted');
    const result = await work();
    strike(call, 'after it acted');
    return result;
  }

  return {
    wrap: (real) =>
      new Proxy(real, {
        get(target, name, receiver) {
          const value: unknown = Reflect.get(target, name, receiver);
          return typeof value === 'function' && !unasked.includes(String(name))
            ? (...args: unknown[]) => run(() => Reflect.apply(value, target, args))
            : value;
        },
      }),
    set(next) {
      fault = next;
      calls = 0;
      hasHappened = false;
    },
    clear() {
      fault = undefined;
      return hasHappened;
    },
  };
}
