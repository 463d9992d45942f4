import { minorDigits } from '@hearth/contract';
import Download from 'lucide-react/icons/download';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { saveFile, toCsv } from '../../../shared/csv.ts';
import { formatCount } from '../../../shared/i18n/format.ts';
import { formatMonth } from '../../../shared/i18n/format-month.ts';
import { formatMoney, useLanguage } from '../../../shared/i18n/index.ts';
import { namesIn } from '../../../shared/i18n/names-in.ts';
import { Bars } from '../../../shared/ui/bars.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { Card } from '../../../shared/ui/card.tsx';
import { Table } from '../../../shared/ui/table.tsx';
import { FigureGrid } from '../figure-grid.tsx';
import {
  cashFigures,
  failedFigures,
  figureOf,
  monthFigures,
  mrrFigures,
  type OfCurrency,
  type RevenueMonth,
  rowsFigure,
  useFigureWords,
} from './figures.ts';
import { type MonthRange, middleOf } from './month-range.ts';
import { MovementBars } from './movement-bars.tsx';
import { PlanTable } from './plan-table.tsx';
import { RowsLink } from './rows-link.tsx';
import { TaxTable } from './tax-table.tsx';

type OfMonth = Parameters<typeof figureOf>[1];

interface CurrencySectionProps {
  readonly of: OfCurrency;
  readonly range: MonthRange;
}

/** Months that fit with a label below each bar. */
const mostLabels = 13;

/** All figures of one currency; no figure is summed over several. */
export function CurrencySection({ of, range }: CurrencySectionProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { currency, months } = of;
  const money = (amount: number) => formatMoney(Math.round(amount), currency);
  const monthText = (month: string) => formatMonth(middleOf(month), language, 'UTC');
  const code = currency.toUpperCase();
  const bars = months.map(({ month, mrr }) => ({
    label: monthText(month),
    value: mrr,
    text: money(mrr),
  }));
  const isFew = months.length <= mostLabels;

  return (
    <section aria-labelledby={currency} className="grid grid-cols-1 gap-6">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id={currency} className="text-title font-card">
          {code} <span className="text-ink-2">{namesIn(language, 'currency')(code)}</span>
        </h2>
        <MonthsCsv of={of} />
      </div>
      <LastMonth of={of} />
      <div className="grid grid-cols-1 gap-6 min-[1100px]:grid-cols-2">
        <ChartCard title={t('business.mrrChart')}>
          <Bars
            caption={`${t('business.mrrChart')}, ${code}. ${t('business.chartHint')}`}
            bars={bars}
            {...(isFew && { gridText: money })}
          />
        </ChartCard>
        <ChartCard title={t('business.movementChart')}>
          <MovementBars
            caption={`${t('business.movementChart')}, ${code}. ${t('business.chartHint')}`}
            months={months}
            money={money}
            monthText={monthText}
          />
        </ChartCard>
      </div>
      <MonthTable of={of} title={t('business.mrrTable')} figures={mrrFigures} />
      <PlanTable of={of} />
      <MonthTable of={of} title={t('business.cashTable')} figures={cashFigures} />
      <MonthTable of={of} title={t('business.failedTable')} figures={failedFigures} />
      <TaxTable of={of} range={range} />
    </section>
  );
}

function ChartCard({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <Card className="grid grid-cols-1 content-start gap-3 px-5 py-4">
      <h3 className="text-card font-card">{title}</h3>
      {children}
    </Card>
  );
}

/** A figure of a month, with the way to its rows unless there are none. */
function useFigure(currency: string) {
  const { t } = useTranslation();
  return (month: RevenueMonth, name: OfMonth) => {
    const amount = figureOf(month, name);
    const value =
      name === 'paying' ? formatCount(amount) : formatMoney(Math.round(amount), currency);
    const figure = rowsFigure(name);
    const asked = figure && { from: month.month, to: month.month, figure, currency };
    return asked && amount !== 0 ? (
      <RowsLink name={t(`business.figure.${name}`)} value={value} asked={asked} />
    ) : (
      value
    );
  };
}

/** The newest month, with definitions. */
function LastMonth({ of }: { readonly of: OfCurrency }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { currency, months, owed } = of;
  const figure = useFigure(currency);
  const toWords = useFigureWords();
  const last = months.at(-1);
  if (!last) {
    return null;
  }
  const { month } = last;
  const owedText = formatMoney(owed, currency);
  const asked = { from: month, to: month, figure: 'owed', currency } as const;
  const owedValue =
    owed > 0 ? (
      <RowsLink name={t('business.figure.owed')} value={owedText} asked={asked} />
    ) : (
      owedText
    );
  return (
    <FigureGrid
      id={`${currency}-figures`}
      title={`${t('business.figures', { month: formatMonth(middleOf(month), language, 'UTC') })}, ${currency.toUpperCase()}`}
      figures={[
        ...monthFigures.map((name) => toWords(name, figure(last, name))),
        toWords('owed', owedValue),
      ]}
    />
  );
}

interface MonthTableProps {
  readonly of: OfCurrency;
  readonly title: string;
  readonly figures: readonly OfMonth[];
}

/** Figures month by month, the newest first. */
function MonthTable({ of: { currency, months }, title, figures }: MonthTableProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const figure = useFigure(currency);
  return (
    <div className="grid grid-cols-1 gap-3">
      <h3 className="text-card font-card">{title}</h3>
      <Table
        caption={`${title}, ${currency.toUpperCase()}`}
        columns={[
          {
            name: t('business.month'),
            cell: ({ month }: RevenueMonth) => formatMonth(middleOf(month), language, 'UTC'),
          },
          ...figures.map((name) => ({
            name: t(`business.figure.${name}`),
            cell: (month: RevenueMonth) => figure(month, name),
            atEnd: true,
          })),
        ]}
        rows={months.toReversed()}
        keyOf={({ month }) => month}
      />
    </div>
  );
}

/** All figures of the months that are shown, in the unit of the currency. */
function MonthsCsv({ of: { currency, months } }: { readonly of: OfCurrency }) {
  const { t } = useTranslation();
  const code = currency.toUpperCase();

  function save() {
    const unit = 10 ** minorDigits(currency);
    const heads = [
      t('business.month'),
      ...monthFigures.map((name) => t(`business.figure.${name}`)),
    ];
    const rows = months.map((month) => [
      month.month,
      ...monthFigures.map((name) =>
        name === 'paying' ? month.paying : Number((figureOf(month, name) / unit).toFixed(6)),
      ),
    ]);
    saveFile(`${t('business.title')} ${code}.csv`, toCsv([heads, ...rows]));
  }

  return (
    <Button
      size="small"
      aria-label={t('business.csvOf', { name: `${t('business.title')}, ${code}` })}
      onClick={save}
    >
      <Download aria-hidden="true" className="size-4" />
      {t('business.csv')}
    </Button>
  );
}
