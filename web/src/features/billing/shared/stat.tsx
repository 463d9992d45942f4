import type { Money } from '@hearth/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatMoney } from '../../../shared/i18n/index.ts';

interface StatProps {
  readonly name: string;
  /** Buttons that change it: below it, or beside it in a wide container. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** One of several figures side by side in a `dl`. */
export function Stat({ name, actions, children }: StatProps) {
  return (
    <div className="grid grid-cols-1 content-start gap-x-3 gap-y-1 px-5 py-[18px] @min-[820px]:grid-cols-[minmax(0,1fr)_auto]">
      <dt className="text-small text-ink-2">{name}</dt>
      <dd className="grid grid-cols-1 content-start gap-1 @min-[820px]:col-start-1">{children}</dd>
      {actions && (
        <dd className="flex flex-wrap gap-2 pt-2 @min-[820px]:col-start-2 @min-[820px]:row-span-2 @min-[820px]:row-start-1 @min-[820px]:pt-0">
          {actions}
        </dd>
      )}
    </div>
  );
}

/** The figure that a part of the summary is about. */
export function StatFigure({ children }: { readonly children: ReactNode }) {
  return <span className="text-figure font-card tracking-tight wrap-anywhere">{children}</span>;
}

/** A note below a figure. */
export function StatNote({ children }: { readonly children: ReactNode }) {
  return <span className="text-small text-ink-2">{children}</span>;
}

/** Discount, credit and tax of an amount. */
interface AmountPartsProps {
  readonly discount: Money;
  readonly tax: Money | null;
  readonly tax_included: boolean;
  readonly balance?: Money;
}

/** One line for each part that there is. */
export function AmountParts({ discount, tax, tax_included, balance }: AmountPartsProps) {
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
