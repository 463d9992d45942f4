import type { Frequency, PublicPlan } from '@hearth/contract';
import Minus from 'lucide-react/icons/minus';
import Plus from 'lucide-react/icons/plus';
import { useTranslation } from 'react-i18next';
import { CardMark } from '../../../shared/card-mark.tsx';
import { useConfig, useConfiguredText } from '../../../shared/config/index.ts';
import { useCurrentSubscription, useTimeZone } from '../../../shared/current-subscription/index.ts';
import { daysFromNow } from '../../../shared/i18n/format-date-time.ts';
import { formatDate, useLanguage } from '../../../shared/i18n/index.ts';
import { paths } from '../../../shared/paths.ts';
import { chargedFrequency } from '../../../shared/plans/charged-price.ts';
import { costsAsMuch, type PricedPlan, priceOf } from '../../../shared/plans/prices.ts';
import { usePlanWords } from '../../../shared/plans/use-plan-words.ts';
import { productNow } from '../../../shared/product-time.ts';
import { SectionCard } from '../../../shared/ui/card.tsx';
import { TextLink } from '../../../shared/ui/text-link.tsx';
import { CardName } from '../shared/card-text.tsx';
import { useGetBillingSummary } from '../shared/use-get-billing-summary.ts';
import type { PlanChangePreview } from './use-change-subscription-plan.ts';

interface ChangePlanFactsProps {
  readonly fromPlan: PublicPlan | undefined;
  /** How often the present price is charged, if that is known. */
  readonly fromFrequency: Frequency | undefined;
  readonly to: PricedPlan;
  /** Whether a card is charged, now or later, that is not asked for on the page. */
  readonly usesKeptCard: boolean;
  /** Says when the change takes effect. */
  readonly preview: PlanChangePreview;
}

/** The new period, from when the plan counts, what it brings and takes, and the card that pays. */
export function ChangePlanFacts(props: ChangePlanFactsProps) {
  const { fromPlan, fromFrequency, to, usesKeptCard, preview } = props;
  const { t } = useTranslation();
  const { planText } = usePlanWords();
  const isOtherPeriod = fromFrequency !== undefined && fromFrequency !== to.price.frequency;
  const startNow = useStartText(fromPlan, isOtherPeriod && !to.plan.free);
  const startText = useLaterText(preview) ?? startNow;
  const noneText = useNoneText(fromPlan, to, preview);
  const { data } = useGetBillingSummary();

  return (
    <SectionCard id="what-changes" title={t('billing.change.changes')}>
      <div className="grid gap-4">
        {fromPlan && isOtherPeriod && !to.plan.free && (
          <p>
            <span className="font-label">{planText(to.plan, to.price.frequency)}</span>{' '}
            <span className="text-ink-2">
              {t('billing.change.insteadOf', { feature: planText(fromPlan, fromFrequency) })}
            </span>
          </p>
        )}
        <p className="text-ink-2 tabular-nums">{startText}</p>
        {noneText && <p className="text-small text-ink-2">{noneText}</p>}
        {fromPlan && <Differences from={fromPlan} to={to} />}
        {usesKeptCard && data?.card && (
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line pt-4 tabular-nums">
            <CardMark brand={data.card.brand} />
            <span className="flex-1 whitespace-nowrap">
              <CardName card={data.card} />
            </span>
            <OtherCard />
          </div>
        )}
      </div>
    </SectionCard>
  );
}

function OtherCard() {
  const { t } = useTranslation();
  const { id } = useCurrentSubscription().subscription;
  return <TextLink to={paths.paymentMethods(id)}>{t('billing.banner.checkCards')}</TextLink>;
}

/** Why the change begins without a trial and takes no code, although free projects are offered those. */
function useNoneText(
  fromPlan: PublicPlan | undefined,
  { plan }: PricedPlan,
  { trial_end, running_trial_end, promotion }: PlanChangePreview,
): string | undefined {
  const { t } = useTranslation();
  const { promotionCodes } = useConfig().billing;
  if (trial_end === null) {
    return t('payment.trial.used');
  }
  if (!fromPlan?.free || plan.free || running_trial_end !== undefined) {
    return undefined;
  }
  const lacksTrial = plan.trial !== undefined && trial_end === undefined;
  const lacksCode = promotionCodes && promotion === undefined;
  if (lacksTrial) {
    return t(`billing.change.paidBefore.${lacksCode ? 'both' : 'trial'}`);
  }
  return lacksCode ? t('billing.change.paidBefore.code') : undefined;
}

/** Undefined if the change takes effect now, and begins or continues no trial. */
function useLaterText({
  when,
  at,
  trial_end,
  running_trial_end,
}: PlanChangePreview): string | undefined {
  const { t } = useTranslation();
  const language = useLanguage();
  const timeZone = useTimeZone();
  if (trial_end) {
    return t('billing.change.startsTrial', { date: formatDate(trial_end, language, timeZone) });
  }
  if (running_trial_end !== undefined) {
    return t('billing.change.startsInTrial', {
      date: formatDate(running_trial_end, language, timeZone),
    });
  }
  return when === 'period-end' && at !== undefined
    ? t('billing.change.startsOn', { date: formatDate(at, language, timeZone) })
    : undefined;
}

const mostDays: Readonly<Record<Frequency, number>> = { week: 7, month: 31, year: 366 };

/** "Starts today, 4 of 7 days left in this billing week." Of a period that ends with the change, no days are counted. */
function useStartText(fromPlan: PublicPlan | undefined, isPeriodOver: boolean): string {
  const { t } = useTranslation();
  const { data } = useGetBillingSummary();
  const frequency = chargedFrequency(data?.frequency, fromPlan);
  const timeZone = useTimeZone();
  const count = data?.next_invoice
    ? daysFromNow(data.next_invoice.date, productNow(), timeZone)
    : -1;
  return !isPeriodOver && frequency && count >= 0 && count <= mostDays[frequency]
    ? t(`billing.change.startsIn.${frequency}`, { count })
    : t('billing.change.starts');
}

/** Lists the features that the change would add and remove, if nothing else about it is known. */
export function ChangedFeatures(props: DifferencesProps) {
  const { t } = useTranslation();
  return (
    <SectionCard id="what-changes" title={t('billing.change.changes')}>
      <Differences {...props} />
    </SectionCard>
  );
}

interface DifferencesProps {
  readonly from: PublicPlan;
  readonly to: PricedPlan;
}

/** Each feature that is another one then, beside the present one. */
function Differences({ from, to }: DifferencesProps) {
  const { t } = useTranslation();
  const configuredText = useConfiguredText();
  const features = to.plan.descriptionKeys
    .map((key, at) => ({
      before: configuredText(from.descriptionKeys[at] ?? ''),
      after: configuredText(key),
    }))
    .filter(({ before, after }) => before !== after);
  const isMore = costsAsMuch(to.price, priceOf(from, to.price));
  const Icon = isMore ? Plus : Minus;

  if (features.length === 0) {
    return null;
  }
  return (
    <ul aria-label={t(`billing.change.${isMore ? 'gains' : 'losses'}`)} className="grid gap-2">
      {features.map(({ before, after }) => (
        <li key={after} className="flex gap-2 text-label leading-[22px]">
          <Icon
            aria-hidden="true"
            className={`mt-0.5 size-[18px] shrink-0 ${isMore ? 'text-good' : 'text-warn'}`}
          />
          <span className="min-w-0">
            <span className="font-label">{after}</span>{' '}
            <span className="text-ink-2">{t('billing.change.insteadOf', { feature: before })}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}
