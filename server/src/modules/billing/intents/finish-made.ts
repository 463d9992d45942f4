import { Refusal } from '../../../platform/refusal.ts';
import type { PayingContext, PerformContext } from '../port/billing-services.ts';
import { ProviderRejected } from '../port/payment-provider.ts';
import { asRefusals } from '../port/require-payments.ts';
import type { Intent } from '../records/intent.ts';
import { leaseStuck, leaseUntil, releaseIntent } from '../records/intent-lease-store.ts';
import { stuckSince } from '../records/stuck-intent-store.ts';
import { carryOut } from './carry-out.ts';
import { isMade } from './end-unmade.ts';

/**
 * Writes down what has been paid and was left open by a crash, before an end gives it up: what
 * somebody has paid for is no refused request.
 */
export async function finishMade(subscriptionId: string, context: PerformContext): Promise<void> {
  const { db, clock, payments } = context;
  if (!payments) {
    return;
  }
  const at = clock.now();
  const stuck = { subscriptionId, since: stuckSince(at), at, until: leaseUntil(at) };
  for (const intent of await leaseStuck(db, stuck)) {
    await asRefusals(() => finishIfMade(intent, { ...context, payments }));
  }
}

async function finishIfMade(intent: Intent, context: PayingContext): Promise<void> {
  try {
    if (await isMade(intent, context)) {
      await carryOut(intent, context);
    }
  } catch (error) {
    if (!isForGood(error)) {
      throw error;
    }
    context.log.error({ err: error, intent: intent.id }, 'a change is given up unjudged');
  } finally {
    await releaseIntent(context.db, intent.id, context.clock.now());
  }
}

/** No end waits for what will never be answered otherwise. */
function isForGood(error: unknown): boolean {
  return (
    error instanceof ProviderRejected ||
    (error instanceof Refusal && error.code === 'billing/rejected')
  );
}
