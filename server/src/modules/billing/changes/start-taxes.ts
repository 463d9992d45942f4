import type { Kind } from '../intents/kind.ts';
import { requirePaying } from '../port/require-payments.ts';
import { findBillingAccount, writeBillingAccount } from '../records/billing-account-store.ts';
import type { RequestOf } from '../records/intent.ts';
import { readCharged } from './shared/read-charged.ts';

/** Has the provider compute taxes for a subscription that was bought without; the next renewal is the first with tax. */
export const startTaxes: Kind<RequestOf<'start-taxes'>> = {
  async perform({ keyBase, subscriptionId }, context) {
    const { db, payments } = requirePaying(context);
    const charged = (await findBillingAccount(db, subscriptionId))?.providerSubscriptionId;
    if (!charged) {
      return { outcome: { refusal: { code: 'billing/rejected' } } };
    }
    await payments.resumeTaxes({ key: `${keyBase}-taxes-${charged}`, id: charged });
    return {
      outcome: { result: { subscriptionId } },
      action: 'billing.taxes-started',
      apply: (tx) => writeBillingAccount(tx, subscriptionId, { isBoughtUntaxed: false }),
    };
  },
  async wasDone({ subscriptionId }, context) {
    return (await readCharged(subscriptionId, context))?.isTaxed === true;
  },
  undo: async (_, refusal) => ({ outcome: { refusal } }),
  blocks: () => true,
  repeatable: true,
  // Taxes that are on already stay on.
  expiresAfterMs: null,
  decides: false,
  usesCard: () => false,
};
