import type { Readable } from 'node:stream';
import { buildAccount, type WrittenLink } from './build-account.ts';
import { readCsvRows, requireColumns } from './read-csv-rows.ts';
import { readText } from './read-text.ts';
import type { SourceAccount, SourceRecord } from './source-account.ts';
import { type Fields, toRecords, withTextFault } from './source-row.ts';
import { isFields, toList } from './written-values.ts';

/** Reads the CSV that an export of Hearth writes, and that may be made by hand: only `email` must be there. */
export function readCsv(input: Readable): AsyncGenerator<SourceRecord> {
  return toRecords(withTextFault(readCsvRows(readText(input), checkHeader)), toAccount);
}

/**
 * Columns of the file, in the order in which they are written. `password_hash` is a PHC string, `links` a JSON list of
 * objects as `SourceLink`, `claims` a JSON object; times are ISO 8601.
 */
export const csvColumns = [
  'uid',
  'email',
  'email_verified',
  'display_name',
  'photo_url',
  'disabled',
  'created_at',
  'last_signed_in_at',
  'password_hash',
  'password_changed_at',
  'links',
  'claims',
] as const;

function checkHeader(names: readonly string[]): string | undefined {
  const known: ReadonlySet<string> = new Set(csvColumns);
  const unknown = names.filter((name) => !known.has(name));
  const missing = requireColumns(names, ['email']);
  if (missing !== undefined || unknown.length === 0) {
    return missing;
  }
  const written = unknown.map((name) => `"${name}"`).join(', ');
  return `The header line names unknown columns: ${written}. Known are: ${csvColumns.join(', ')}.`;
}

function toAccount(row: Fields): SourceAccount | string {
  const links = toList(row.links);
  return buildAccount({
    uid: row.uid,
    email: row.email,
    emailVerified: row.email_verified,
    displayName: row.display_name,
    photoUrl: row.photo_url,
    disabled: row.disabled,
    createdAt: row.created_at,
    lastSignedInAt: row.last_signed_in_at,
    passwordHash: row.password_hash,
    passwordChangedAt: row.password_changed_at,
    links: (links ?? []).map(toLink),
    claims: row.claims,
    leftOut: [links === undefined && 'The links are not taken: they are no JSON list.'],
  });
}

function toLink(value: unknown): WrittenLink {
  const { provider, subject, email, displayName, photoUrl } = isFields(value) ? value : {};
  return { provider, subject, email, displayName, photoUrl };
}
