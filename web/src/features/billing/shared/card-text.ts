import type { PaymentMethod } from '@hearth/contract';
import { useTranslation } from 'react-i18next';
import { brandName } from '../../../shared/card-brand.ts';

type Card = PaymentMethod['card'];

/** `04/29` */
export function cardExpiry({ exp_month, exp_year }: Card): string {
  return `${String(exp_month).padStart(2, '0')}/${String(exp_year).slice(-2)}`;
}

/** "Visa ending in 4242" */
export function useCardName(): (card: PaymentMethod['card']) => string {
  const { t } = useTranslation();
  return (card) => t('payment.methods.card', { brand: brandName(card), last4: card.last4 });
}
