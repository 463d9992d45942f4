import type { PaymentMethod } from '@hearth/contract';
import { useTranslation } from 'react-i18next';
import { brandName } from '../payment/card-text.ts';

/** "Visa ending in 4242" */
export function useCardName(): (card: PaymentMethod['card']) => string {
  const { t } = useTranslation();
  return (card) => t('payment.methods.card', { brand: brandName(card), last4: card.last4 });
}
