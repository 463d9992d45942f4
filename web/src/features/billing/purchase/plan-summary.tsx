import { type PublicPlan, toMinorUnits } from '@hearth/contract';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfiguredText } from '../../../shared/config/index.ts';
import { formatMoney } from '../../../shared/i18n/index.ts';
import { FeatureList } from '../../../shared/plans/feature-list.tsx';
import { planPrice } from '../../../shared/plans/plan-price.ts';
import { SectionCard } from '../../../shared/ui/card.tsx';

/** What is about to be bought, and what it costs now and later. */
export function PlanSummary({ plan }: { readonly plan: PublicPlan }) {
  const { t } = useTranslation();
  const id = useId();
  const configuredText = useConfiguredText();
  const { amount, currency } = toMinorUnits(plan);

  return (
    <SectionCard id={id} title={t('payment.step.summary')}>
      <div className="grid gap-4">
        <div className="flex flex-wrap items-baseline justify-between gap-x-3">
          <span className="font-card">{configuredText(plan.titleKey)}</span>
          <span className="text-ink-2 tabular-nums">
            {t('subscription.pricePerWeek', { price: planPrice(plan) })}
          </span>
        </div>
        <FeatureList keys={plan.descriptionKeys} />
        <div className="grid gap-1 border-t border-line pt-4">
          <div className="flex items-baseline justify-between gap-3 font-card">
            <span>{t('payment.step.dueNow')}</span>
            <span className="tabular-nums">{formatMoney(amount, currency)}</span>
          </div>
          <p className="text-small text-ink-2">{t('payment.step.renewal')}</p>
        </div>
      </div>
    </SectionCard>
  );
}
