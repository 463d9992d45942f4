import { type CsvCell, csvStart, toCsvLine } from '@hearth/contract';

/** A table for spreadsheets: CRLF, quoted, UTF-8 with a byte order mark. */
export const toCsv = (rows: readonly (readonly CsvCell[])[]): string =>
  csvStart + rows.map(toCsvLine).join('');

/** Hands a text to the browser as a file. */
export function saveFile(
  name: string,
  content: string | Blob,
  type: 'csv' | 'plain' = 'csv',
): void {
  const url = URL.createObjectURL(new Blob([content], { type: `text/${type};charset=utf-8` }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Some browsers read it only after this task.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
