import type { PayingContext } from '../port/billing-services.ts';
import { ProviderFailure } from '../port/payment-provider.ts';
import { projectBilling } from './project-billing.ts';

/**
 * Projects what a settled intent has changed. A failure is only logged: settling has enqueued a job
 * that projects it later.
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
