import type { StripeObject } from '../scene.ts';
import { invalid } from './errors.ts';
import type { List } from './lists.ts';

export interface SearchParams {
  query: string;
  limit?: number;
  page?: string;
}

/** `status:"open" AND metadata["order"]:"6735"`: https://docs.stripe.com/search#search-query-language */
const clausePattern =
  /^(-?)(?:metadata\["([^"]+)"\]|(\w+))(:|~|>=|<=|>|<)(?:"((?:[^"\\]|\\.)*)"|'([^']*)'|(-?\d+|null))$/;

/** Objects that fit a query. Stripe's index lags behind; here a change is found immediately. */
export function search<T extends StripeObject>(
  rows: readonly T[],
  { query }: SearchParams,
  fields: readonly string[],
): T[] {
  const isAny = / OR /.test(query);
  if (isAny && / AND /.test(query)) {
    throw invalid('Search queries cannot combine `AND` and `OR`.', 'query');
  }
  const clauses = query
    .split(isAny ? / OR / : / AND /)
    .map((text) => toClause(text.trim(), fields));
  return rows.filter((row) =>
    isAny ? clauses.some((fits) => fits(row)) : clauses.every((fits) => fits(row)),
  );
}

function toClause(text: string, fields: readonly string[]): (row: StripeObject) => boolean {
  const found = clausePattern.exec(text);
  if (!found) {
    throw invalid(`We were unable to parse your search query: ${text}`, 'query');
  }
  const [, minus, key, field = '', operator = ':', double, single, bare] = found;
  if (key === undefined && !fields.includes(field)) {
    throw invalid(`Field \`${field}\` is an unsupported search field.`, 'query');
  }
  const wanted = double ?? single ?? bare ?? '';
  return (row) => {
    const fits = compare(readField(row, key, field), operator, bare === 'null' ? null : wanted);
    return minus === '-' ? !fits : fits;
  };
}

function readField(row: StripeObject, key: string | undefined, field: string): unknown {
  const values: Record<string, unknown> = { ...row };
  const metadata: unknown = values.metadata;
  if (key === undefined) {
    return values[field] ?? null;
  }
  return Object.entries(metadata ?? {}).find(([name]) => name === key)?.[1] ?? null;
}

function compare(value: unknown, operator: string, wanted: string | null): boolean {
  if (value === null || wanted === null) {
    return operator === ':' && value === wanted;
  }
  const text = String(value).toLowerCase();
  switch (operator) {
    case ':':
      return text === wanted.toLowerCase();
    case '~':
      return text.includes(wanted.toLowerCase());
    case '>':
      return Number(value) > Number(wanted);
    case '<':
      return Number(value) < Number(wanted);
    case '>=':
      return Number(value) >= Number(wanted);
    default:
      return Number(value) <= Number(wanted);
  }
}

/** A page of a list in the shape of a search, whose next page is named by a token. */
export function toSearchResult({ data, has_more, url }: List) {
  return {
    object: 'search_result' as const,
    data,
    has_more,
    next_page: has_more ? (data.at(-1)?.id ?? null) : null,
    url,
  };
}
