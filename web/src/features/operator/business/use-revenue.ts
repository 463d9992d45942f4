import {
  exportRevenueRows,
  getRevenue,
  listRevenueRows,
  type RequestOf,
  type RevenueFigure,
} from '@hearth/contract';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../../shared/api/index.ts';
import { useChange } from '../../../shared/api/use-change.ts';
import { isRefused } from '../../../shared/api-error.ts';
import { saveFile } from '../../../shared/csv.ts';
import { toText } from '../../../shared/i18n/index.ts';
import { useRecentSignIn } from '../../../shared/recent-sign-in/use-recent-sign-in.tsx';
import { useAccount } from '../../../shared/session/index.ts';
import { notify } from '../../../shared/ui/toasts.ts';
import type { MonthRange } from './month-range.ts';

/** Names the rows behind a figure. */
export interface RowsAsked extends MonthRange {
  readonly figure: RevenueFigure;
  /** Undefined for trials. */
  readonly currency?: string | undefined;
  readonly group?: string | undefined;
}

export function useGetRevenue({ from, to }: MonthRange) {
  const api = useApi();
  const { uid } = useAccount();
  const { run, dialog } = useRecentSignIn();
  const query = useQuery({
    queryKey: ['account', uid, 'operator-revenue', from, to],
    queryFn: ({ signal }) => run(() => api.call(getRevenue, { from, to }, { signal })),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
  useLeaveWithoutRight(query.error);
  return { query, dialog };
}

/** Rows on a page of the server. */
export const pageSize = 50;

export function useListRows(asked: RowsAsked, page: number) {
  const api = useApi();
  const { uid } = useAccount();
  const { run, dialog } = useRecentSignIn();
  const { from: month, ...rest } = asked;
  const question = { month, ...rest, page };
  const query = useQuery({
    queryKey: ['account', uid, 'operator-revenue', 'rows', question],
    queryFn: ({ signal }) => run(() => api.call(listRevenueRows, question, { signal })),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
  useLeaveWithoutRight(query.error);
  return { query, dialog };
}

/** A role that was taken away closes the page that is open: what stands above it asks again. */
function useLeaveWithoutRight(error: unknown): void {
  const queries = useQueryClient();
  const { uid } = useAccount();
  const isGone = isRefused(error, 'request/unknown-path') || isRefused(error, 'access/denied');
  useEffect(() => {
    if (isGone) {
      void queries.invalidateQueries({ queryKey: ['account', uid, 'operator'] });
    }
  }, [isGone, queries, uid]);
}

/** Saves all rows behind a figure as a file, which the server sends as it reads them. */
export function useExportRows() {
  const { t } = useTranslation();
  const api = useApi();
  const { run: withRecentSignIn, dialog } = useRecentSignIn();
  const { busy, error, run } = useChange();

  useEffect(() => {
    if (error !== undefined) {
      notify.failure(t('business.csvError'), toText(error, t));
    }
  }, [error, t]);

  const exportRows = (asked: RowsAsked) =>
    run(async () => {
      const { from, to, figure, currency, group } = asked;
      const question: RequestOf<typeof exportRevenueRows> = { from, to, figure, currency, group };
      const file = await withRecentSignIn(() => api.download(exportRevenueRows, question));
      saveFile([figure, currency, from, to].filter(Boolean).join(' ').concat('.csv'), file);
    });
  return { busy, exportRows, dialog };
}
