/** Part of a list that a program asks for. */
export interface PageQuestion {
  /** Id of the last entry of the page before; undefined for the first page. */
  readonly cursor?: string | undefined;
  readonly limit: number;
}

/** The page out of one entry more than it has room for. */
export function toPage<Row extends { readonly id: string }, Item>(
  rows: readonly Row[],
  { limit }: PageQuestion,
  toItem: (row: Row) => Item,
): { data: Item[]; next_cursor: string | null } {
  const shown = rows.slice(0, limit);
  const isMore = rows.length > limit;
  return { data: shown.map(toItem), next_cursor: (isMore && shown.at(-1)?.id) || null };
}
