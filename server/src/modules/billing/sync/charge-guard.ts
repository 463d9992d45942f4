import type { Database } from '../../../platform/transaction.ts';
import { type PaymentProvider, ProviderUnavailable } from '../port/payment-provider.ts';
import { hasOpenRestore, isComparedSince } from '../records/restore-store.ts';

type Charge = 'startSubscription' | 'changePrices' | 'payOpenInvoice';

/** Calls that may take money, and how each names its project: by our id, or by the subscription that it charges. */
const projectOf: {
  readonly [Name in Charge]: (call: Parameters<PaymentProvider[Name]>[0]) => string;
} = {
  startSubscription: ({ subscriptionId }) => subscriptionId,
  changePrices: ({ providerSubscriptionId }) => providerSubscriptionId,
  payOpenInvoice: ({ id }) => id,
};

/**
 * After a restored backup, fails a call that may take money as if the provider were unreachable,
 * until the provider's whole list was compared with our rows, and the project, where it differs.
 */
export function createChargeGuard(db: Database) {
  let mayCharge = false;
  return async (name: string, call: unknown): Promise<void> => {
    const toProject = Reflect.get(projectOf, name) as ((of: unknown) => string) | undefined;
    if (mayCharge || !toProject) {
      return;
    }
    // A backup is restored while no process runs, so this one need not look again.
    mayCharge = !(await hasOpenRestore(db));
    if (!mayCharge && !(await isComparedSince(db, toProject(call)))) {
      throw new ProviderUnavailable('A restored backup is not compared with the provider yet.');
    }
  };
}
