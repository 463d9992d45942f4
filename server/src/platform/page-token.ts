import { refuseUnless } from './refusal.ts';

/** Place in a list that is ordered by time and, at the same time, by id. */
export interface PagePosition {
  readonly createdAt: Date;
  readonly id: string;
}

function toPageToken({ createdAt, id }: PagePosition): string {
  return Buffer.from(JSON.stringify([createdAt.toISOString(), id])).toString('base64url');
}

function toPagePosition(token: string): PagePosition {
  const [createdAt, id] = parse(token);
  const isPosition = isInstant(createdAt) && typeof id === 'string' && /^\w+$/.test(id);
  refuseUnless(isPosition, 'request/invalid', 'pageToken');
  return { createdAt: new Date(createdAt), id };
}

/** Position and limit of a list's query. One row more than the page shows whether another page follows. */
export function toPageQuestion(
  {
    pageSize,
    pageToken,
  }: { readonly pageSize?: string | undefined; readonly pageToken?: string | undefined },
  defaultSize: number,
) {
  const after = pageToken === undefined ? undefined : toPagePosition(pageToken);
  return { after, limit: Number(pageSize ?? defaultSize) + 1 };
}

/** The rows of the page, and the token of the next one if a row too many was found. */
export function toPage<Row>(
  rows: readonly Row[],
  limit: number,
  toPosition: (row: Row) => PagePosition,
): { readonly page: Row[]; readonly nextPageToken: string | null } {
  const page = rows.slice(0, limit - 1);
  const last = rows.length === limit ? page.at(-1) : undefined;
  return { page, nextPageToken: last ? toPageToken(toPosition(last)) : null };
}

/** Whether the text is an instant as page tokens write it. */
function isInstant(text: unknown): text is string {
  return typeof text === 'string' && /^\d{4}-.*Z$/.test(text) && !Number.isNaN(Date.parse(text));
}

function parse(token: string): unknown[] {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(token, 'base64url').toString());
    return Array.isArray(parsed) ? parsed : [];
  } catch {
    return [];
  }
}
