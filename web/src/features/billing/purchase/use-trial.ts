import type { Money } from '@hearth/contract';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../../shared/api/index.ts';
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
export function useTrial({ plan, price }: PricedPlan) {
  const api = useApi();
  const { uid } = useAccount();
  const input = { planId: plan.id, ...toPriceName(plan, price) };
  const { data, isLoading, refetch } = useQuery({
    ...purchasePreview(input, { api, uid }),
    enabled: plan.trial !== undefined,
  });
  const trial: Trial | undefined =
    plan.trial && data?.trial_end
      ? {
          days: plan.trial.days,
          end: data.trial_end,
          next: data.next,
          needsCard: plan.trial.card,
        }
      : undefined;
  return {
    trial,
    isPending: isLoading,
    /** Whether the plan has a trial that this person had before. */
    isUsed: data?.trial_end === null,
    askAgain: async () => {
      await refetch();
    },
  };
}

export type TrialState = ReturnType<typeof useTrial>;
