import type { Money, PublicPlan } from '@hearth/contract';
import { useTranslation } from 'react-i18next';
import { formatDate, formatMoney, useLanguage } from '../../../shared/i18n/index.ts';
import { onlyPrice } from '../../../shared/plans/only-price.ts';
import { Card } from '../../../shared/ui/card.tsx';
import { AmountParts, Stat, StatFigure, StatNote } from '../shared/stat.tsx';
import type { PlanChangePreview } from './use-change-subscription-plan.ts';

interface ChangePlanCostsProps {
  readonly plan: PublicPlan;
  readonly preview: PlanChangePreview;
}

/** Amounts that are charged now, credited, and charged next. */
export function ChangePlanCosts({ plan, preview }: ChangePlanCostsProps) {
  const { t } = useTranslation();
  const { due_now, credit } = preview;

  return (
    <Card role="region" aria-label={t('billing.change.costs')}>
      <dl className="grid divide-line tabular-nums max-sm:divide-y sm:auto-cols-fr sm:grid-flow-col sm:divide-x">
        <Stat name={t('billing.change.dueNow')}>
          <StatFigure>{moneyText(due_now)}</StatFigure>
          <AmountParts {...preview} />
        </Stat>
        {credit.amount > 0 && (
          <Stat name={t('billing.change.credit')}>
            <StatFigure>{moneyText(credit)}</StatFigure>
            <StatNote>{t('billing.change.creditText')}</StatNote>
          </Stat>
        )}
        <Renewals plan={plan} preview={preview} />
      </dl>
    </Card>
  );
}

function Renewals({ plan, preview }: ChangePlanCostsProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { next, next_at } = preview;
  const date = next_at === null ? undefined : formatDate(next_at, language);
  const weekly = onlyPrice(plan);

  if (date !== undefined && hasExtras(preview)) {
    return (
      <Stat name={t('billing.change.nextInvoice')}>
        <StatFigure>{moneyText(next)}</StatFigure>
        <StatNote>{date}</StatNote>
      </Stat>
    );
  }
  if (date !== undefined && next.amount < weekly.amount) {
    return (
      <>
        <Stat name={t('billing.change.nextInvoice')}>
          <StatFigure>{moneyText(next)}</StatFigure>
          <StatNote>{t('billing.change.nextInvoiceOn', { date })}</StatNote>
        </Stat>
        <Stat name={t('billing.change.next')}>
          <StatFigure>{moneyText(weekly)}</StatFigure>
        </Stat>
      </>
    );
  }
  return (
    <Stat name={t('billing.change.next')}>
      <StatFigure>{moneyText(next)}</StatFigure>
      <StatNote>
        {date === undefined
          ? t('billing.change.nothingNext')
          : t('billing.change.nextOn', { date })}
      </StatNote>
    </Stat>
  );
}

/** A discount may be over later, and a tax may change: of later weeks nothing is known. */
function hasExtras({ discount, tax }: PlanChangePreview): boolean {
  return discount.amount > 0 || tax?.amount !== 0;
}

export function moneyText({ amount, currency }: Money): string {
  return formatMoney(amount, currency);
}
