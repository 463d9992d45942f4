import { useTranslation } from 'react-i18next';
import { formatCount } from '../../../shared/i18n/format.ts';
import { formatMoney } from '../../../shared/i18n/index.ts';
import { Table } from '../../../shared/ui/table.tsx';
import { ExportRowsButton } from './export-rows-button.tsx';
import type { OfCurrency, RevenueMonth } from './figures.ts';
import type { MonthRange } from './month-range.ts';
import { RowsLink } from './rows-link.tsx';
import { useTaxWords } from './use-tax-words.ts';

type Tax = RevenueMonth['taxes'][number];

interface TaxTableProps {
  readonly of: OfCurrency;
  readonly range: MonthRange;
}

/** Tax of all shown months together, as a return wants it. */
export function TaxTable({ of: { currency, months }, range }: TaxTableProps) {
  const { t } = useTranslation();
  const { placeText, rateText } = useTaxWords();
  const title = t('business.taxTable');
  const taxes = addUp(months);
  const asked = { ...range, figure: 'tax', currency } as const;
  const money = (amount: number) => formatMoney(amount, currency);
  const link = (tax: Tax, name: string, value: string) => (
    <RowsLink
      name={`${placeText(tax)}, ${rateText(tax)}, ${name}`}
      value={value}
      asked={{ ...asked, group: tax.group }}
    />
  );

  return (
    <div className="grid grid-cols-1 gap-3">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <div className="max-w-[72ch] flex-[1_1_240px]">
          <h3 className="text-card font-card">{title}</h3>
          <p className="text-small text-ink-2">
            {taxes.length === 0 ? t('business.noTax') : t('business.definition.tax')}
          </p>
        </div>
        {taxes.length > 0 && (
          <ExportRowsButton asked={asked} name={`${title}, ${currency.toUpperCase()}`} />
        )}
      </div>
      {taxes.length > 0 && (
        <Table
          caption={`${title}, ${currency.toUpperCase()}`}
          columns={[
            { name: t('business.country'), cell: placeText },
            { name: t('business.rate'), cell: rateText },
            {
              name: t('business.invoices'),
              cell: (tax) => link(tax, t('business.invoices'), formatCount(tax.invoices)),
              atEnd: true,
            },
            { name: t('business.taxable'), cell: ({ taxable }) => money(taxable), atEnd: true },
            {
              name: t('business.figure.tax'),
              cell: (tax) => link(tax, t('business.figure.tax'), money(tax.tax)),
              atEnd: true,
            },
          ]}
          rows={taxes}
          keyOf={({ group }) => group}
        />
      )}
    </div>
  );
}

/** One row for each country and rate, the largest first. */
function addUp(months: readonly RevenueMonth[]): Tax[] {
  const sums = new Map<string, Tax>();
  for (const tax of months.flatMap(({ taxes }) => taxes)) {
    const before = sums.get(tax.group);
    sums.set(tax.group, {
      ...tax,
      tax: tax.tax + (before?.tax ?? 0),
      taxable: tax.taxable + (before?.taxable ?? 0),
      invoices: tax.invoices + (before?.invoices ?? 0),
    });
  }
  return [...sums.values()].sort(
    (one, other) => other.tax - one.tax || other.taxable - one.taxable,
  );
}
