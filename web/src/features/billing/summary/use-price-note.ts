import { useTranslation } from 'react-i18next';
import { planById, useConfig } from '../../../shared/config/index.ts';
import { useTimeZone } from '../../../shared/current-subscription/index.ts';
import { formatDate, useLanguage } from '../../../shared/i18n/index.ts';
import { chargedFrequency } from '../../../shared/plans/charged-price.ts';
import { usePriceText } from '../../../shared/plans/use-price-text.ts';
import type { BillingSummaryAnswer } from '../shared/use-get-billing-summary.ts';

/**
 * Writes "$40.00 per month", or the end of a trial or of free renewals and what comes then. Undefined for an ended
 * project: its last price is unknown.
 */
export function usePriceNote(): (summary: BillingSummaryAnswer) => string | undefined {
  const { t } = useTranslation();
  const language = useLanguage();
  const timeZone = useTimeZone();
  const config = useConfig();
  const priceText = usePriceText();

  return (summary) => {
    const { plan_id, status, price: charged, frequency, trial_end, free_until } = summary;
    if (status === 'canceled') {
      return;
    }
    const plan = planById(config, plan_id);
    const then = priceText(charged, chargedFrequency(frequency, plan));
    if (free_until !== undefined) {
      const date = formatDate(free_until, language, timeZone);
      return t('billing.summary.freeTime', { date, then });
    }
    if (trial_end === undefined) {
      return then;
    }
    const date = formatDate(trial_end, language, timeZone);
    return summary.next_invoice
      ? t('billing.summary.trial', { date, then })
      : t('billing.summary.trialOnly', { date });
  };
}
