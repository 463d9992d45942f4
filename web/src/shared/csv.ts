/**
 * A table for spreadsheets: CRLF, quoted, UTF-8 with a byte order mark. Cells like a formula get an apostrophe, since
 * strangers write names (OWASP, CSV injection).
 */
export function toCsv(rows: readonly (readonly string[])[]): string {
  const lines = rows.map((cells) => cells.map(toCell).join(','));
  return `\uFEFF${lines.join('\r\n')}\r\n`;
}

function toCell(text: string): string {
  const safe = /^[\s]*[=+\-@＝＋－＠\t\r\n]/.test(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
}

/** Hands a text to the browser as a file. */
export function saveFile(name: string, text: string, type: 'csv' | 'plain' = 'csv'): void {
  const url = URL.createObjectURL(new Blob([text], { type: `text/${type};charset=utf-8` }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Some browsers read it only after this task.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
