import type { PayingContext } from '../port/billing-services.ts';
import { ProviderFailure } from '../port/payment-provider.ts';
import { projectBilling } from './project-billing.ts';

/**
 * Shows what a settled intent has changed. Settling has asked for the job that does it too, so a
 * provider that does not answer now is no failure of the change.
 */
export async function projectSettled(
  subscriptionId: string,
  context: PayingContext,
): Promise<void> {
  try {
    await projectBilling(subscriptionId, context);
  } catch (error) {
    if (!(error instanceof ProviderFailure)) {
      throw error;
    }
    const details = { err: error, subscription: subscriptionId };
    context.log.error(details, 'billing projection deferred');
  }
}
