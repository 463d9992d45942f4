import { findBillingAccount, writeBillingAccount } from '../../records/billing-account-store.ts';
import type { RequestOf } from '../../records/intent.ts';
import type { Kind } from '../kind.ts';

/** Replaces the billing details, at the provider first, so that nothing is shown that it does not have. */
export const updateDetails: Kind<RequestOf<'update-details'>> = {
  async perform({ id, subscriptionId, request }, context) {
    const { details } = request;
    const customerId = (await findBillingAccount(context.db, subscriptionId))?.customerId;
    if (customerId) {
      await context.payments?.updateCustomer({ key: `${id}-details`, customerId, details });
    }
    return {
      outcome: { result: { subscriptionId } },
      action: 'billing.details-updated',
      apply: (tx) => writeBillingAccount(tx, subscriptionId, { details }),
    };
  },
  wasDone: async () => false,
  undo: async (_, refusal) => ({ outcome: { refusal } }),
  blocks: () => true,
  repeatable: true,
  expiresAfterMs: null,
  decides: false,
  usesCard: () => false,
};
