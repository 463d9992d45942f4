import type { Frequency, Money } from '@hearth/contract';
import { useTranslation } from 'react-i18next';
import { formatMoney } from '../i18n/index.ts';

/** Writes "$10.00", and "$10.00 per week" if it is known how often that is charged. */
export function usePriceText(): (price: Money, frequency?: Frequency) => string {
  const { t } = useTranslation();
  return ({ amount, currency }, frequency) => {
    const price = formatMoney(amount, currency);
    return frequency ? t(`subscription.pricePer.${frequency}`, { price }) : price;
  };
}
