import type { Money } from '@hearth/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useApi } from '../../../shared/api/index.ts';
import { daysFromNow } from '../../../shared/i18n/format-date-time.ts';
import { type PricedPlan, toPriceName } from '../../../shared/plans/prices.ts';
import { useAccount } from '../../../shared/session/index.ts';
import { purchasePreview } from './purchase-preview.ts';

/** A trial that the purchase begins with. */
export interface Trial {
  readonly days: number;
  /** ISO 8601: the first payment. */
  readonly end: string;
  readonly next: Money;
  readonly needsCard: boolean;
}

/** Whether this person may have the plan's trial; `isPending` while the server is asked. */
export function useTrial({ plan, price, round }: PricedPlan & { readonly round: number }) {
  const api = useApi();
  const { uid } = useAccount();
  const input = { planId: plan.id, ...toPriceName(plan, price) };
  const { data, isLoading, isFetching } = useQuery({
    ...purchasePreview(input, { api, uid, round }),
    enabled: plan.trial !== undefined || round > 0,
    // The fields stay on screen while it is read again.
    placeholderData: keepPreviousData,
  });
  // The plan may have got its trial after this page was loaded.
  const trial: Trial | undefined = data?.trial_end
    ? {
        days: plan.trial?.days ?? daysFromNow(data.trial_end),
        end: data.trial_end,
        next: data.next,
        needsCard: plan.trial?.card ?? true,
      }
    : undefined;
  return {
    trial,
    // The cost of a plan without a trial asks the same, and that is no reason to take the fields away.
    isPending: isLoading && plan.trial !== undefined && round === 0,
    /** Whether it is being read again. */
    isReading: isFetching && round > 0,
    /** Whether the plan has a trial that this person had before. */
    isUsed: data?.trial_end === null,
  };
}

export type TrialState = ReturnType<typeof useTrial>;
