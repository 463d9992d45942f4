export interface SourceLine {
  readonly line: number;
  readonly text: string;
  /** A line feed follows. The last line of a file that was cut has none. */
  readonly isEnded: boolean;
  /** Only the beginning of the line is here. */
  readonly isTooLong?: true;
}

/** Characters of a line, so that a file without line feeds does not fill the memory. */
export const longestLine = 4_194_304;

/** Lines without their line feed and carriage return. */
export async function* readLines(text: AsyncIterable<string>): AsyncGenerator<SourceLine> {
  let line = 1;
  let rest = '';
  let isTooLong = false;
  for await (const piece of text) {
    const parts = piece.split('\n');
    for (const [index, part] of parts.entries()) {
      rest += isTooLong ? '' : part;
      isTooLong ||= rest.length > longestLine;
      if (index < parts.length - 1) {
        yield toLine(line, rest, true, isTooLong);
        line += 1;
        rest = '';
        isTooLong = false;
      }
    }
  }
  if (rest !== '') {
    yield toLine(line, rest, false, isTooLong);
  }
}

function toLine(line: number, written: string, isEnded: boolean, isTooLong: boolean): SourceLine {
  if (isTooLong) {
    return { line, text: written.slice(0, 100), isEnded, isTooLong };
  }
  return { line, text: written.endsWith('\r') ? written.slice(0, -1) : written, isEnded };
}
