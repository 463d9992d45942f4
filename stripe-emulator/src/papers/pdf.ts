import type { Paper } from './paper.ts';

/** A4 in points. */
const sheet = { width: 595, height: 842, margin: 56 };
const right = sheet.width - sheet.margin;

interface Style {
  size: number;
  isBold?: boolean;
}

const plain: Style = { size: 10 };
const strong: Style = { size: 10, isBold: true };

/** Draws the paper with the fonts that every reader of PDFs has, so that none is embedded. */
export function toPdf(paper: Paper): Uint8Array {
  const writer = new Writer();
  writer.line(paper.title, { size: 20, isBold: true });
  writer.line(paper.status, plain);
  for (const { label, lines } of paper.facts) {
    writer.skip(6);
    writer.line(label, strong);
    for (const line of lines) {
      writer.line(line, plain);
    }
  }
  writer.skip(16);
  const [description, quantity, amount] = paper.columns;
  writer.row([description, quantity, amount], strong);
  for (const row of paper.rows) {
    writer.row([row.description, row.quantity, row.amount], plain);
    writer.line(row.detail, { size: 8 });
  }
  writer.skip(10);
  for (const { label, amount: sum, isTotal } of paper.sums) {
    writer.row(['', label, sum], isTotal ? strong : plain);
  }
  return toFile(writer.pages, paper.title);
}

class Writer {
  readonly pages: string[] = [''];
  #y = sheet.height - sheet.margin;

  skip(points: number) {
    this.#y -= points;
  }

  line(text: string, style: Style) {
    for (const part of text === '' ? [] : wrap(text, style, right - sheet.margin)) {
      this.#advance(style);
      this.#draw(part, sheet.margin, style);
    }
  }

  /** A description that may go on below, a number in the middle, and an amount at the right. */
  row([description, middle, amount]: [string, string, string], style: Style) {
    const [first = '', ...rest] = wrap(description, style, 270);
    this.#advance(style);
    this.#draw(first, sheet.margin, style);
    this.#draw(middle, 340, style);
    this.#draw(amount, right - widthOf(amount, style), style);
    for (const part of rest) {
      this.#advance(style);
      this.#draw(part, sheet.margin, style);
    }
  }

  #advance({ size }: Style) {
    this.#y -= size * 1.4;
    if (this.#y < sheet.margin) {
      this.pages.push('');
      this.#y = sheet.height - sheet.margin - size;
    }
  }

  #draw(text: string, x: number, { size, isBold }: Style) {
    const last = this.pages.length - 1;
    const latin = isBold ? 'F2' : 'F1';
    const [font, shown] = isLatin(text)
      ? [
          latin,
          `<${toHex(
            [...text].map((sign) => codeOf(sign)),
            2,
          )}>`,
        ]
      : ['F3', `<${toHex(unitsOf(text), 4)}>`];
    this.pages[last] +=
      `BT /${font} ${size} Tf ${x.toFixed(1)} ${this.#y.toFixed(1)} Td ${shown} Tj ET\n`;
  }
}

/** The signs of WinAnsi beyond Latin-1 that papers have. */
const winAnsi: Record<string, number> = { '€': 0x80, '•': 0x95, '–': 0x96, '—': 0x97, '’': 0x92 };
const codeOf = (sign: string) => winAnsi[sign] ?? sign.charCodeAt(0);
const isLatin = (text: string) => [...text].every((sign) => codeOf(sign) < 256);
const unitsOf = (text: string) => Array.from({ length: text.length }, (_, i) => text.charCodeAt(i));
const toHex = (codes: number[], digits: number) =>
  codes.map((code) => code.toString(16).padStart(digits, '0')).join('');

/** Widths of Helvetica in thousandths, near enough for wrapping and for amounts at the right. */
function widthOf(text: string, { size }: Style): number {
  const widths = [...text].map((sign) => {
    if (!isLatin(sign)) {
      return 1000;
    }
    return /[ .,:;|ijlft!'()]/.test(sign) ? 278 : 556;
  });
  return (widths.reduce((sum, width) => sum + width, 0) * size) / 1000;
}

function wrap(text: string, style: Style, width: number): string[] {
  const lines: string[] = [''];
  for (const part of text.split(/(?<= )|(?<=[^ -\u02ff])/u)) {
    const last = lines.length - 1;
    const longer = `${lines[last]}${part}`;
    if (widthOf(longer, style) > width && lines[last] !== '') {
      lines.push(part);
    } else {
      lines[last] = longer;
    }
  }
  return lines;
}

/** https://opensource.adobe.com/dc-acrobat-sdk-docs/pdfstandards/PDF32000_2008.pdf, 7.5: objects, their table, the trailer. */
function toFile(pages: string[], title: string): Uint8Array {
  const first = 8;
  const kids = pages.map((_, index) => `${first + index * 2} 0 R`);
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Kids[${kids.join(' ')}]/Count ${pages.length}>>`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>',
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica-Bold/Encoding/WinAnsiEncoding>>',
    '<</Type/Font/Subtype/Type0/BaseFont/STSong-Light/Encoding/UniGB-UCS2-H/DescendantFonts[6 0 R]>>',
    '<</Type/Font/Subtype/CIDFontType0/BaseFont/STSong-Light/CIDSystemInfo<</Registry(Adobe)/Ordering(GB1)/Supplement 2>>/FontDescriptor<</Type/FontDescriptor/FontName/STSong-Light/Flags 6/FontBBox[-25 -254 1000 880]/ItalicAngle 0/Ascent 880/Descent -120/CapHeight 880/StemV 93>>>>',
    `<</Title<feff${toHex(unitsOf(title), 4)}>>>`,
    ...pages.flatMap((content, index) => [
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${sheet.width} ${sheet.height}]/Contents ${first + index * 2 + 1} 0 R/Resources<</Font<</F1 3 0 R/F2 4 0 R/F3 5 0 R>>>>>>`,
      `<</Length ${content.length}>>\nstream\n${content}endstream`,
    ]),
  ];
  let file = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const table = file.length;
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`;
  file += `trailer\n<</Size ${objects.length + 1}/Root 1 0 R/Info 7 0 R>>\nstartxref\n${table}\n%%EOF\n`;
  return Buffer.from(file, 'latin1');
}
