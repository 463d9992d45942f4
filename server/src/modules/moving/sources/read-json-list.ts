import { type Fields, type SourceRow, writeCount } from './source-row.ts';
import { isFields } from './written-values.ts';

/** Characters of one element, after which its brackets count as not closed. */
const longestElement = 4_194_304;

/** Characters from the last string on, before the list; the name of the list is shorter. */
const longestName = 65_536;

/**
 * Elements of the list `name` in one JSON object, by their number. Finds where each ends by its brackets, so that a broken
 * element does not take the next one with it.
 */
export async function* readJsonList(
  text: AsyncIterable<string>,
  name: string,
): AsyncGenerator<SourceRow<Fields>> {
  const scanner = new JsonListScanner(name);
  let record = 0;
  for await (const piece of text) {
    for (const element of scanner.take(piece)) {
      record += 1;
      yield toRow(element, record);
    }
    if (scanner.begunLength > longestElement) {
      const fault = `Record ${writeCount(record + 1)} is not closed: nothing after it can be read.`;
      yield { line: record + 1, fault, isLast: true };
      return;
    }
  }
  const fault = explainEnd(scanner, name, record);
  if (fault !== undefined) {
    yield { line: record + 1, fault, isLast: true };
  }
}

function explainEnd(scanner: JsonListScanner, name: string, record: number): string | undefined {
  if (scanner.place === 'before') {
    return `The file is no JSON object with a list "${name}".`;
  }
  if (scanner.place === 'after') {
    return undefined;
  }
  return scanner.begunLength > 0
    ? `The file ends in the middle of record ${writeCount(record + 1)}.`
    : `The file ends after record ${writeCount(record)}, before its list is closed.`;
}

/** Characters that matter outside of a string, and inside of one. */
const marks = /["{}[\],]/g;
const stringMarks = /["\\]/g;

const depths: Readonly<Record<string, number>> = { '{': 1, '[': 1, '}': -1, ']': -1 };

class JsonListScanner {
  place: 'before' | 'inside' | 'after' = 'before';
  readonly #name: string;
  /** Text from `begin` on, and what was read of it. */
  #text = '';
  #at = 0;
  /** Place in the text where the element begins, or before the list the last string. */
  #begin = 0;
  #depth = 0;
  #isString = false;

  constructor(name: string) {
    this.#name = name;
  }

  /** Characters of the element that is not whole yet. */
  get begunLength(): number {
    return this.place === 'inside' ? this.#text.slice(this.#begin).trim().length : 0;
  }

  /** Whole elements that end in the piece. */
  *take(piece: string): Generator<string> {
    this.#text = this.#text.slice(this.#begin) + piece;
    this.#at -= this.#begin;
    this.#begin = 0;
    while (this.place !== 'after') {
      const mark = this.#findMark();
      if (mark === undefined) {
        break;
      }
      const element = this.#isString ? this.#passInString(mark) : this.#pass(mark);
      if (element) {
        yield element;
      }
    }
    const isLost = this.place === 'before' && this.#at - this.#begin > longestName;
    this.#begin = isLost || this.place === 'after' ? this.#text.length : this.#begin;
    this.#at = Math.max(this.#at, this.#begin);
  }

  /** An escape at the end of the text waits for its letter. */
  #findMark(): string | undefined {
    const pattern = this.#isString ? stringMarks : marks;
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text);
    this.#at = found?.index ?? this.#text.length;
    return found?.[0] === '\\' && this.#at + 1 >= this.#text.length ? undefined : found?.[0];
  }

  #passInString(mark: string): undefined {
    this.#isString = mark === '\\';
    this.#at += this.#isString ? 2 : 1;
  }

  #pass(mark: string): string | undefined {
    const place = this.#at;
    this.#at += 1;
    if (mark === '"') {
      this.#isString = true;
      this.#begin = this.place === 'before' ? place : this.#begin;
      return undefined;
    }
    const written = this.#text.slice(this.#begin, place);
    if (this.place === 'inside' && this.#depth === 2) {
      return this.#passBetween(written, mark);
    }
    if (this.place === 'before' && mark === '[' && this.#depth === 1 && this.#isName(written)) {
      this.place = 'inside';
      this.#begin = this.#at;
    }
    this.#depth += depths[mark] ?? 0;
    return undefined;
  }

  /** Between elements, and around them. A brace too many is part of a broken element: it does not end the list. */
  #passBetween(element: string, mark: string): string | undefined {
    this.#depth += Math.max(0, depths[mark] ?? 0);
    if (mark !== ',' && mark !== ']') {
      return undefined;
    }
    this.#begin = this.#at;
    this.place = mark === ',' ? 'inside' : 'after';
    return element.trim();
  }

  #isName(written: string): boolean {
    return written.replaceAll(/\s/g, '') === `"${this.#name}":`;
  }
}

function toRow(element: string, line: number): SourceRow<Fields> {
  try {
    const value: unknown = JSON.parse(element);
    return isFields(value) ? { line, value } : { line, fault: 'The record is no JSON object.' };
  } catch {
    return { line, fault: 'The record is broken JSON.' };
  }
}
