/** Text becomes a quoted cell; a number goes as it is, with a point for its decimals. */
export type CsvCell = string | number;

/** Begins a file: without this mark, spreadsheets take UTF-8 for the old character set of the machine. */
export const csvStart = '\uFEFF';

/**
 * A line of a table for spreadsheets (RFC 4180). Texts like a formula get an apostrophe, since strangers write names
 * (OWASP, CSV injection).
 */
export const toCsvLine = (cells: readonly CsvCell[]): string =>
  `${cells.map(toCell).join(',')}\r\n`;

function toCell(cell: CsvCell): string {
  if (typeof cell === 'number') {
    return String(cell);
  }
  const safe = /^[\s]*[=+\-@＝＋－＠\t\r\n]/.test(cell) ? `'${cell}` : cell;
  return `"${safe.replaceAll('"', '""')}"`;
}
