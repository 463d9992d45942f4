import type { Money } from '@hearth/contract';
import { useTranslation } from 'react-i18next';
import { formatDate, formatMoney, useLanguage } from '../../shared/i18n/index.ts';
import { Card } from '../../shared/ui/card.tsx';
import { Stat, StatFigure, StatNote } from './billing-summary-stat.tsx';
import type { PlanChangePreview } from './use-preview-plan-change.ts';

/** What is charged, what is kept, and what comes next. */
export function ChangePlanCosts({ preview }: { readonly preview: PlanChangePreview }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { due_now, credit, next, next_at } = preview;

  return (
    <Card role="region" aria-label={t('billing.change.costs')}>
      <dl className="grid divide-line tabular-nums max-sm:divide-y sm:auto-cols-fr sm:grid-flow-col sm:divide-x">
        <Stat name={t('billing.change.dueNow')}>
          <StatFigure>{moneyText(due_now)}</StatFigure>
        </Stat>
        {credit.amount > 0 && (
          <Stat name={t('billing.change.credit')}>
            <StatFigure>{moneyText(credit)}</StatFigure>
            <StatNote>{t('billing.change.creditText')}</StatNote>
          </Stat>
        )}
        <Stat name={t('billing.change.next')}>
          <StatFigure>{moneyText(next)}</StatFigure>
          <StatNote>
            {next_at === null
              ? t('billing.change.nothingNext')
              : t('billing.change.nextOn', { date: formatDate(next_at, language) })}
          </StatNote>
        </Stat>
      </dl>
    </Card>
  );
}

export function moneyText({ amount, currency }: Money): string {
  return formatMoney(amount, currency);
}
