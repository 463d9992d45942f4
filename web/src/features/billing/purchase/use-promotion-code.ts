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
  /** Charged at the first renewal. */
  readonly next: Money;
}

/** Code of a purchase: typed by the person, and priced by the server. */
export function usePromotionCode({ plan, price }: PricedPlan) {
  const api = useApi();
  const { busy, error, run, forgetError } = useChange();
  const [applied, setApplied] = useState<AppliedCode>();

  const apply = (typed: string) =>
    run(async () => {
      const wanted = { planId: plan.id, ...toPriceName(plan, price), promotionCode: typed };
      const { promotion, discount, due_now, next } = await api.call(previewPurchase, wanted);
      setApplied(promotion ? { typed, promotion, discount, dueNow: due_now, next } : undefined);
    });

  function remove() {
    setApplied(undefined);
    forgetError();
  }

  return { applied, apply, remove, busy, error };
}

export type PromotionCodeState = ReturnType<typeof usePromotionCode>;
