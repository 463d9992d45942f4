import type { Money, PublicPrice } from '@hearth/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatMoney } from '../../../shared/i18n/index.ts';
import type { PurchaseCost } from './purchase-preview.ts';

interface PurchaseSumsProps {
  /** Undefined until it is known. */
  readonly cost: PurchaseCost | undefined;
  readonly tax: NonNullable<PublicPrice['tax']>;
}

/** Price, discount and tax of a purchase, above what is due. */
export function PurchaseSums({ cost, tax }: PurchaseSumsProps) {
  const { t } = useTranslation();
  return (
    <div className="grid gap-1 text-small text-ink-2" aria-live="polite">
      {cost && <Row name={t('payment.tax.subtotal')}>{text(cost.subtotal)}</Row>}
      {cost && cost.discount.amount > 0 && (
        <Row name={t('payment.tax.discount')}>−{text(cost.discount)}</Row>
      )}
      <TaxLine cost={cost} tax={tax} />
    </div>
  );
}

function TaxLine({ cost, tax }: PurchaseSumsProps) {
  const { t } = useTranslation();
  if (!cost) {
    return <p>{t('payment.tax.computing')}</p>;
  }
  if (cost.reverse_charge) {
    return <p>{t('payment.tax.reverse')}</p>;
  }
  if (!cost.tax) {
    const unknown = tax === 'inclusive' ? 'unknownIncluded' : 'unknown';
    return <p>{t(`payment.tax.${unknown}`)}</p>;
  }
  return tax === 'inclusive' ? (
    <p>{t('payment.tax.included', { amount: text(cost.tax) })}</p>
  ) : (
    <Row name={t('payment.tax.tax')}>{text(cost.tax)}</Row>
  );
}

function Row({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-3">
      <span>{name}</span>
      <span className="tabular-nums">{children}</span>
    </div>
  );
}

const text = ({ amount, currency }: Money) => formatMoney(amount, currency);
