import { getRevenue, listRevenueRows, type RevenueFigure } from '@hearth/contract';
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
