import { parse } from 'csv-parse/sync';
import { readLines, type SourceLine } from './read-lines.ts';
import { type Fields, type RowFault, type SourceRow, writeCount } from './source-row.ts';

type CsvRecord = SourceRow<readonly string[]> & {
  /** A line feed follows. */
  readonly isEnded: boolean;
};

/** Lines and characters of a record after which its quotation mark counts as not closed. */
const longestRecord = { lines: 200, characters: 1_048_576 };

/** Fields of each record (RFC 4180). A record whose quotation mark is not closed takes no other one with it. */
async function* readCsvRecords(text: AsyncIterable<string>): AsyncGenerator<CsvRecord> {
  let begun: readonly SourceLine[] = [];
  for await (const line of readLines(text)) {
    begun = yield* takeRecords(begun, [line]);
  }
  while (begun.at(-1)?.isEnded) {
    yield toUnclosed(begun);
    begun = yield* takeRecords([], begun.slice(1));
  }
  if (begun.length > 0) {
    yield toUnclosed(begun);
  }
}

/** Records that a header line names the columns of. Names are in small letters, with underscores for spaces. */
export async function* readCsvRows(
  text: AsyncIterable<string>,
  checkHeader: (names: readonly string[]) => string | undefined,
): AsyncGenerator<SourceRow<Fields>> {
  let names: readonly string[] | undefined;
  let records = 0;
  for await (const record of readCsvRecords(text)) {
    if (names) {
      records += 1;
      yield toNamedRow(record, names, records);
      continue;
    }
    names = 'fault' in record ? [] : record.value.map(toColumnName);
    const fault = checkHeader(names);
    if (fault !== undefined) {
      yield { line: record.line, fault, isLast: true };
      return;
    }
  }
  if (!names) {
    yield { line: 1, fault: 'The file is empty.', isLast: true };
  }
}

/** A sentence if one of the columns is missing, or named twice. */
export function requireColumns(
  names: readonly string[],
  required: readonly string[],
): string | undefined {
  if (/^[[{]/.test(names[0] ?? '')) {
    return 'The file is JSON, not CSV.';
  }
  const missing = findMissing(names, required);
  if (missing.length > 0) {
    const found = names.join(', ').slice(0, 200);
    return `The header line names no column ${missing.join(', ')}. It names: ${found}.`;
  }
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  return twice === undefined ? undefined : `The header line names the column ${twice} twice.`;
}

export const findMissing = (names: readonly string[], required: readonly string[]) =>
  required.filter((name) => !names.includes(name));

/** The file ends in this record, which is counted from 1. */
export function toCut(line: number, record: number): RowFault {
  const fault = `The file ends in the middle of record ${writeCount(record)}.`;
  return { line, fault, isLast: true };
}

function* takeRecords(
  begun: readonly SourceLine[],
  lines: readonly SourceLine[],
): Generator<CsvRecord, readonly SourceLine[]> {
  const waiting = [...lines];
  let record = [...begun];
  for (let line = waiting.shift(); line; line = waiting.shift()) {
    record.push(line);
    if (isWhole(record) || line.isTooLong) {
      yield* toRecord(record);
      record = [];
    } else if (isTooLong(record)) {
      yield toUnclosed(record);
      waiting.unshift(...record.slice(1));
      record = [];
    }
  }
  return record;
}

/** Each quoted field has an even number of quotation marks. */
function isWhole(lines: readonly SourceLine[]): boolean {
  const marks = lines.reduce((sum, { text }) => sum + text.split('"').length - 1, 0);
  return marks % 2 === 0;
}

function isTooLong(lines: readonly SourceLine[]): boolean {
  const characters = lines.reduce((sum, { text }) => sum + text.length, 0);
  return lines.length > longestRecord.lines || characters > longestRecord.characters;
}

function* toRecord(lines: readonly SourceLine[]): Generator<CsvRecord> {
  const text = lines.map((each) => each.text).join('\n');
  const line = lines[0]?.line ?? 1;
  const isEnded = lines.at(-1)?.isEnded ?? false;
  if (lines.some((each) => each.isTooLong)) {
    yield { line, fault: 'The line is longer than 4 MB.', isEnded };
  } else if (text.trim() !== '') {
    const fields = splitFields(text);
    yield typeof fields === 'string'
      ? { line, fault: fields, isEnded }
      : { line, value: fields, isEnded };
  }
}

function toUnclosed(lines: readonly SourceLine[]): CsvRecord {
  const isEnded = lines.at(-1)?.isEnded ?? false;
  return { line: lines[0]?.line ?? 1, fault: unclosed, isEnded };
}

/** Fields of one record, or why it has none. A quotation mark at another place than around a field is a letter. */
export function splitFields(text: string): readonly string[] | string {
  try {
    const [fields = []] = parse(text, {
      relax_quotes: true,
      relax_column_count: true,
      record_delimiter: '\r\n',
      max_record_size: 0,
    });
    return fields;
  } catch {
    // A quotation mark that is a letter can hide that another one is not closed.
    return unclosed;
  }
}

const unclosed = 'A quotation mark is not closed.';

function toNamedRow(record: CsvRecord, names: readonly string[], count: number): SourceRow<Fields> {
  const { line } = record;
  if (!record.isEnded && ('fault' in record || record.value.length < names.length)) {
    return toCut(line, count);
  }
  if ('fault' in record) {
    return { line, fault: record.fault };
  }
  if (record.value.length !== names.length) {
    const fields = writeCount(record.value.length);
    const fault = `The line has ${fields} fields, the header line ${writeCount(names.length)}.`;
    return { line, fault };
  }
  const { value } = record;
  return { line, value: Object.fromEntries(names.map((name, index) => [name, value[index]])) };
}

const toColumnName = (written: string) => written.trim().toLowerCase().replaceAll(/\s+/g, '_');
