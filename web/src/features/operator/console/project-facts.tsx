import type { SubscriptionSheet } from '@hearth/contract';
import { useTranslation } from 'react-i18next';
import { brandName } from '../../../shared/card-brand.ts';
import { formatDate, formatMoney, useLanguage } from '../../../shared/i18n/index.ts';
import { usePriceText } from '../../../shared/plans/use-price-text.ts';
import { Badge } from '../../../shared/ui/badge.tsx';
import { SectionCard } from '../../../shared/ui/card.tsx';
import { CopyableId } from '../../../shared/ui/copy-button.tsx';
import { Fact, Facts } from '../../../shared/ui/facts.tsx';
import { usePlanTitle } from './use-plan-title.ts';

interface ProjectFactsProps {
  readonly sheet: SubscriptionSheet;
}

/** Price of the project, and when it began and ends. */
export function ProjectFacts({ sheet }: ProjectFactsProps) {
  const { t } = useTranslation();
  const planTitle = usePlanTitle();
  const priceText = usePriceText();
  const { price, frequency, owed, card } = sheet;

  return (
    <SectionCard id="plan" title={t('console.project.plan')}>
      <Facts>
        <Fact name={t('console.project.id')}>
          <CopyableId id={sheet.subscription_id} label={t('console.project.copyId')} />
        </Fact>
        <Fact name={t('console.project.plan')}>{planTitle(sheet.plan_id)}</Fact>
        <Fact name={t('console.project.price')}>
          {price ? priceText(price, frequency ?? undefined) : t('console.project.noPrice')}
        </Fact>
        {owed && (
          <Fact name={t('console.project.owed')}>
            <Badge tone="bad">{formatMoney(owed.amount, owed.currency)}</Badge>
          </Fact>
        )}
        <Fact name={t('console.project.card')}>
          {card
            ? t('activity.card', { brand: brandName(card), last4: card.last4 })
            : t('console.project.noCard')}
        </Fact>
        <Fact name={t('console.project.timeZone')}>{sheet.time_zone ?? 'UTC'}</Fact>
        <Days sheet={sheet} />
      </Facts>
    </SectionCard>
  );
}

function Days({ sheet }: ProjectFactsProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const days = [
    { name: t('console.project.trialEnds'), day: sheet.trial_ends_at },
    { name: t('console.project.freeUntil'), day: sheet.free_until },
    { name: t('console.project.periodEnd'), day: sheet.period_end },
    { name: t('console.project.endsAt'), day: sheet.ends_at },
    { name: t('console.project.created'), day: sheet.created_at },
    { name: t('console.project.ended'), day: sheet.ended_at },
  ];
  return days.map(
    ({ name, day }) =>
      day !== null && (
        <Fact key={name} name={name}>
          {formatDate(day, language)}
        </Fact>
      ),
  );
}
