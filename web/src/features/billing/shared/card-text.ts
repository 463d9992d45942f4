import type { PaymentMethod } from '@hearth/contract';
import { useTranslation } from 'react-i18next';

type Card = PaymentMethod['card'];

const brandNames: Readonly<Record<string, string>> = {
  amex: 'American Express',
  diners: 'Diners Club',
  discover: 'Discover',
  eftpos_au: 'Eftpos Australia',
  jcb: 'JCB',
  mastercard: 'Mastercard',
  unionpay: 'UnionPay',
  visa: 'Visa',
};

/** As the brand writes itself; one that is new here keeps the provider's word. */
export function brandName({ brand }: Card): string {
  return brandNames[brand] ?? brand;
}

/** `04/29` */
export function cardExpiry({ exp_month, exp_year }: Card): string {
  return `${String(exp_month).padStart(2, '0')}/${String(exp_year).slice(-2)}`;
}

/** "Visa ending in 4242" */
export function useCardName(): (card: PaymentMethod['card']) => string {
  const { t } = useTranslation();
  return (card) => t('payment.methods.card', { brand: brandName(card), last4: card.last4 });
}
