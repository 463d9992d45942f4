import * as z from 'zod/mini';
import { operatorFor } from '../access.ts';
import { document } from '../entry.ts';
import { month, rowsOfFigure } from './revenue-figures.ts';

const lines = z.custom<AsyncIterable<string>>(
  (value) => typeof value === 'object' && value !== null && Symbol.asyncIterator in value,
);

/**
 * The rows behind one figure as a file for spreadsheets, of at most 36 months: CSV of RFC 4180 in UTF-8 with a byte order
 * mark. Amounts are in the unit of the currency, with a point. It is sent as it is read, so that any number of rows
 * comes, and ends early if the operator loses the right meanwhile.
 */
export const exportRevenueRows = document({
  method: 'GET',
  path: '/v1/operator/revenue/rows.csv',
  access: operatorFor('revenue'),
  answers: 'csv',
  input: z.strictObject({ from: month, to: month, ...rowsOfFigure }),
  output: lines,
  refusals: ['operator/too-many-months', 'operator/no-currency'],
});
