import type { PayingContext } from '../port/billing-services.ts';
import type { IntentOf } from '../records/intent.ts';

/** Whether version 0.1 wrote the intent. It sent other bodies with its keys, which the provider refuses to mix. */
export function isOfVersion01(request: IntentOf<'create' | 'change-plan'>['request']): boolean {
  const { payer } = request;
  return request.kind === 'change-plan' ? payer !== undefined : 'before' in (payer ?? {});
}

/** Whether version 0.1 ended the subscription at the provider for a change to the free plan. */
export async function hasEndedForFree(
  { request }: IntentOf<'change-plan'>,
  chargedId: string | null | undefined,
  { payments }: PayingContext,
): Promise<boolean> {
  if (!chargedId || !request.plan.free || !isOfVersion01(request)) {
    return false;
  }
  return (await payments.readSubscription(chargedId))?.status === 'canceled';
}
