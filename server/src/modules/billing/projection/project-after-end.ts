import type { PayingContext } from '../port/billing-services.ts';
import { ProviderFailure } from '../port/payment-provider.ts';
import { projectBilling } from './project-billing.ts';

/**
 * Shows at once what an intent has brought that has ended. Its end has asked for the job that does
 * the same: a provider that does not answer now makes no failure of what is done.
 */
export async function projectAfterEnd(
  subscriptionId: string,
  context: PayingContext,
): Promise<void> {
  try {
    await projectBilling(subscriptionId, context);
  } catch (error) {
    if (!(error instanceof ProviderFailure)) {
      throw error;
    }
    context.log.error({ err: error, subscription: subscriptionId }, 'shown later what is done');
  }
}
