import type { PublicPrice } from '@hearth/contract';
import { useTranslation } from 'react-i18next';
import { SectionCard } from '../../../shared/ui/card.tsx';
import { CostReview, TaxNote } from '../shared/cost-review.tsx';
import type { NextCharge } from '../shared/use-cost-words.ts';
import type { PlanChangePreview } from './use-change-subscription-plan.ts';

interface ChangePlanCostsProps {
  readonly price: PublicPrice;
  readonly preview: PlanChangePreview;
}

/** Lines of what the change costs now, and what is charged after it. */
export function ChangePlanCosts({ price, preview }: ChangePlanCostsProps) {
  const { t } = useTranslation();
  const { lines, due_now, tax, tax_included, reverse_charge = false } = preview;
  const then = toNextCharge(price, preview);
  const isIncluded = tax_included || price.tax === 'inclusive';

  return (
    <SectionCard id="costs" title={t('billing.change.costs')}>
      <CostReview
        lines={lines}
        dueNow={due_now}
        then={then}
        losesCredit={preview.cancel_at !== null}
      >
        <TaxNote tax={tax} isIncluded={isIncluded} isReversed={reverse_charge} />
      </CostReview>
      {price.amount > 0 && then.nextAt !== null && (
        <p className="pt-1 text-small text-ink-2">{t(`payment.step.renewal.${price.frequency}`)}</p>
      )}
    </SectionCard>
  );
}

/** Without its tax, the next charge is no whole renewal: credit lowers it, or a debt adds to it. */
function toNextCharge(price: PublicPrice, preview: PlanChangePreview): NextCharge {
  const { next, next_tax, next_at, cancel_at, credit, discount, promotion } = preview;
  const isByCredit = next_tax === undefined && (next.amount < price.amount || credit.amount > 0);
  const isLowered = isByCredit && discount.amount === 0 && !promotion;
  return {
    next,
    nextAt: cancel_at === null ? next_at : null,
    nextTax: price.tax === 'inclusive' && next_tax === null ? undefined : next_tax,
    later: isLowered ? { price, frequency: price.frequency } : undefined,
  };
}
