import { createSubscription, type Money, type PublicPlan, type RequestOf } from '@hearth/contract';
import { useState } from 'react';
import { useApi } from '../../../shared/api/index.ts';
import { useChange } from '../../../shared/api/use-change.ts';
import { isRefused } from '../../../shared/api-error.ts';
import { readerTimeZone } from '../../../shared/i18n/reader-time-zone.ts';
import { type PricedPlan, toPriceName } from '../../../shared/plans/prices.ts';
import type { BusinessDetails } from '../card-fields/business-fields.tsx';
import type { CardAndAddressCollector } from '../card-fields/card-and-address.ts';
import { isDecline } from '../shared/payment-problem.ts';
import { isPriceRefusal } from '../shared/price-refusal.tsx';
import { isOfCard } from '../shared/use-payment-confirmation.ts';
import type { PromotionCodeState } from '../shared/use-promotion-code.ts';
import { useRequestKeys } from '../shared/use-request-keys.ts';
import type { Trial } from './use-trial.ts';
import { useGoToSettings, useWaitingPayment } from './use-waiting-payment.ts';

interface PlanRefusal {
  readonly plan: PublicPlan;
  readonly error: unknown;
}

interface Purchase extends PricedPlan {
  /** Promotion code; only a plan that costs something takes one. */
  readonly code?: PromotionCodeState;
  /** Shown to the buyer; undefined if the purchase begins with a payment. */
  readonly trial?: Trial | undefined;
  /** Shown sum of the first payment; the price if it is left out. */
  readonly dueNow?: Money;
  /** Sum that the purchase is held to, now or when the trial ends; left out if the buyer was shown no exact one. */
  readonly agreed?: Money | undefined;
  readonly business?: BusinessDetails;
  /** Reads the price again after a refusal that has changed it. */
  readonly readAgain?: (error: unknown) => void;
}

type Sending = Pick<Purchase, 'readAgain'> & { readonly collector?: CardAndAddressCollector };

/** Creates one subscription, however often the button is pressed, and goes to its settings. */
export function useCreateSubscription() {
  const api = useApi();
  const { keyOf } = useRequestKeys();
  const { waitingId, finish, confirmCard, confirmAgain, giveUp } = useWaitingPayment();
  const goToSettings = useGoToSettings();
  const { busy, error, run } = useChange();
  const [plan, setPlan] = useState<PublicPlan>();

  /** `task` answers which subscription it is about. */
  const once = ({ plan: wanted, price, dueNow, trial }: Purchase, task: () => Promise<string>) =>
    run(async () => {
      setPlan(wanted);
      const { amount, currency } = dueNow ?? price;
      const paid = {
        planId: wanted.id,
        ...(amount > 0 && !trial && { amount: { amount, currency } }),
        ...(trial && { trial: { end: trial.end, next: trial.next, hasCard: trial.needsCard } }),
        frequency: price.frequency,
      };
      await goToSettings(await task(), wanted.free ? undefined : paid);
      return 'leaving';
    });

  const create = (wanted: Purchase) => once(wanted, () => send(toInput(wanted), wanted));

  const buy = (wanted: Purchase, collector: CardAndAddressCollector) =>
    once(wanted, async () => {
      const { billingDetails, paymentMethodId } = await collector.collect();
      if (waitingId && !(await giveUp(waitingId))) {
        return waitingId;
      }
      const details = { ...billingDetails, ...wanted.business };
      const billingInfo = { billingDetails: details, paymentMethodId };
      return send({ ...toInput(wanted), billingInfo }, { ...wanted, collector });
    });

  const resume = (wanted: Purchase, subscriptionId: string) =>
    once(wanted, async () => {
      await confirmAgain(subscriptionId);
      return subscriptionId;
    });

  async function send(
    input: RequestOf<typeof createSubscription>,
    { collector, readAgain }: Sending,
  ) {
    const answer = await api
      .call(createSubscription, input, { idempotencyKey: keyOf(input) })
      .catch((error: unknown) => {
        if (isDecline(error) || isRefused(error, 'billing/trial-used')) {
          collector?.forgetCard();
        }
        if (isPriceRefusal(error)) {
          readAgain?.(error);
        }
        throw error;
      });
    if (answer.clientSecret) {
      // From now on this card belongs to this subscription; another one needs its own.
      collector?.forgetCard();
      await (isOfCard(answer.clientSecret)
        ? confirmCard(answer.clientSecret)
        : finish(answer.subscriptionId, answer.clientSecret));
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
  };
}

function toInput({
  plan,
  price,
  code,
  trial,
  agreed,
}: Purchase): RequestOf<typeof createSubscription> {
  const promotionCode = code?.applied?.typed;
  return {
    planId: plan.id,
    timeZone: readerTimeZone(),
    ...toPriceName(plan, price),
    ...(promotionCode !== undefined && { promotionCode }),
    ...(trial && { trial: true }),
    ...(agreed && (trial ? { next: agreed } : { dueNow: agreed })),
  };
}
