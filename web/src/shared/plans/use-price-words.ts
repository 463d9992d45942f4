import type { Frequency, Money, PublicPlan } from '@hearth/contract';
import { useTranslation } from 'react-i18next';
import { useConfiguredText } from '../config/index.ts';
import { formatMoney } from '../i18n/index.ts';
import type { Saving } from './prices.ts';

/** Prices in words. */
export function usePriceWords() {
  const { t } = useTranslation();
  const configuredText = useConfiguredText();

  /** "$10.00", and "$10.00 per week" where it is known how often that is charged. */
  function priceText({ amount, currency }: Money, frequency?: Frequency): string {
    const text = formatMoney(amount, currency);
    return frequency ? t(`price.amountPer.${frequency}`, { amount: text }) : text;
  }

  /** "Pro", and "Pro, yearly" of a plan that can be paid otherwise too. */
  function planText(plan: PublicPlan, frequency?: Frequency): string {
    const text = configuredText(plan.titleKey);
    const hasOthers = plan.prices.some((price) => price.frequency !== frequency);
    return frequency && hasOthers && !plan.free
      ? t(`price.planPaid.${frequency}`, { plan: text })
      : text;
  }

  function savingText(saving: Saving): string {
    const { count } = saving;
    return t(saving.in === 'months' ? 'price.monthsFree' : 'price.percentSaved', { count });
  }

  return { priceText, planText, savingText };
}
