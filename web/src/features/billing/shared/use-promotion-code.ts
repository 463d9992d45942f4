import type { Money, OutputOf, Promotion, previewPurchase } from '@hearth/contract';
import { useState } from 'react';
import { useChange } from '../../../shared/api/use-change.ts';
import type { PricedPlan } from '../../../shared/plans/prices.ts';

/** A promotion code with what the purchase costs with it. */
export interface AppliedCode {
  /** Code as it was typed. */
  readonly typed: string;
  readonly promotion: Promotion;
  readonly discount: Money;
  readonly dueNow: Money;
  /** Charged at the first renewal, or at the end of the trial. */
  readonly next: Money;
  /** ISO 8601; undefined if the purchase begins with a payment. */
  readonly trialEnd: string | undefined;
}

/** The server's answer about a purchase with a code, or of the first payment of a free project. */
type PricedCode = Pick<
  OutputOf<typeof previewPurchase>,
  'discount' | 'due_now' | 'next' | 'trial_end'
> & { readonly promotion?: Promotion | null | undefined };

/** Code of a first payment: typed by the person, and priced by the server. */
export function usePromotionCode(
  { price }: PricedPlan,
  read: (promotionCode: string) => Promise<PricedCode>,
) {
  const { busy, error, run, forgetError } = useChange();
  const [applied, setApplied] = useState<AppliedCode>();

  const apply = (typed: string) =>
    run(async () => {
      const priced = await read(typed);
      const { promotion, due_now: dueNow, next, trial_end } = priced;
      const trialEnd = trial_end ?? undefined;
      // In a trial nothing is taken off yet, and the first charge is `next`.
      const off = trialEnd ? price.amount - next.amount : priced.discount.amount;
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
