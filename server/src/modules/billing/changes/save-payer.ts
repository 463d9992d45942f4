import type { Kind } from '../intents/kind.ts';
import { CardDeclined } from '../port/payment-provider.ts';
import { requirePaying } from '../port/require-payments.ts';
import { findBillingAccount, writeBillingAccount } from '../records/billing-account-store.ts';
import type { RequestOf } from '../records/intent.ts';
import { saveCardAndAddress } from './shared/save-card-and-address.ts';

/**
 * Saves the card and the address that a plan change brings, before it is begun. The address lets stopped taxes go on. A
 * card that is declined here ends the request: there is no intent of the change then, and the default card stays.
 */
export const savePayer: Kind<RequestOf<'save-payer'>> = {
  async perform({ keyBase, subscriptionId, request }, context) {
    const { email, payer, hasDefault } = request;
    const account = await findBillingAccount(context.db, subscriptionId);
    const stopped = account?.isTaxStopped ? account.providerSubscriptionId : null;
    const paying = requirePaying(context);
    let cardId: string;
    try {
      const saved = { key: keyBase, subscriptionId, email, payer, isDefault: !hasDefault };
      ({ cardId } = await saveCardAndAddress(saved, paying));
      if (stopped) {
        await paying.payments.resumeTaxes({ key: `${keyBase}-taxes-${stopped}`, id: stopped });
      }
    } catch (error) {
      if (error instanceof CardDeclined) {
        return { outcome: { refusal: { code: 'billing/card-refused', detail: error.message } } };
      }
      throw error;
    }
    return {
      outcome: { result: { subscriptionId, ...(hasDefault && { cardId }) } },
      apply: (tx) =>
        writeBillingAccount(tx, subscriptionId, {
          details: payer.details,
          ...(stopped && { isTaxStopped: false }),
        }),
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
