import { useTranslation } from 'react-i18next';
import { useTimeZone } from '../../../shared/current-subscription/index.ts';
import { formatDate, formatMoney, useLanguage } from '../../../shared/i18n/index.ts';
import { usePlanWords } from '../../../shared/plans/use-plan-words.ts';
import type { PlanChangePreview, Target } from './use-change-subscription-plan.ts';

/** Names the button by what pressing it does: what is paid now, else when or to what the project changes. */
export function useConfirmLabel({ plan, price, kind }: Target, preview: PlanChangePreview): string {
  const { t } = useTranslation();
  const language = useLanguage();
  const timeZone = useTimeZone();
  const { planText } = usePlanWords();
  const { due_now, when, at } = preview;
  if (preview.trial_end) {
    return t('payment.trial.start');
  }
  if (due_now.amount > 0) {
    const isTaxMissing = price.tax === 'exclusive' && preview.tax === null;
    return t(isTaxMissing ? 'billing.change.confirmAndPayTaxed' : 'billing.change.confirmAndPay', {
      amount: formatMoney(due_now.amount, due_now.currency),
    });
  }
  if (when === 'period-end' && at !== undefined) {
    return t('billing.change.confirmOn', { date: formatDate(at, language, timeZone) });
  }
  switch (kind) {
    case 'plan':
      return t('billing.change.confirm', { plan: planText(plan, price.frequency) });
    case 'frequency':
      return t(`billing.change.toPaid.${price.frequency}`);
    case 'price':
      return t('billing.change.toNewPrice');
  }
}
