import type { Frequency, PublicPlan } from '@hearth/contract';
import { useTranslation } from 'react-i18next';
import { useConfiguredText } from '../config/index.ts';
import type { Saving } from './prices.ts';

/** Names a plan at its price, and what the price saves. */
export function usePlanWords() {
  const { t } = useTranslation();
  const configuredText = useConfiguredText();

  /** "Pro", and "Pro (yearly)" of a plan that can be paid otherwise too. */
  function planText(plan: PublicPlan, frequency?: Frequency): string {
    const text = configuredText(plan.titleKey);
    const hasOthers = plan.prices.some((price) => price.frequency !== frequency);
    return frequency && hasOthers && !plan.free
      ? t(`price.planPaid.${frequency}`, { plan: text })
      : text;
  }

  function savingText({ in: unit, count }: Saving): string {
    return t(unit === 'months' ? 'price.monthsFree' : 'price.percentSaved', { count });
  }

  return { planText, savingText };
}
