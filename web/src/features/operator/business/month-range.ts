import { mostRevenueMonths } from '@hearth/contract';
import { productNow } from '../../../shared/product-time.ts';

/** Months such as 2026-11, the first and the last. */
export interface MonthRange {
  readonly from: string;
  readonly to: string;
}

const usual = 12;

const isMonth = (text: string | null): text is string =>
  text !== null && /^20\d\d-(0[1-9]|1[0-2])$/.test(text);

/** The last three years, the newest first. */
export function offeredMonths(): string[] {
  const now = new Date(productNow());
  return Array.from({ length: mostRevenueMonths }, (_, back) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back)).toISOString().slice(0, 7),
  );
}

/** Range that the address names; the last twelve months if it is not one of those offered. */
export function readRange(search: URLSearchParams): MonthRange {
  const offered = offeredMonths();
  const [latest = ''] = offered;
  const from = search.get('from');
  const to = search.get('to');
  return {
    from: isMonth(from) && offered.includes(from) ? from : (offered[usual - 1] ?? latest),
    to: isMonth(to) && offered.includes(to) ? to : latest,
  };
}

/** Noon of its middle, which is in the month in every time zone. */
export const middleOf = (month: string) => `${month}-15T12:00:00.000Z`;
