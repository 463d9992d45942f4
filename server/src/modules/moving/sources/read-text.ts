import type { Readable } from 'node:stream';

/** The file is no text in UTF-8. Its message is a sentence for the operator. */
export class UnreadableText extends Error {}

/** UTF-8 with or without a byte order mark, in pieces as they come. Throws `UnreadableText`. */
export async function* readText(input: Readable): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let isFirst = true;
  for await (const piece of input) {
    // A Readable without an encoding gives bytes, one with an encoding text.
    const bytes: Buffer = Buffer.from(piece);
    if (isFirst && bytes.length > 0) {
      requireText(bytes);
      isFirst = false;
    }
    yield decoder.decode(bytes, { stream: true });
  }
  yield decoder.decode();
}

/** The text with its first character that is no white space; empty for an empty file. */
export async function peekText(
  input: Readable,
): Promise<{ readonly first: string; readonly text: AsyncIterable<string> }> {
  const pieces = readText(input);
  let begun = '';
  while (begun.trim() === '') {
    const next = await pieces.next();
    if (next.done) {
      break;
    }
    begun += next.value;
  }
  return { first: begun.trim().slice(0, 1), text: resume(begun, pieces) };
}

async function* resume(begun: string, pieces: AsyncGenerator<string>): AsyncGenerator<string> {
  try {
    yield begun;
    yield* pieces;
  } finally {
    await pieces.return(undefined);
  }
}

const otherBeginnings: readonly [string, string][] = [
  ['1f8b', 'The file is compressed with gzip. Unpack it first.'],
  ['504b0304', 'The file is a zip archive. Unpack it first.'],
  ['fffe', 'The file is UTF-16. Save it as UTF-8.'],
  ['feff', 'The file is UTF-16. Save it as UTF-8.'],
];

function requireText(bytes: Buffer): void {
  const hex = bytes.subarray(0, 4).toString('hex');
  const other = otherBeginnings.find(([beginning]) => hex.startsWith(beginning));
  if (other) {
    throw new UnreadableText(other[1]);
  }
  if (bytes.includes(0)) {
    throw new UnreadableText('The file is no text in UTF-8.');
  }
}
