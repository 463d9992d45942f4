import type { PerformContext } from '../port/billing-services.ts';
import { leaseForgetting, leaseUntil } from '../records/intent-lease-store.ts';
import { carryOut } from './carry-out.ts';

/** Takes away what the old owner left at the provider, before anything of the new one's comes there. */
export async function finishTransfer(
  subscriptionId: string,
  context: PerformContext,
): Promise<void> {
  if (!context.payments) {
    return;
  }
  const at = context.clock.now();
  const until = leaseUntil(at);
  const left = await leaseForgetting(context.db, { subscriptionId, at, until });
  if (left) {
    await carryOut(left, context);
  }
}
