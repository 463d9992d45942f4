import { UnreadableText } from './read-text.ts';
import type { SourceAccount, SourceRecord } from './source-account.ts';

/** A record of a file before its fields are understood. */
export type SourceRow<T> = { readonly line: number; readonly value: T } | RowFault;

export interface RowFault {
  readonly line: number;
  readonly fault: string;
  /** Nothing can be read after it: the file is cut, or is of another kind. */
  readonly isLast?: true;
}

export type Fields = Readonly<Record<string, unknown>>;

/** Converts each row; a converter answers with a sentence if the row is no account. */
export async function* toRecords<T>(
  rows: AsyncIterable<SourceRow<T>>,
  toAccount: (value: T) => SourceAccount | string,
): AsyncGenerator<SourceRecord> {
  for await (const row of rows) {
    yield 'fault' in row ? { line: row.line, fault: row.fault } : toRecord(row, toAccount);
  }
}

function toRecord<T>(
  { line, value }: { readonly line: number; readonly value: T },
  toAccount: (value: T) => SourceAccount | string,
): SourceRecord {
  const account = toAccount(value);
  return typeof account === 'string' ? { line, fault: account } : { line, account };
}

/**
 * Reads the whole of a second file, of which each record belongs to an account of the first. Yields its faults; returns
 * whether it was read to its end.
 */
export async function* readBeside<T>(
  rows: AsyncIterable<SourceRow<T>>,
  name: string,
  keep: (value: T) => string | undefined,
): AsyncGenerator<SourceRecord, boolean> {
  for await (const row of rows) {
    const fault = 'fault' in row ? row.fault : keep(row.value);
    if (fault !== undefined) {
      yield { line: row.line, fault: `In the file of ${name}: ${fault}` };
    }
    if ('fault' in row && row.isLast) {
      return false;
    }
  }
  return true;
}

/**
 * A file of which neither of the first two records can be read is of another kind: it gets one fault, not one for each
 * line.
 */
export async function* refuseOtherKind<T>(
  rows: AsyncIterable<SourceRow<T>>,
  sentence: string,
): AsyncGenerator<SourceRow<T>> {
  let first: RowFault | undefined;
  let isKnown = false;
  for await (const row of rows) {
    if (!isKnown && 'fault' in row && !row.isLast) {
      if (first) {
        yield { line: first.line, fault: sentence, isLast: true };
        return;
      }
      first = row;
      continue;
    }
    isKnown = true;
    if (first) {
      yield first;
      first = undefined;
    }
    yield row;
  }
  if (first) {
    yield { line: first.line, fault: sentence, isLast: true };
  }
}

/** Turns text that cannot be read at all into one fault. */
export async function* withTextFault<T>(
  rows: AsyncIterable<SourceRow<T>>,
): AsyncGenerator<SourceRow<T>> {
  try {
    yield* rows;
  } catch (error) {
    if (!(error instanceof UnreadableText)) {
      throw error;
    }
    yield { line: 1, fault: error.message, isLast: true };
  }
}

export const writeCount = (count: number) => count.toLocaleString('en-US');
