import type { PublicPlan } from '@hearth/contract';
import Minus from 'lucide-react/icons/minus';
import Plus from 'lucide-react/icons/plus';
import { useTranslation } from 'react-i18next';
import { useConfiguredText } from '../../../shared/config/index.ts';
import { useCurrentSubscription } from '../../../shared/current-subscription/index.ts';
import { daysFromNow } from '../../../shared/i18n/format-date-time.ts';
import { paths } from '../../../shared/paths.ts';
import { onlyPrice } from '../../../shared/plans/only-price.ts';
import { SectionCard } from '../../../shared/ui/card.tsx';
import { CardMark } from '../../../shared/ui/card-mark.tsx';
import { TextLink } from '../../../shared/ui/text-link.tsx';
import { CardName } from '../shared/card-text.tsx';
import { useGetBillingSummary } from '../shared/use-get-billing-summary.ts';

interface ChangePlanFactsProps {
  readonly fromPlan: PublicPlan | undefined;
  readonly plan: PublicPlan;
  /** Whether a card is charged, now or later, that is not asked for on the page. */
  readonly usesKeptCard: boolean;
}

/** From when the plan counts, what it brings and takes, and the card that pays. */
export function ChangePlanFacts({ fromPlan, plan, usesKeptCard }: ChangePlanFactsProps) {
  const { t } = useTranslation();
  const startText = useStartText();
  const { data } = useGetBillingSummary();

  return (
    <SectionCard id="what-changes" title={t('billing.change.changes')}>
      <div className="grid gap-4">
        <p className="text-ink-2 tabular-nums">{startText}</p>
        {fromPlan && <Differences from={fromPlan} to={plan} />}
        {usesKeptCard && data?.card && (
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line pt-4 tabular-nums">
            <CardMark brand={data.card.brand} />
            <span className="min-w-0 flex-1">
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

const daysOfPeriod = 7;

/** "Starts today, 4 of 7 days left in this week." */
function useStartText(): string {
  const { t } = useTranslation();
  const { data } = useGetBillingSummary();
  const days = data?.next_invoice ? daysFromNow(data.next_invoice.date) : undefined;
  const isKnown = days !== undefined && days >= 0 && days <= daysOfPeriod;
  return isKnown
    ? t('billing.change.startsIn', { left: days, days: daysOfPeriod })
    : t('billing.change.starts');
}

interface DifferencesProps {
  readonly from: PublicPlan;
  readonly to: PublicPlan;
}

/** Each feature that is another one then, beside the present one. */
function Differences({ from, to }: DifferencesProps) {
  const { t } = useTranslation();
  const configuredText = useConfiguredText();
  const features = to.descriptionKeys
    .map((key, at) => ({
      before: configuredText(from.descriptionKeys[at] ?? ''),
      after: configuredText(key),
    }))
    .filter(({ before, after }) => before !== after);
  const isMore = onlyPrice(to).amount >= onlyPrice(from).amount;
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
