import type { Money, PublicPrice } from '@hearth/contract';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfig, useConfiguredText } from '../../../shared/config/index.ts';
import { useTimeZone } from '../../../shared/current-subscription/index.ts';
import { formatDate, useLanguage } from '../../../shared/i18n/index.ts';
import { FeatureList } from '../../../shared/plans/feature-list.tsx';
import type { PricedPlan } from '../../../shared/plans/prices.ts';
import { usePriceText } from '../../../shared/plans/use-price-text.ts';
import { SectionCard } from '../../../shared/ui/card.tsx';
import { CostReview, TaxNote } from '../shared/cost-review.tsx';
import { PromotionCode } from '../shared/promotion-code.tsx';
import type { NextCharge } from '../shared/use-cost-words.ts';
import type { PromotionCodeState } from '../shared/use-promotion-code.ts';
import type { PurchaseCost } from './purchase-preview.ts';
import type { Trial, TrialState } from './use-trial.ts';

interface PlanSummaryProps extends PricedPlan {
  readonly code: PromotionCodeState;
  readonly state: TrialState;
  /** Undefined if the purchase begins with a payment. */
  readonly trial: Trial | undefined;
  readonly dueNow: Money;
  /** Undefined until it is known. */
  readonly cost: PurchaseCost | undefined;
  /** Whether the server is asked for it. */
  readonly isReading: boolean;
}

/** Names the plan that is about to be bought, and its price now and later. */
export function PlanSummary(props: PlanSummaryProps) {
  const { plan, price, code, state, trial, dueNow, cost, isReading } = props;
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
          <CostReview
            lines={cost?.lines ?? (isReading ? undefined : [])}
            dueNow={state.isPending ? undefined : dueNow}
            then={cost && !trial ? toNextCharge(price, cost) : undefined}
          >
            {!trial && <PurchaseTax price={price} cost={cost} isReading={isReading} />}
          </CostReview>
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

function toNextCharge({ tax }: PublicPrice, { next, next_at, next_tax }: PurchaseCost): NextCharge {
  const isIncluded = tax === 'inclusive' && next_tax === null;
  return { next, nextAt: next_at, nextTax: isIncluded ? undefined : next_tax };
}

function PurchaseTax({
  price,
  cost,
  isReading,
}: Pick<PlanSummaryProps, 'price' | 'cost' | 'isReading'>) {
  const { t } = useTranslation();
  if (!price.tax) {
    return null;
  }
  if (!cost && isReading) {
    return <p>{t('payment.tax.computing')}</p>;
  }
  return (
    <TaxNote
      tax={cost?.tax ?? null}
      isIncluded={price.tax === 'inclusive'}
      isReversed={cost?.reverse_charge === true}
    />
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
      {price.tax && (
        <div className="text-small text-ink-2 tabular-nums">
          {/* A tax that is known is named for both kinds of prices: no line of the trial has it. */}
          <TaxNote
            tax={cost?.next_tax ?? null}
            isIncluded={price.tax === 'inclusive' || (cost?.next_tax?.amount ?? 0) > 0}
            isReversed={cost?.reverse_charge === true}
          />
        </div>
      )}
      <p className="text-small text-ink-2">
        {t(trial.needsCard ? 'payment.trial.cancel' : 'payment.trial.noCard')}
      </p>
    </>
  );
}
