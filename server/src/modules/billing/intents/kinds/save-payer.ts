import { ProviderRefusal } from '../../port/payment-provider.ts';
import { requirePaying } from '../../port/require-payments.ts';
import { writeBillingAccount } from '../../records/billing-account-store.ts';
import type { RequestOf } from '../../records/intent.ts';
import type { Kind } from '../kind.ts';
import { saveCardAndAddress } from '../save-card-and-address.ts';

/** Saves the card and the address of a plan change. The change itself replaces the default card. */
export const savePayer: Kind<RequestOf<'save-payer'>> = {
  async perform({ id, subscriptionId, request }, context) {
    const { email, payer, hasDefault } = request;
    let cardId: string;
    try {
      const saved = { key: id, subscriptionId, email, payer, isDefault: !hasDefault };
      ({ cardId } = await saveCardAndAddress(saved, requirePaying(context)));
    } catch (error) {
      if (error instanceof ProviderRefusal) {
        return { outcome: { refusal: { code: 'billing/card-refused', detail: error.message } } };
      }
      throw error;
    }
    return {
      outcome: { result: { subscriptionId, ...(hasDefault && { cardId }) } },
      apply: (tx) => writeBillingAccount(tx, subscriptionId, { details: payer.details }),
    };
  },
  wasDone: async () => false,
  undo: async (_, refusal) => ({ outcome: { refusal } }),
  blocks: () => true,
  repeatable: false,
  // The card may be removed before the plan change is repeated, whose own intent keeps the key.
  isStep: true,
  expiresAfterMs: null,
  decides: false,
  usesCard: () => true,
};
