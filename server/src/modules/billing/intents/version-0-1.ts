import type { PayingContext } from '../port/billing-services.ts';
import type { IntentOf } from '../records/intent.ts';

/** Version 0.1 sent another body under the same key, which the provider refuses. */
export function isOfVersion01(request: IntentOf<'create' | 'change-plan'>['request']): boolean {
  const { payer } = request;
  return request.kind === 'change-plan' ? payer !== undefined : 'before' in (payer ?? {});
}

/** On the way to the free plan, version 0.1 ended the subscription at the provider. */
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
