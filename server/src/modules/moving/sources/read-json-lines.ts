import { readLines, type SourceLine } from './read-lines.ts';
import { type Fields, refuseOtherKind, type SourceRow, writeCount } from './source-row.ts';
import { isFields } from './written-values.ts';

/** JSON lines: one object on each line. */
export function readJsonLines(text: AsyncIterable<string>): AsyncGenerator<SourceRow<Fields>> {
  return refuseOtherKind(
    readRows(text),
    'The file is not JSON lines: each line must be one JSON object.',
  );
}

async function* readRows(text: AsyncIterable<string>): AsyncGenerator<SourceRow<Fields>> {
  let records = 0;
  for await (const line of readLines(text)) {
    if (line.text.trim() !== '') {
      records += 1;
      yield toRow(line, records);
    }
  }
}

function toRow({ line, text, isEnded, isTooLong }: SourceLine, record: number): SourceRow<Fields> {
  if (isTooLong) {
    return { line, fault: 'The line is longer than 4 MB.' };
  }
  const value = parse(text);
  if (isFields(value)) {
    return { line, value };
  }
  const isCut = !isEnded && text.trimStart().startsWith('{');
  return isCut
    ? { line, fault: `The file ends in the middle of record ${writeCount(record)}.`, isLast: true }
    : { line, fault: 'The line is no JSON object.' };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
