import {
  exportRevenueRows,
  getRevenue,
  listRevenueRows,
  type RequestOf,
  type RevenueFigure,
} from '@hearth/contract';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../../shared/api/index.ts';
import { useChange } from '../../../shared/api/use-change.ts';
import { saveFile } from '../../../shared/csv.ts';
import { toText } from '../../../shared/i18n/index.ts';
import { useRecentSignIn } from '../../../shared/recent-sign-in/use-recent-sign-in.tsx';
import { notify } from '../../../shared/ui/toasts.ts';
import { useOperatorQuery } from '../use-operator-query.ts';
import type { MonthRange } from './month-range.ts';

/** Names the rows behind a figure. */
export interface RowsAsked extends MonthRange {
  readonly figure: RevenueFigure;
  /** Undefined for trials. */
  readonly currency?: string | undefined;
  readonly group?: string | undefined;
}

export const useGetRevenue = ({ from, to }: MonthRange) =>
  useOperatorQuery(['operator-revenue', from, to], (api, options) =>
    api.call(getRevenue, { from, to }, options),
  );

/** Rows on a page of the server. */
export const pageSize = 50;

export function useListRows({ from: month, ...rest }: RowsAsked, page: number) {
  const question = { month, ...rest, page };
  return useOperatorQuery(['operator-revenue', 'rows', question], (api, options) =>
    api.call(listRevenueRows, question, options),
  );
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
