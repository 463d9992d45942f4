import { movementFigures, presentFigures, type RevenueRow } from '@hearth/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatMonth } from '../../../shared/i18n/format-month.ts';
import { formatDate, formatMoney, toText, useLanguage } from '../../../shared/i18n/index.ts';
import { paths } from '../../../shared/paths.ts';
import { Card } from '../../../shared/ui/card.tsx';
import { PageHeader } from '../../../shared/ui/page-header.tsx';
import { Paging } from '../../../shared/ui/paging.tsx';
import { RetryNote } from '../../../shared/ui/retry-note.tsx';
import { Skeleton, SkeletonGroup } from '../../../shared/ui/skeleton.tsx';
import { type Column, Table } from '../../../shared/ui/table.tsx';
import { TextLink } from '../../../shared/ui/text-link.tsx';
import { usePlanTitle } from '../console/use-plan-title.ts';
import { ExportRowsButton } from './export-rows-button.tsx';
import { middleOf } from './month-range.ts';
import { pageSize, type RowsAsked, useListRows } from './use-revenue.ts';
import { useTaxWords } from './use-tax-words.ts';

/** The rows behind one figure, with links to their projects. */
export function RevenueRows({ asked }: { readonly asked: RowsAsked }) {
  const { t } = useTranslation();
  const [page, setPage] = useState(1);
  const { query, dialog } = useListRows(asked, page);
  const { data, error, isFetching, isPlaceholderData, refetch } = query;
  const name = t(`business.figure.${asked.figure}`);
  const title = useTitle(asked);
  const columns = useColumns(asked);

  return (
    <>
      <TextLink to={paths.operatorBusiness}>{t('business.back')}</TextLink>
      <PageHeader
        title={title}
        sub={t(`business.definition.${asked.figure}`)}
        actions={<ExportRowsButton asked={asked} name={title} />}
      />
      {error && (
        <RetryNote message={toText(error, t)} busy={isFetching} onRetry={() => void refetch()} />
      )}
      {!data && !error && <RowSkeleton />}
      {data && !error && data.total === 0 && <p className="text-ink-2">{t('business.noRows')}</p>}
      {data && !error && data.total > 0 && (
        <Table
          caption={name}
          columns={columns}
          rows={data.rows.map((row, index) => ({ ...row, place: index }))}
          keyOf={({ place }) => String(place)}
          isOld={isPlaceholderData}
          foot={<Paging page={page} pageSize={pageSize} total={data.total} onPage={setPage} />}
        />
      )}
      {dialog}
    </>
  );
}

function useTitle({ figure, currency, from, to }: RowsAsked): string {
  const { t } = useTranslation();
  const language = useLanguage();
  const monthText = (month: string) => formatMonth(middleOf(month), language, 'UTC');
  const span =
    from === to
      ? monthText(from)
      : t('business.span', { from: monthText(from), to: monthText(to) });
  const isNow = presentFigures.some((one) => one === figure);
  const period = [isNow ? t('business.today') : span, currency?.toUpperCase()];
  return t('business.rowsTitle', {
    name: t(`business.figure.${figure}`),
    period: period.filter(Boolean).join(', '),
  });
}

/** Columns that the rows behind the figure have something in. */
function useColumns({ figure, currency = '' }: RowsAsked): Column<RevenueRow>[] {
  const { t } = useTranslation();
  const project: Column<RevenueRow> = {
    name: t('business.project'),
    cell: ({ subscription_id: id, name }) => (
      <TextLink to={paths.operatorProject(id)}>
        <bdi>{name ?? t('subscription.untitled')}</bdi>
      </TextLink>
    ),
  };
  const movement = useMovementColumns(currency);
  const stored = useStoredColumns(currency);
  const tax = useTaxColumns(currency);
  if (movementFigures.some((one) => one === figure)) {
    return [project, ...movement];
  }
  switch (figure) {
    case 'tax':
      return [project, stored.day, stored.invoice, ...tax, stored.amount];
    case 'failed':
    case 'recovered':
      return [project, stored.day, stored.invoice, stored.amount, stored.recovered];
    case 'owed':
      return [project, stored.day, stored.amount];
    case 'trials':
    case 'stayed':
    case 'trials_running':
      return [project, stored.day];
    default:
      return [project, stored.day, stored.invoice, stored.amount];
  }
}

/** MRR is not a whole number of the smallest unit. */
const moneyText = (amount: number | undefined, currency: string) =>
  amount === undefined ? '' : formatMoney(Math.round(amount), currency);

function useMovementColumns(currency: string): Column<RevenueRow>[] {
  const { t } = useTranslation();
  const planTitle = usePlanTitle();
  return [
    {
      name: t('business.plan'),
      cell: ({ plan_id: id }) => (id ? planTitle(id) : t('business.otherPlan')),
    },
    {
      name: t('business.period'),
      cell: ({ frequency }) => frequency && t(`business.periods.${frequency}`),
    },
    {
      name: t('business.before'),
      cell: ({ before }) => moneyText(before, currency),
      atEnd: true,
    },
    { name: t('business.after'), cell: ({ after }) => moneyText(after, currency), atEnd: true },
  ];
}

function useStoredColumns(currency: string) {
  const { t } = useTranslation();
  const language = useLanguage();
  const money = (name: string, of: 'amount' | 'recovered'): Column<RevenueRow> => ({
    name,
    cell: (row) => moneyText(row[of], currency),
    atEnd: true,
  });
  const day: Column<RevenueRow> = {
    name: t('business.day'),
    cell: ({ at }) => at && formatDate(at, language, 'UTC'),
  };
  const invoice: Column<RevenueRow> = {
    name: t('business.invoice'),
    cell: (row) => <span translate="no">{row.invoice}</span>,
  };
  return {
    day,
    invoice,
    amount: money(t('business.amount'), 'amount'),
    recovered: money(t('business.figure.recovered'), 'recovered'),
  };
}

function useTaxColumns(currency: string): Column<RevenueRow>[] {
  const { t } = useTranslation();
  const { placeText, rateText } = useTaxWords();
  return [
    { name: t('business.country'), cell: placeText },
    { name: t('business.rate'), cell: rateText },
    {
      name: t('business.taxable'),
      cell: ({ taxable }) => moneyText(taxable, currency),
      atEnd: true,
    },
  ];
}

function RowSkeleton() {
  return (
    <SkeletonGroup>
      <Card className="grid grid-cols-1 gap-4 p-5">
        <Skeleton className="h-6 w-full" />
        <Skeleton className="h-6 w-full" />
        <Skeleton className="h-6 w-2/3" />
      </Card>
    </SkeletonGroup>
  );
}
