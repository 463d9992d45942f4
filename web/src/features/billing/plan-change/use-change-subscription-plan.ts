import { changeSubscriptionPlan, type OutputOf, previewPlanChange } from '@hearth/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type RefObject, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useApi } from '../../../shared/api/index.ts';
import { useChange } from '../../../shared/api/use-change.ts';
import { isRefused } from '../../../shared/api-error.ts';
import { useCurrentSubscription, useTimeZone } from '../../../shared/current-subscription/index.ts';
import { formatDate, useLanguage } from '../../../shared/i18n/index.ts';
import { paths } from '../../../shared/paths.ts';
import { type PricedPlan, toPriceName } from '../../../shared/plans/prices.ts';
import type { PaidState } from '../../../shared/plans/use-just-paid.ts';
import { usePlanWords } from '../../../shared/plans/use-plan-words.ts';
import { useAccount } from '../../../shared/session/index.ts';
import { notify } from '../../../shared/ui/toasts.ts';
import type { BusinessDetails } from '../card-fields/business-fields.tsx';
import { readTaxId, type TypedTaxId, toTypedTaxId } from '../card-fields/business-fields.tsx';
import type { CardAndAddressCollector } from '../card-fields/card-and-address.ts';
import { type TypedPlace, toAddress } from '../card-fields/typed-place.ts';
import { isDecline } from '../shared/payment-problem.ts';
import { isPriceRefusal } from '../shared/price-refusal.tsx';
import { useAwaitSubscription, useAwaitSummary } from '../shared/use-await-payment.ts';
import { useLater } from '../shared/use-later.ts';
import { usePaymentConfirmation } from '../shared/use-payment-confirmation.ts';
import { type PromotionCodeState, usePromotionCode } from '../shared/use-promotion-code.ts';
import { useRefreshBilling } from '../shared/use-refresh-billing.ts';
import { useRequestKeys } from '../shared/use-request-keys.ts';

/** A plan and its price that a subscription moves to. */
export interface Target extends PricedPlan {
  /** Another plan; the same one, charged in another period; or today's price in place of an earlier one. */
  readonly kind: 'plan' | 'frequency' | 'price';
}

interface PlanChange {
  readonly target: Target;
  /** Collector of the card and address fields, if they are on screen. */
  readonly collector: RefObject<CardAndAddressCollector | null>;
  /** Reads the amounts again. */
  readonly refetchPreview: () => Promise<{ readonly error: unknown }>;
  /** Promotion code of a first payment. */
  readonly code: PromotionCodeState;
}

const lackingInfo = [
  'billing/card-missing',
  'billing/details-incomplete',
  'billing/phone-missing',
] as const;

/** Refusals of a change that may be made later; another attempt is a new request. */
const deferred = ['billing/payment-open', 'billing/payment-returned'] as const;

/** Moves to the plan at the amounts that were shown, and then goes back to billing. */
export function useChangeSubscriptionPlan(planChange: PlanChange) {
  const { target, collector, refetchPreview, code } = planChange;
  const api = useApi();
  const { id: subscriptionId } = useCurrentSubscription().subscription;
  const { keyOf } = useRequestKeys();
  const { confirmStarted } = usePaymentConfirmation();
  const finish = useFinish(target);
  const { busy, error, run } = useChange();
  const [priceRefusal, setPriceRefusal] = useState<unknown>();
  const [lacksCard, setLacksCard] = useState(false);
  const attempt = useRef(1);

  async function send({ preview, trial_end }: PlanChangePreview, business: BusinessDetails) {
    const typed = await collector.current?.collect();
    const named = toInput(subscriptionId, target);
    const billingInfo = typed && {
      ...typed,
      billingDetails: { ...typed.billingDetails, ...business },
    };
    const first = { ...toCodeInput(code), ...(trial_end && { trial: true }) };
    const input = { ...named, preview, ...first, ...(billingInfo && { billingInfo }) };
    // Another attempt after a decline is another request.
    const idempotencyKey = keyOf({ input, attempt: attempt.current });
    return api.call(changeSubscriptionPlan, input, { idempotencyKey });
  }

  async function changeOnce(preview: PlanChangePreview, business: BusinessDetails) {
    setPriceRefusal(undefined);
    try {
      const { clientSecret } = await send(preview, business);
      if (clientSecret !== undefined) {
        forgetAttempt();
        await confirmStarted(clientSecret);
      }
    } catch (failure) {
      await handleRefusal(failure);
      return undefined;
    }
    await finish(preview);
    return 'leaving';
  }

  /** The attempt is spent, and its card with it: the next one must not get its answer again. */
  function forgetAttempt() {
    attempt.current += 1;
    collector.current?.forgetCard();
  }

  /** Prepares the next try; throws what the person has to read first. */
  async function handleRefusal(failure: unknown) {
    const isPrice = isPriceRefusal(failure);
    if (isPrice || isDecline(failure) || deferred.some((code) => isRefused(failure, code))) {
      forgetAttempt();
    }
    if (isRefused(failure, 'billing/code-invalid')) {
      // Without the code another preview is asked for.
      code.remove();
      setPriceRefusal(failure);
      return;
    }
    if (isPrice) {
      const { error: unread } = await refetchPreview();
      if (unread) {
        throw unread;
      }
      setPriceRefusal(failure);
      return;
    }
    if (lackingInfo.some((code) => isRefused(failure, code))) {
      setLacksCard(true);
    }
    throw failure;
  }

  const change = (preview: PlanChangePreview, business: BusinessDetails) =>
    run(() => changeOnce(preview, business));
  return { busy, error, priceRefusal, lacksCard, change };
}

