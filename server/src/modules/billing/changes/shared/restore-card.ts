import type { Settlement } from '../../intents/kind.ts';
import type { PayingContext } from '../../port/billing-services.ts';
import { ProviderRejected } from '../../port/payment-provider.ts';
import { findBillingAccount } from '../../records/billing-account-store.ts';
import type { IntentOf, IntentRefusal } from '../../records/intent.ts';

type ChangeIntent = IntentOf<'change-plan'>;

/** Makes the previous card the default again, unless it was removed meanwhile. */
export async function restoreCard(
  { keyBase, subscriptionId, request }: ChangeIntent,
  refusal: IntentRefusal,
  { db, payments, log }: PayingContext,
): Promise<Settlement> {
  const customerId = (await findBillingAccount(db, subscriptionId))?.customerId;
  const cardId = request.cardBefore;
  if (customerId && cardId) {
    try {
      await payments.setDefaultCard({ key: `${keyBase}-default-again`, customerId, cardId });
    } catch (error) {
      if (!(error instanceof ProviderRejected)) {
        throw error;
      }
      log.error({ err: error, subscription: subscriptionId }, 'default card not restored');
    }
  }
  return { outcome: { refusal } };
}
