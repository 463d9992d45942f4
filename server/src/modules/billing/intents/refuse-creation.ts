import { removeSubscription } from '../../subscriptions/index.ts';
import type { PerformContext } from '../port/billing-services.ts';
import { type PaymentProvider, ProviderFailure } from '../port/payment-provider.ts';
import type { IntentOf, IntentOutcome } from '../records/intent.ts';
import { askForRemoval } from '../records/left-customer-store.ts';
import { isDeclined, recordDecline } from './admit-card.ts';
import { endIntent } from './settle-intent.ts';

interface RefusedCreation {
  readonly intent: IntentOf<'create'>;
  readonly refusal: Extract<IntentOutcome, { refusal: unknown }>['refusal'];
  /** Undefined where none was made. */
  readonly customerId: string | undefined;
}

/** Takes a subscription back that never came to be, first here and then at the provider. */
export async function refuseCreation(
  { intent, refusal, customerId }: RefusedCreation,
  context: PerformContext,
): Promise<IntentOutcome> {
  const { db, payments } = context;
  const outcome = { refusal };
  const isEnded = await db.transaction().execute(async (tx) => {
    const isOurs = await endIntent(tx, { id: intent.id, outcome });
    if (isOurs) {
      await removeSubscription(tx, intent.subscriptionId);
    }
    if (isOurs && isDeclined(outcome)) {
      await recordDecline(tx, intent.accountId, context);
    }
    if (isOurs && customerId) {
      await askForRemoval(tx, customerId);
    }
    return isOurs;
  });
  if (isEnded && customerId && payments) {
    await removeSoon(customerId, payments);
  }
  return outcome;
}

/** For good; of one that is gone already nothing is to be done. */
export async function removeCustomer(customerId: string, payments: PaymentProvider): Promise<void> {
  await payments.removeCustomer({ key: `${customerId}-remove`, customerId });
}

/** What fails here is done, and told of, by the job. */
async function removeSoon(customerId: string, payments: PaymentProvider): Promise<void> {
  try {
    await removeCustomer(customerId, payments);
  } catch (error) {
    if (!(error instanceof ProviderFailure)) {
      throw error;
    }
  }
}