/** Gives thanks if something was paid; else says that the plan has changed, or that it will. */
function useFinish({ plan, price, kind }: Target) {
  const { t } = useTranslation();
  const language = useLanguage();
  const timeZone = useTimeZone();
  const { planText } = usePlanWords();
  const navigate = useNavigate();
  const refresh = useRefreshBilling();
  const awaitSubscription = useAwaitSubscription();
  const awaitSummary = useAwaitSummary();
  const { id } = useCurrentSubscription().subscription;

  function hasArrived(): Promise<boolean> {
    switch (kind) {
      case 'plan':
        return awaitSubscription(id, ({ plan_id }) => plan_id === plan.id);
      case 'frequency':
        return awaitSubscription(id, ({ frequency }) => frequency === price.frequency);
      case 'price':
        return awaitSummary(id, ({ is_retired_price }) => !is_retired_price);
    }
  }

  function tell(isDone: boolean) {
    const words = { plan: planText(plan, price.frequency) };
    if (kind === 'price') {
      const done = t('billing.change.newPriceDone', words);
      notify.success(isDone ? done : t('billing.change.newPriceWaiting'));
    } else {
      notify.success(t(`billing.change.${isDone ? 'done' : 'waiting'}`, words));
    }
  }

  async function finishLater(date: string) {
    await awaitSummary(id, ({ scheduled }) => scheduled?.plan_id === plan.id);
    notify.success(t('billing.change.scheduled', { plan: planText(plan, price.frequency), date }));
    void refresh();
    void navigate(paths.subscriptionBilling(id), { replace: true });
  }

  return async ({ due_now, when, at, trial_end, next }: PlanChangePreview) => {
    if (when === 'period-end' && at !== undefined) {
      await finishLater(formatDate(at, language, timeZone));
      return;
    }
    const isDone = await hasArrived();
    const isPaid = due_now.amount > 0 || trial_end != null;
    const givesThanks = isDone && kind !== 'price' && isPaid;
    const begun = trial_end
      ? { trial: { end: trial_end, next, hasCard: true } }
      : { amount: due_now };
    const state: PaidState | null = givesThanks
      ? { paid: { planId: plan.id, ...begun, frequency: price.frequency } }
      : null;
    if (!givesThanks) {
      tell(isDone);
    }
    void refresh();
    void navigate(paths.subscriptionBilling(id), { replace: true, state });
  };
}

export type PlanChangePreview = OutputOf<typeof previewPlanChange>;

interface TypedBuyer {
  readonly place: TypedPlace | undefined;
  readonly taxId: TypedTaxId;
}

/** A tax id counts once it has the form of its country. */
function toBuyerInput({ place, taxId }: TypedBuyer) {
  const known = place && readTaxId(taxId, place.country);
  return {
    ...(place?.country && { address: toAddress(place) }),
    ...(known && toTypedTaxId(taxId, known.value)),
  };
}

/**
 * The price of the change. Every look reads it again, and nothing replaces it on screen afterwards but another place,
 * which has other taxes: the reader confirms these amounts.
 */
export function usePreviewPlanChange(
  target: PricedPlan,
  { buyer, code }: { readonly buyer?: TypedBuyer | undefined; readonly code: PromotionCodeState },
) {
  const api = useApi();
  const { uid } = useAccount();
  const { subscription } = useCurrentSubscription();
  const input = {
    ...toInput(subscription.id, target),
    ...(buyer && toBuyerInput(buyer)),
    ...toCodeInput(code),
  };
  const asked = JSON.stringify(input);
  const isTyping = useLater(asked) !== asked;

  const preview = useQuery({
    // Not below the billing keys: what invalidates those must not read this price again.
    queryKey: ['plan-change-preview', uid, asked],
    queryFn: ({ signal }) => api.call(previewPlanChange, input, { signal }),
    enabled: !isTyping,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  return { ...preview, isComputing: isTyping || preview.isPlaceholderData };
}

/** Code of the first payment of a free project. */
export function useChangeCode(target: PricedPlan): PromotionCodeState {
  const api = useApi();
  const { subscription } = useCurrentSubscription();
  const named = toInput(subscription.id, target);
  return usePromotionCode(target, (promotionCode) =>
    api.call(previewPlanChange, { ...named, promotionCode }),
  );
}

const toCodeInput = ({ applied }: PromotionCodeState) =>
  applied ? { promotionCode: applied.typed } : {};

function toInput(subscriptionId: string, { plan, price }: PricedPlan) {
  return { subscriptionId, planId: plan.id, ...toPriceName(plan, price) };
}
