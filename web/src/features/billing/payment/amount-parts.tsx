import type { Money } from '@hearth/contract';
import { useTranslation } from 'react-i18next';
import { formatMoney } from '../../../shared/i18n/index.ts';
import { StatNote } from './stat.tsx';

/** What is taken off an amount, and what comes on top of it. */
interface Parts {
  readonly discount: Money;
  readonly tax: Money | null;
  readonly tax_included: boolean;
  readonly balance?: Money;
}

/** One line for each part that there is. */
export function AmountParts({ discount, tax, tax_included, balance }: Parts) {
  const { t } = useTranslation();
  const taxName = tax_included ? 'billing.parts.taxIncluded' : 'billing.parts.tax';
  return (
    <>
      {discount.amount > 0 && (
        <StatNote>{t('billing.parts.discount', { amount: text(discount) })}</StatNote>
      )}
      {tax === null && <StatNote>{t('billing.parts.taxUnknown')}</StatNote>}
      {tax !== null && tax.amount > 0 && <StatNote>{t(taxName, { amount: text(tax) })}</StatNote>}
      {balance !== undefined && balance.amount < 0 && (
        <StatNote>{t('billing.parts.credit', { amount: text(balance) })}</StatNote>
      )}
      {balance !== undefined && balance.amount > 0 && (
        <StatNote>{t('billing.parts.owed', { amount: text(balance) })}</StatNote>
      )}
    </>
  );
}

/** Without a sign: the words say it. */
const text = ({ amount, currency }: Money) => formatMoney(Math.abs(amount), currency);
