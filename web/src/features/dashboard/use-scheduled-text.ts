import type { ScheduledChange } from '@hearth/contract';
import { useTranslation } from 'react-i18next';
import { planById, useConfig, useConfiguredText } from '../../shared/config/index.ts';
import { formatDate, useLanguage } from '../../shared/i18n/index.ts';

/** "Changes to Pro (monthly) on Dec 6, 2026", without the frequency if the plan has only that one. */
export function useScheduledText(): (scheduled: ScheduledChange, timeZone: string) => string {
  const { t } = useTranslation();
  const language = useLanguage();
  const config = useConfig();
  const configuredText = useConfiguredText();

  return ({ plan_id, frequency, at }, timeZone) => {
    const plan = planById(config, plan_id);
    const words = {
      plan: plan ? configuredText(plan.titleKey) : plan_id,
      date: formatDate(at, language, timeZone),
    };
    const hasOthers = plan?.prices.some((price) => price.frequency !== frequency);
    return frequency && hasOthers && !plan?.free
      ? t(`dashboard.changesPaid.${frequency}`, words)
      : t('dashboard.changes', words);
  };
}
