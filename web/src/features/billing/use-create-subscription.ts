import { createSubscription, type PublicPlan } from '@hearth/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { useApi } from '../../shared/api/index.ts';
import { subscriptionsKey } from '../../shared/current-subscription/index.ts';
import { paths } from '../../shared/paths.ts';
import { useAccount } from '../../shared/session/index.ts';
import { newRequestKey } from './request-key.ts';

interface PlanRefusal {
  readonly plan: PublicPlan;
  readonly error: unknown;
}

/** Creates one subscription, however often the button is pressed. */
export function useCreateSubscription() {
  const api = useApi();
  const { uid } = useAccount();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [mountKey] = useState(newRequestKey);
  const [busyPlanId, setBusyPlanId] = useState<string>();
  const [refusal, setRefusal] = useState<PlanRefusal>();
  const underWay = useRef(false);

  async function create(plan: PublicPlan) {
    if (underWay.current) {
      return;
    }
    underWay.current = true;
    setBusyPlanId(plan.id);
    setRefusal(undefined);

    try {
      // The key belongs to one body, so each plan has its own.
      const idempotencyKey = `${mountKey}-${plan.id}`;
      const { subscriptionId } = await api.call(
        createSubscription,
        { planId: plan.id },
        { idempotencyKey },
      );
      void queryClient.invalidateQueries({ queryKey: subscriptionsKey(uid) });
      await navigate(paths.subscriptionSettings(subscriptionId));
    } catch (error) {
      underWay.current = false;
      setRefusal({ plan, error });
      setBusyPlanId(undefined);
    }
  }

  return { create, busyPlanId, refusal };
}
