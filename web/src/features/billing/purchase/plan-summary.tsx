import type { Money } from '@hearth/contract';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfig, useConfiguredText } from '../../../shared/config/index.ts';
import { useTimeZone } from '../../../shared/current-subscription/index.ts';
import { formatDate, useLanguage } from '../../../shared/i18n/index.ts';
import { FeatureList } from '../../../shared/plans/feature-list.tsx';
import type { PricedPlan } from '../../../shared/plans/prices.ts';
import { usePriceText } from '../../../shared/plans/use-price-text.ts';
import { SectionCard } from '../../../shared/ui/card.tsx';
import { PromotionCode } from '../shared/promotion-code.tsx';
import type { PromotionCodeState } from '../shared/use-promotion-code.ts';
import type { PurchaseCost } from './purchase-preview.ts';
import { PurchaseSums } from './purchase-sums.tsx';
import type { Trial, TrialState } from './use-trial.ts';

interface PlanSummaryProps extends PricedPlan {
  readonly code: PromotionCodeState;
  readonly state: TrialState;
  /** Undefined if the purchase begins with a payment. */
  readonly trial: Trial | undefined;
  readonly dueNow: Money;
  /** Undefined if no tax is computed, and until it is known. */
  readonly cost: PurchaseCost | undefined;
}

/** Names the plan that is about to be bought, and its price now and later. */
export function PlanSummary(props: PlanSummaryProps) {
  const { plan, price, code, state, trial, dueNow, cost } = props;
  const { t } = useTranslation();
  const { promotionCodes } = useConfig().billing;
  const id = useId();
  const configuredText = useConfiguredText();
  const priceText = usePriceText();

  return (
    <SectionCard id={id} title={t('payment.step.summary')}>
      <div className="grid gap-4">
        <div className="flex flex-wrap items-baseline justify-between gap-x-3">
          <span className="font-card">{configuredText(plan.titleKey)}</span>
          <span className="text-ink-2 tabular-nums">{priceText(price, price.frequency)}</span>
        </div>
        <FeatureList keys={plan.descriptionKeys} />
        {promotionCodes && <PromotionCode price={price} code={code} />}
        <div className="grid gap-1 border-t border-line pt-4">
          {price.tax && !trial && <PurchaseSums cost={cost} tax={price.tax} />}
          <div className="flex items-baseline justify-between gap-3 font-card">
            <span>{t('payment.step.dueNow')}</span>
            <span className="tabular-nums">{!state.isPending && priceText(dueNow)}</span>
          </div>
          {trial ? (
            <TrialText trial={trial} price={price} cost={cost} hasCode={Boolean(code.applied)} />
          ) : (
            <p className="text-small text-ink-2">{t(`payment.step.renewal.${price.frequency}`)}</p>
          )}
          {state.isUsed && <p className="text-small text-ink-2">{t('payment.trial.used')}</p>}
        </div>
      </div>
    </SectionCard>
  );
}

interface TrialTextProps extends Pick<PricedPlan, 'price'> {
  readonly trial: Trial;
  readonly cost: PurchaseCost | undefined;
  /** Whether a code lowers the first charge, perhaps alone; its own text says what follows. */
  readonly hasCode: boolean;
}

/** "14 days free, then $40.00 per month from Dec 6, 2026." */
function TrialText({ trial, price, cost, hasCode }: TrialTextProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const timeZone = useTimeZone();
  const priceText = usePriceText();
  const then = hasCode ? priceText(trial.next) : priceText(trial.next, price.frequency);
  const date = formatDate(trial.end, language, timeZone);
  return (
    <>
      <p className="text-small text-good tabular-nums">
        {t(hasCode ? 'payment.trial.thenOnce' : 'payment.trial.then', {
          count: trial.days,
          then,
          date,
        })}
      </p>
      {price.tax === 'exclusive' && !cost?.tax && (
        <p className="text-small text-ink-2">{t('payment.tax.unknown')}</p>
      )}
      <p className="text-small text-ink-2">
        {t(trial.needsCard ? 'payment.trial.cancel' : 'payment.trial.noCard')}
      </p>
    </>
  );
}
