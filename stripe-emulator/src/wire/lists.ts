import type { StripeObject } from '../scene.ts';
import { existing, invalid } from './errors.ts';

export interface PageParams {
  limit?: number;
  starting_after?: string;
  ending_before?: string;
  created?: number | { gt?: number; gte?: number; lt?: number; lte?: number };
}

export interface List {
  object: 'list';
  data: StripeObject[];
  has_more: boolean;
  url: string;
}

/** One page, newest first. Rows come in the order in which they were made. */
export function toPage(rows: StripeObject[], params: PageParams, url: string): List {
  const limit = params.limit ?? 10;
  if (limit < 1 || limit > 100) {
    throw invalid(
      limit < 1
        ? 'This value must be greater than or equal to 1.'
        : 'This value must be less than or equal to 100.',
      'limit',
      'parameter_invalid_integer',
    );
  }
  const { starting_after: after, ending_before: before } = params;
  if (after !== undefined && before !== undefined) {
    throw invalid('You can only specify one of these parameters: starting_after, ending_before.');
  }
  const newest = [...rows]
    .reverse()
    .filter((row) => isWithin(createdOf(row), params.created))
    .sort((a, b) => createdOf(b) - createdOf(a));
  if (before !== undefined) {
    const end = positionOf(newest, before, 'ending_before');
    const start = Math.max(0, end - limit);
    return { object: 'list', data: newest.slice(start, end), has_more: start > 0, url };
  }
  const start = after === undefined ? 0 : positionOf(newest, after, 'starting_after') + 1;
  const data = newest.slice(start, start + limit);
  return { object: 'list', data, has_more: newest.length > start + limit, url };
}

/** A list inside of an object, such as the lines of an invoice. */
export function toList<T>(data: T[], url: string) {
  return { object: 'list' as const, data, has_more: false, url };
}

function positionOf(rows: StripeObject[], id: string, param: string): number {
  const positions = Object.fromEntries(rows.map((row, index) => [row.id ?? '', index]));
  return existing(positions, id, rows[0]?.object.replaceAll('_', ' ') ?? 'object', param);
}

const createdOf = (row: StripeObject) =>
  'created' in row && typeof row.created === 'number' ? row.created : 0;

function isWithin(created: number, range: PageParams['created']): boolean {
  if (range === undefined) {
    return true;
  }
  if (typeof range === 'number') {
    return created === range;
  }
  const { gt = -1, gte = 0, lt = Number.POSITIVE_INFINITY, lte = Number.POSITIVE_INFINITY } = range;
  return created > gt && created >= gte && created < lt && created <= lte;
}
