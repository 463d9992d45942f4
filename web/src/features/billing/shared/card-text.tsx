import type { PaymentMethod } from '@hearth/contract';
import { useTranslation } from 'react-i18next';
import { brandName } from '../../../shared/card-brand.ts';
import { StatNote } from './stat.tsx';

type Card = PaymentMethod['card'];

/** `04/29` */
export function cardExpiry({ exp_month, exp_year }: Card): string {
  return `${String(exp_month).padStart(2, '0')}/${String(exp_year).slice(-2)}`;
}

/** "Visa ending in 4242" */
export function useCardName(): (card: Card) => string {
  const { t } = useTranslation();
  return (card) => t('payment.methods.card', { brand: brandName(card), last4: card.last4 });
}

/** "Visa ·· 4242" */
export function useCardNumber(): (card: Card) => string {
  const { t } = useTranslation();
  return (card) => t('billing.summary.cardNumber', { brand: brandName(card), last4: card.last4 });
}

/** "Visa ·· 4242", which a screen reader reads as "Visa ending in 4242". */
export function CardName({ card }: { readonly card: Card }) {
  const { t } = useTranslation();
  const number = useCardNumber()(card);
  return (
    <>
      <span aria-hidden="true">{number}</span>
      <span className="sr-only">
        {t('billing.summary.cardSpoken', { brand: brandName(card), last4: card.last4 })}
      </span>
    </>
  );
}

export interface CardNoteProps {
  readonly card: Card;
  /** True once nothing is charged any more. */
  readonly isOver: boolean;
}

/** "expires 12/34", below the card of a project. */
export function CardNote({ card, isOver }: CardNoteProps) {
  const { t } = useTranslation();
  return (
    <StatNote>
      {isOver
        ? t('billing.summary.notCharged')
        : t('billing.summary.expires', { expiry: cardExpiry(card) })}
    </StatNote>
  );
}
