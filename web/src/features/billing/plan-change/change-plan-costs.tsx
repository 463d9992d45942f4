import type { Frequency, Money, PublicPrice } from '@hearth/contract';
import { useTranslation } from 'react-i18next';
import { useTimeZone } from '../../../shared/current-subscription/index.ts';
import { formatDate, formatMoney, useLanguage } from '../../../shared/i18n/index.ts';
import { isLonger } from '../../../shared/plans/prices.ts';
import { Card } from '../../../shared/ui/card.tsx';
import { AmountParts, Stat, StatFigure, StatNote } from '../shared/stat.tsx';
import type { PlanChangePreview } from './use-change-subscription-plan.ts';

interface NewPriceProps {
  readonly price: PublicPrice;
  readonly preview: PlanChangePreview;
}

interface ChangePlanCostsProps extends NewPriceProps {
  /** How often the present price is charged, if that is known. */
  readonly fromFrequency: Frequency | undefined;
}

/** Amounts that are charged now, credited, and charged next. */
export function ChangePlanCosts({ price, preview, fromFrequency }: ChangePlanCostsProps) {
  const { t } = useTranslation();
  const { due_now, credit } = preview;
  const isInTrial = preview.running_trial_end !== undefined;
  // A change to a longer period charges it in full from today, less what is left of the present one; a trial charges nothing.
  const isInFull =
    !isInTrial && fromFrequency !== undefined && isLonger(price.frequency, fromFrequency);
  const alreadyPaid = netCredit(price, preview);
  const paid = moneyText({ ...due_now, amount: alreadyPaid });

  return (
    <Card role="region" aria-label={t('billing.change.costs')}>
      <dl className="grid divide-line tabular-nums max-sm:divide-y sm:max-[70rem]:auto-cols-fr sm:max-[70rem]:grid-flow-col sm:max-[70rem]:divide-x min-[70rem]:divide-y">
        <Stat name={t('billing.change.dueNow')}>
          <StatFigure>{moneyText(due_now)}</StatFigure>
          <AmountParts {...preview} />
          {preview.reverse_charge && <StatNote>{t('payment.tax.reverse')}</StatNote>}
          {isInFull && alreadyPaid > 0 && (
            <StatNote>
              {hasExtras(preview)
                ? t('billing.change.timeAlreadyPaid', { amount: paid })
                : t('billing.change.alreadyPaid', { price: moneyText(price), amount: paid })}
            </StatNote>
          )}
        </Stat>
        {credit.amount > 0 && preview.cancel_at === null && (
          <Stat name={t('billing.change.credit')}>
            <StatFigure>{moneyText(credit)}</StatFigure>
            <StatNote>{t('billing.change.creditText')}</StatNote>
          </Stat>
        )}
        <Renewals price={price} preview={preview} />
      </dl>
    </Card>
  );
}

/** Credit for paid time before added tax, so that price, discount, tax and credit add up to the charge. */
function netCredit({ amount }: PublicPrice, preview: PlanChangePreview): number {
  const { due_now, discount, tax, tax_included } = preview;
  const added = tax_included ? 0 : (tax?.amount ?? 0);
  return amount - discount.amount + added - due_now.amount;
}

function Renewals({ price, preview }: NewPriceProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const timeZone = useTimeZone();
  const { next, next_at } = preview;
  const date = next_at === null ? undefined : formatDate(next_at, language, timeZone);
  const renewals = t(`billing.change.next.${price.frequency}`);

  if (preview.cancel_at !== null) {
    return (
      <Stat name={t('billing.change.nextInvoice')}>
        <StatFigure>{t('billing.summary.nothing')}</StatFigure>
        <StatNote>{t('billing.change.nothingMore')}</StatNote>
      </Stat>
    );
  }

  if (date !== undefined && (preview.promotion || hasExtras(preview))) {
    return (
      <Stat name={t('billing.change.nextInvoice')}>
        <StatFigure>{moneyText(next)}</StatFigure>
        <StatNote>{date}</StatNote>
      </Stat>
    );
  }
  if (date !== undefined && next.amount < price.amount) {
    return (
      <>
        <Stat name={t('billing.change.nextInvoice')}>
          <StatFigure>{moneyText(next)}</StatFigure>
          <StatNote>{t('billing.change.nextInvoiceOn', { date })}</StatNote>
        </Stat>
        <Stat name={renewals}>
          <StatFigure>{moneyText(price)}</StatFigure>
        </Stat>
      </>
    );
  }
  return (
    <Stat name={renewals}>
      <StatFigure>{moneyText(next)}</StatFigure>
      <StatNote>
        {date === undefined
          ? t('billing.change.nothingNext')
          : t('billing.change.nextOn', { date })}
      </StatNote>
    </Stat>
  );
}

/** A discount may end and a tax may change, so nothing is known about later periods. */
function hasExtras({ discount, tax }: PlanChangePreview): boolean {
  return discount.amount > 0 || tax?.amount !== 0;
}

export function moneyText({ amount, currency }: Money): string {
  return formatMoney(amount, currency);
}
