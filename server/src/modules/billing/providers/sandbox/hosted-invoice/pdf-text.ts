import {
  beginText,
  endText,
  type PDFDocument,
  type PDFFont,
  PDFHexString,
  PDFName,
  type PDFPage,
  PDFString,
  popGraphicsState,
  pushGraphicsState,
  type RGB,
  StandardFonts,
  setFillingColor,
  setFontAndSize,
  setTextMatrix,
  showText,
} from '@cantoo/pdf-lib';

export interface TextStyle {
  /** Points. */
  readonly size: number;
  readonly color: RGB;
  readonly isBold?: boolean;
}

interface Place {
  readonly page: PDFPage;
  /** Points from the lower left corner to the start of the baseline. */
  readonly x: number;
  readonly y: number;
}

/** Writes text of any language without embedding a font: a Chinese one alone would be ten megabytes. */
export interface Pen {
  measure(text: string, style: TextStyle): number;
  /** Whether every letter is written as it is. */
  canWrite(text: string): boolean;
  write(text: string, place: Place, style: TextStyle): void;
}

/** Name of the Chinese font among a page's resources. */
const chineseFontKey = 'Chinese';

/** Letters that one font shows, in a row. */
interface Run {
  readonly text: string;
  readonly isChinese: boolean;
}

/**
 * Helvetica shows Western letters. STSong-Light stands for the reader's own Chinese font: by the PDF
 * standard a reader finds one for its character collection, Adobe-GB1.
 */
export async function createPen(document: PDFDocument): Promise<Pen> {
  const regular = await document.embedFont(StandardFonts.Helvetica);
  const bold = await document.embedFont(StandardFonts.HelveticaBold);
  const chinese = registerChinese(document);
  const western = new Set(regular.getCharacterSet());
  const fontOf = ({ isBold }: TextStyle) => (isBold ? bold : regular);
  const toRuns = (text: string) => splitRuns(text, western);
  const measureRun = ({ text, isChinese }: Run, style: TextStyle) =>
    isChinese ? text.length * style.size : fontOf(style).widthOfTextAtSize(text, style.size);

  return {
    measure: (text, style) =>
      toRuns(text).reduce((width, run) => width + measureRun(run, style), 0),
    canWrite: (text) =>
      toRuns(text)
        .map((run) => run.text)
        .join('') === text.normalize('NFC'),
    write(text, { page, x, y }, style) {
      let at = x;
      for (const run of toRuns(text)) {
        const place = { page, x: at, y };
        if (run.isChinese) {
          page.node.setFontDictionary(PDFName.of(chineseFontKey), chinese);
          writeChinese(run.text, place, style);
        } else {
          writeWestern(run.text, place, { ...style, font: fontOf(style) });
        }
        at += measureRun(run, style);
      }
    },
  };
}

function writeWestern(
  text: string,
  { page, ...place }: Place,
  { font, size, color }: TextStyle & { readonly font: PDFFont },
): void {
  page.drawText(text, { ...place, font, size, color });
}

function writeChinese(text: string, { page, x, y }: Place, { size, color }: TextStyle): void {
  const hex = Buffer.from(text, 'utf16le').swap16().toString('hex');
  page.pushOperators(
    pushGraphicsState(),
    setFillingColor(color),
    beginText(),
    setFontAndSize(chineseFontKey, size),
    setTextMatrix(1, 0, 0, 1, x, y),
    showText(PDFHexString.of(hex)),
    endText(),
    popGraphicsState(),
  );
}

/** Describes the font by name and metrics only; UniGB-UCS2-H maps UTF-16 to its glyphs. */
function registerChinese({ context }: PDFDocument) {
  const name = 'STSong-Light';
  const descriptor = context.register(
    context.obj({
      Type: 'FontDescriptor',
      FontName: name,
      Flags: 6,
      FontBBox: [-25, -254, 1000, 880],
      ItalicAngle: 0,
      Ascent: 880,
      Descent: -120,
      CapHeight: 880,
      StemV: 93,
    }),
  );
  const glyphs = context.register(
    context.obj({
      Type: 'Font',
      Subtype: 'CIDFontType0',
      BaseFont: name,
      CIDSystemInfo: {
        Registry: PDFString.of('Adobe'),
        Ordering: PDFString.of('GB1'),
        Supplement: 2,
      },
      DW: 1000,
      FontDescriptor: descriptor,
    }),
  );
  return context.register(
    context.obj({
      Type: 'Font',
      Subtype: 'Type0',
      BaseFont: name,
      Encoding: 'UniGB-UCS2-H',
      DescendantFonts: [glyphs],
    }),
  );
}

function splitRuns(text: string, western: ReadonlySet<number>): Run[] {
  const runs: Run[] = [];
  for (const letter of text.normalize('NFC')) {
    const run = toRun(letter, western);
    const last = runs.at(-1);
    if (last?.isChinese === run.isChinese) {
      runs[runs.length - 1] = { ...run, text: last.text + run.text };
    } else {
      runs.push(run);
    }
  }
  return runs;
}

/** A letter of neither font loses its accents, or becomes a question mark. */
function toRun(letter: string, western: ReadonlySet<number>): Run {
  const isWestern = (one: string) => western.has(one.codePointAt(0) ?? 0);
  if (isWestern(letter)) {
    return { text: letter, isChinese: false };
  }
  if (readChinese().has(letter)) {
    return { text: letter, isChinese: true };
  }
  const [base = '?'] = letter.normalize('NFKD');
  return { text: isWestern(base) ? base : '?', isChinese: false };
}

let chineseLetters: ReadonlySet<string> | undefined;

/** Letters of GBK, which Adobe-GB1 covers; without those for private use. */
function readChinese(): ReadonlySet<string> {
  chineseLetters ??= new Set(
    [...new TextDecoder('gbk').decode(listPairs())].filter(
      (letter) => !/[\uE000-\uF8FF\uFFFD]/.test(letter),
    ),
  );
  return chineseLetters;
}

/** Every pair of bytes that may stand for a letter. */
function listPairs(): Uint8Array {
  const bytes: number[] = [];
  for (let lead = 0x81; lead <= 0xfe; lead += 1) {
    for (let trail = 0x40; trail <= 0xfe; trail += 1) {
      bytes.push(lead, trail);
    }
  }
  return Uint8Array.from(bytes);
}
