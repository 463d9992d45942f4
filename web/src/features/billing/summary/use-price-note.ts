import { useTranslation } from 'react-i18next';
import { planById, useConfig, useConfiguredText } from '../../../shared/config/index.ts';
import { useTimeZone } from '../../../shared/current-subscription/index.ts';
import { formatDate, useLanguage } from '../../../shared/i18n/index.ts';
import { chargedFrequency } from '../../../shared/plans/charged-price.ts';
import { usePriceText } from '../../../shared/plans/use-price-text.ts';
import type { BillingSummaryAnswer } from '../shared/use-get-billing-summary.ts';

/**
 * Writes "$40.00 per month", or the end of a trial, of free renewals or of a given plan, and what comes then. Undefined
 * for an ended project: its last price is unknown.
 */
export function usePriceNote(): (summary: BillingSummaryAnswer) => string | undefined {
  const { t } = useTranslation();
  const language = useLanguage();
  const timeZone = useTimeZone();
  const config = useConfig();
  const priceText = usePriceText();
  const configuredText = useConfiguredText();

  const planTitle = (id: string) => {
    const plan = planById(config, id);
    return plan ? configuredText(plan.titleKey) : id;
  };

  return (summary) => {
    const { plan_id, status, price: charged, frequency, trial_end, free_until } = summary;
    if (status === 'canceled') {
      return;
    }
    const plan = planById(config, plan_id);
    const then = priceText(charged, chargedFrequency(frequency, plan));
    if (free_until !== undefined) {
      const date = formatDate(free_until, language, timeZone);
      const next = summary.scheduled;
      return next?.at === free_until
        ? t('billing.summary.freePlan', { date, plan: planTitle(next.plan_id) })
        : t('billing.summary.freeTime', { date, then });
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
