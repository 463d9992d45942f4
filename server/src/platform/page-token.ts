import { refuseUnless } from './refusal.ts';

/** Place in a list that is ordered by time and, at the same time, by id. */
export interface PagePosition {
  readonly createdAt: Date;
  readonly id: string;
}

export function toPageToken({ createdAt, id }: PagePosition): string {
  return Buffer.from(JSON.stringify([createdAt.toISOString(), id])).toString('base64url');
}

export function toPagePosition(token: string): PagePosition {
  const [createdAt, id] = parse(token);
  const isPosition = isInstant(createdAt) && typeof id === 'string' && /^\w+$/.test(id);
  refuseUnless(isPosition, 'request/invalid', 'pageToken');
  return { createdAt: new Date(createdAt), id };
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
