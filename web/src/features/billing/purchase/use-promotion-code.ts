import { type Money, type Promotion, previewPurchase } from '@hearth/contract';
import { useState } from 'react';
import { useApi } from '../../../shared/api/index.ts';
import { useChange } from '../../../shared/api/use-change.ts';
import { type PricedPlan, toPriceName } from '../../../shared/plans/prices.ts';

/** A promotion code with what the purchase costs with it. */
export interface AppliedCode {
  /** Code as it was typed. */
  readonly typed: string;
  readonly promotion: Promotion;
  readonly discount: Money;
  readonly dueNow: Money;
  /** Charged at the first renewal, or at the end of the trial. */
  readonly next: Money;
  /** ISO 8601; undefined where the purchase begins with a payment. */
  readonly trialEnd: string | undefined;
}

/** Code of a purchase: typed by the person, and priced by the server. */
export function usePromotionCode({ plan, price }: PricedPlan) {
  const api = useApi();
  const { busy, error, run, forgetError } = useChange();
  const [applied, setApplied] = useState<AppliedCode>();

  const apply = (typed: string) =>
    run(async () => {
      const wanted = { planId: plan.id, ...toPriceName(plan, price), promotionCode: typed };
      const read = await api.call(previewPurchase, wanted);
      const { promotion, due_now: dueNow, next, trial_end } = read;
      const trialEnd = trial_end ?? undefined;
      // In a trial nothing is taken off yet, and the first charge is `next`.
      const off = trialEnd ? price.amount - next.amount : read.discount.amount;
      const discount = { amount: off, currency: next.currency };
      setApplied(promotion ? { typed, promotion, discount, dueNow, next, trialEnd } : undefined);
    });

  function remove() {
    setApplied(undefined);
    forgetError();
  }

  return { applied, apply, remove, busy, error };
}

export type PromotionCodeState = ReturnType<typeof usePromotionCode>;
