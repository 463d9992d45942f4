import type { PriceItem } from '../../../src/modules/billing/port/price-item.ts';
import { type Changing, fromApril, oddMs, proMonth, proYear } from './calendar.ts';
import { newKey } from './steps.ts';
import type { ProviderRig } from './suite.ts';

/** A year of Pro, and months of it. */
export const toMonth = { from: proYear, to: proMonth, afterMs: oddMs };

export function callsOf(rig: () => ProviderRig) {
  return {
    schedule: (id: string, items: readonly PriceItem[], at: Date | null, key = newKey()) =>
      rig().provider.scheduleChange({
        key,
        providerSubscriptionId: id,
        items,
        at: at ?? new Date(0),
      }),
    drop: (id: string, key = newKey()) => rig().provider.dropScheduled({ key, id }),
  };
}

/** A year of Pro that changes to months when it is over. */
export async function beginScheduled(rig: ProviderRig): Promise<Changing> {
  const changing = await fromApril(rig, toMonth);
  const { subscription, change } = changing;
  const at = subscription.periodEnd ?? new Date(0);
  await rig.provider.scheduleChange({ ...change, key: newKey(), at });
  return changing;
}
