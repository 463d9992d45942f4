import { createSubscription, type PublicPlan, type RequestOf } from '@hearth/contract';
import { useState } from 'react';
import { useApi } from '../../../shared/api/index.ts';
import { useChange } from '../../../shared/api/use-change.ts';
import { onlyPrice } from '../../../shared/plans/only-price.ts';
import type { CardAndAddressCollector } from '../card-fields/card-and-address.ts';
import { isDecline } from '../shared/payment-problem.ts';
import { useRequestKeys } from '../shared/use-request-keys.ts';
import { useGoToSettings, useWaitingPayment } from './use-waiting-payment.ts';

interface PlanRefusal {
  readonly plan: PublicPlan;
  readonly error: unknown;
}

/** Creates one subscription, however often the button is pressed, and goes to its settings. */
export function useCreateSubscription() {
  const api = useApi();
  const { keyOf } = useRequestKeys();
  const { waitingId, finish, confirmAgain, giveUp, dialog } = useWaitingPayment();
  const goToSettings = useGoToSettings();
  const { busy, error, run } = useChange();
  const [plan, setPlan] = useState<PublicPlan>();

  /** `task` answers which subscription it is about. */
  const once = (wanted: PublicPlan, task: () => Promise<string>) =>
    run(async () => {
      setPlan(wanted);
      const { amount, currency } = onlyPrice(wanted);
      const paid = { planId: wanted.id, amount: { amount, currency } };
      await goToSettings(await task(), wanted.free ? undefined : paid);
      return 'leaving';
    });

  const create = (wanted: PublicPlan) => once(wanted, () => send({ planId: wanted.id }));

  const buy = (wanted: PublicPlan, collector: CardAndAddressCollector) =>
    once(wanted, async () => {
      const billingInfo = await collector.collect();
      if (waitingId && !(await giveUp(waitingId))) {
        return waitingId;
      }
      return send({ planId: wanted.id, billingInfo }, collector);
    });

  const resume = (wanted: PublicPlan, subscriptionId: string) =>
    once(wanted, async () => {
      await confirmAgain(subscriptionId);
      return subscriptionId;
    });

  async function send(
    input: RequestOf<typeof createSubscription>,
    collector?: CardAndAddressCollector,
  ) {
    const answer = await api
      .call(createSubscription, input, { idempotencyKey: keyOf(input) })
      .catch((error: unknown) => {
        if (isDecline(error)) {
          collector?.forgetCard();
        }
        throw error;
      });
    if (answer.clientSecret) {
      // Whatever comes of it, this card belongs to this subscription; another one needs its own.
      collector?.forgetCard();
      await finish(answer.subscriptionId, answer.clientSecret);
    }
    return answer.subscriptionId;
  }

  const refusal: PlanRefusal | undefined =
    plan && error !== undefined ? { plan, error } : undefined;
  return {
    create,
    buy,
    resume,
    busyPlanId: busy ? plan?.id : undefined,
    refusal,
    waitingId,
    dialog,
  };
}
