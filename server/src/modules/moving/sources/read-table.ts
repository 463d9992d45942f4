import type { Readable } from 'node:stream';
import { findMissing, readCsvRows, requireColumns } from './read-csv-rows.ts';
import { readJsonLines } from './read-json-lines.ts';
import { peekText } from './read-text.ts';
import { type Fields, type SourceRow, withTextFault } from './source-row.ts';

/**
 * Rows of a table, as CSV with a header line or as JSON lines. `toName` gives a column the name that it has here; the
 * required names are such.
 */
export function readTable(
  input: Readable,
  required: readonly string[],
  toName: (written: string) => string = (written) => written,
): AsyncGenerator<SourceRow<Fields>> {
  return withTextFault(readRows(input, required, toName));
}

async function* readRows(
  input: Readable,
  required: readonly string[],
  toName: (written: string) => string,
): AsyncGenerator<SourceRow<Fields>> {
  const { first, text } = await peekText(input);
  // JSON lines of an empty table are an empty file.
  const isJson = ['{', '[', ''].includes(first);
  const rows = isJson
    ? requireFields(readJsonLines(text), (names) => findMissing(names.map(toName), required))
    : readCsvRows(text, (names) => requireColumns(names.map(toName), required));
  for await (const row of rows) {
    yield 'fault' in row ? row : { line: row.line, value: rename(row.value, toName) };
  }
}

/** JSON lines have no header: the first record shows whether they are the right ones. */
async function* requireFields(
  rows: AsyncIterable<SourceRow<Fields>>,
  findMissingOf: (names: readonly string[]) => readonly string[],
): AsyncGenerator<SourceRow<Fields>> {
  let isKnown = false;
  for await (const row of rows) {
    if (!isKnown && 'value' in row) {
      const missing = findMissingOf(Object.keys(row.value));
      if (missing.length > 0) {
        const fault = `The first record has no field ${missing.join(', ')}.`;
        yield { line: row.line, fault, isLast: true };
        return;
      }
      isKnown = true;
    }
    yield row;
  }
}

function rename(fields: Fields, toName: (written: string) => string): Fields {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [toName(name), value]));
}
