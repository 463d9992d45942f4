import { inflateSync } from 'node:zlib';

interface Piece {
  readonly page: number;
  readonly x: number;
  readonly y: number;
  readonly text: string;
}

/** Lines of a PDF that the product wrote, from the top of the first page down; parts of a line are separated by a tab. */
export function readPdf(bytes: Uint8Array): string[] {
  const pieces = listContents(Buffer.from(bytes)).flatMap(readPieces);
  const lines = new Map<string, Piece[]>();
  const ordered = pieces.toSorted((a, b) => a.page - b.page || b.y - a.y || a.x - b.x);
  for (const piece of ordered) {
    const key = `${piece.page} ${piece.y.toFixed(2)}`;
    lines.set(key, [...(lines.get(key) ?? []), piece]);
  }
  return [...lines.values()].map((line) => line.map(({ text }) => text).join('\t'));
}

/** Inflates the streams that draw text. */
function listContents(pdf: Buffer): string[] {
  const contents: string[] = [];
  for (let at = pdf.indexOf('stream\n'); at >= 0; at = pdf.indexOf('stream\n', at + 1)) {
    const start = at + 'stream\n'.length;
    const end = pdf.indexOf('\nendstream', start);
    const isOpening = pdf.subarray(at - 3, at).toString('latin1') !== 'end';
    const text = isOpening ? tryInflate(pdf.subarray(start, end)) : '';
    if (/\bBT\b/.test(text)) {
      contents.push(text);
    }
  }
  return contents;
}

function tryInflate(bytes: Buffer): string {
  try {
    return inflateSync(bytes).toString('latin1');
  } catch {
    return '';
  }
}

const chinese = new TextDecoder('utf-16be');

/** Letters in which WinAnsi differs from Latin 1, as far as the product writes them. */
const westernLetters: Readonly<Record<string, string>> = { '\x80': '€', '\x95': '•', '\x96': '–' };

function decodeWestern(bytes: Buffer): string {
  return bytes
    .toString('latin1')
    .replaceAll(/[\x80-\x9f]/g, (letter) => westernLetters[letter] ?? letter);
}

/** A text object sets its font and its place before it shows letters as hexadecimal numbers. */
function readPieces(content: string, page: number): Piece[] {
  return [...content.matchAll(/\bBT\b(.*?)\bET\b/gs)].map(([, text = '']) => {
    const [, font = ''] = /\/(\S+) [\d.]+ Tf/.exec(text) ?? [];
    const [, x = '', y = ''] = /([\d.]+) ([\d.]+) Tm/.exec(text) ?? [];
    const [, hex = ''] = /<([\dA-Fa-f]*)> Tj/.exec(text) ?? [];
    const bytes = Buffer.from(hex, 'hex');
    const shown = font === 'Chinese' ? chinese.decode(bytes) : decodeWestern(bytes);
    return { page, x: Number(x), y: Number(y), text: shown };
  });
}
