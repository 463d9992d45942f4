import type { PaymentMethod } from '@hearth/contract';
import { useTranslation } from 'react-i18next';
import { brandName, cardExpiry } from '../payment/card-text.ts';
import { StatFigure, StatNote } from '../payment/stat.tsx';

/** The card that is charged next, or the word that there is none. */
export function BillingSummaryCard({ card }: { readonly card: PaymentMethod['card'] | null }) {
  const { t } = useTranslation();
  if (!card) {
    return <StatFigure>{t('billing.summary.noCard')}</StatFigure>;
  }
  const words = { brand: brandName(card), last4: card.last4 };
  return (
    <>
      <StatFigure>
        <span aria-hidden="true">{t('billing.summary.cardNumber', words)}</span>
        <span className="sr-only">{t('billing.summary.cardSpoken', words)}</span>
      </StatFigure>
      <StatNote>{t('billing.summary.expires', { expiry: cardExpiry(card) })}</StatNote>
    </>
  );
}
