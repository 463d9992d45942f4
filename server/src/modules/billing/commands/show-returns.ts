import type { PayingContext } from '../port/billing-services.ts';
import { ProviderFailure } from '../port/payment-provider.ts';
import { projectBilling } from '../projection/project-billing.ts';

/** Reads refunds, so that the invoice shows this one and the owner is mailed now; answers why that has to wait, if it has. */
export async function showReturns(
  subscriptionId: string,
  context: PayingContext,
): Promise<string | undefined> {
  try {
    await projectBilling(subscriptionId, context, { withReturns: true });
    return undefined;
  } catch (error) {
    if (error instanceof ProviderFailure) {
      return error.message;
    }
    throw error;
  }
}
