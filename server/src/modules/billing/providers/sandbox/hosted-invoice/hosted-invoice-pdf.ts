import { PDFDocument, type PDFImage, type PDFPage, rgb } from '@cantoo/pdf-lib';
import { formatMoney } from '@hearth/contract';
import type { HostedInvoice } from './hosted-invoice.ts';
import { brandLines, type InvoiceBrand, logoHeight } from './hosted-invoice-brand.ts';
import {
  type PlanName,
  type Seller,
  toBilledToLines,
  toDay,
  toShownLines,
  toSums,
} from './hosted-invoice-content.ts';
import { type InvoiceWords, invoiceWords, type PageLanguage } from './hosted-invoice-words.ts';
import { createPen, type Pen, type TextStyle } from './pdf-text.ts';

export interface Paper {
  readonly kind: 'invoice' | 'receipt';
  readonly invoice: HostedInvoice;
  readonly language: PageLanguage;
  readonly productName: string;
  readonly brand?: InvoiceBrand;
  readonly seller: Seller;
  readonly planName: PlanName;
}

/** A4 in points. */
const sheet = { width: 595.28, height: 841.89, margin: 56 };
const right = sheet.width - sheet.margin;
const gap = 14;
const heightOf = ({ size }: TextStyle) => size * 1.4;

const ink = rgb(0.11, 0.1, 0.09);
const soft = rgb(0.34, 0.33, 0.31);
const plain: TextStyle = { size: 10, color: ink };
const strong: TextStyle = { size: 10, color: ink, isBold: true };
const label: TextStyle = { size: 9, color: soft };
const heading: TextStyle = { size: 20, color: ink, isBold: true };

/** Draws the invoice, or the receipt for its payment, as a PDF of A4 pages. */
export async function drawInvoicePdf(paper: Paper): Promise<Uint8Array> {
  const { kind, invoice, language, productName, seller, brand = {} } = paper;
  const words = invoiceWords[language];
  const title = kind === 'receipt' ? words.receipt : `${words.invoice} ${invoice.number}`;
  const document = await PDFDocument.create();
  document.setTitle(`${title} · ${productName}`);
  document.setAuthor(seller.name);
  document.setLanguage(words.tag);
  document.setCreationDate(invoice.createdAt);
  document.setModificationDate(invoice.createdAt);

  const writer = createWriter(document, await createPen(document));
  await writeLogo(writer, document, brand);
  if (!brand.logo?.wordmark || !isDrawable(brand)) {
    writer.line(productName, label);
  }
  writer.skip(gap / 2);
  writer.line(title, heading);
  writer.line(words.statuses[invoice.status], label);
  writer.skip(gap);
  writer.columns(toFacts(paper, words));
  writer.skip(gap);
  writeTable(writer, paper, words);
  writer.skip(2 * gap);
  writer.line(words.sandbox, label);
  for (const { text, url } of brandLines(brand, words)) {
    writer.line(url.startsWith('mailto:') ? text : `${text}: ${url}`, label);
  }
  return await document.save();
}

/** PDFs take no SVG. */
const isDrawable = ({ logo }: InvoiceBrand) => logo?.light.contentType === 'image/png';

async function writeLogo(writer: Writer, document: PDFDocument, brand: InvoiceBrand) {
  if (brand.accent) {
    writer.stripe(brand.accent.light.accent);
  }
  if (brand.logo && isDrawable(brand)) {
    writer.picture(await document.embedPng(brand.logo.light.content), brand.logo.width);
    writer.skip(gap / 2);
  }
}

interface Column {
  readonly x: number;
  readonly width: number;
  readonly rows: readonly (readonly [string, TextStyle])[];
  readonly isRight?: boolean;
}

function toFacts({ kind, invoice, seller }: Paper, words: InvoiceWords): Column[] {
  const { number, createdAt, paidAt, paidCard, timeZone } = invoice;
  const fact = (name: string, ...lines: readonly string[]): Column['rows'] => [
    [name, label],
    ...lines.map((line) => [line, plain] as const),
  ];
  const dates = [
    ...(kind === 'receipt' ? fact(words.invoice, number) : []),
    ...fact(words.date, toDay(createdAt, words, timeZone)),
    ...(paidAt ? fact(words.paidOn, toDay(paidAt, words, timeZone)) : []),
    ...fact(words.timeZone, timeZone),
    ...(paidCard ? fact(words.paidBy, `${paidCard.brand} •••• ${paidCard.last4}`) : []),
  ];
  const from = fact(words.seller, seller.name, ...seller.address);
  const to = fact(words.billedTo, ...toBilledToLines(invoice, words));
  return [
    { x: sheet.margin, width: 140, rows: dates },
    { x: sheet.margin + 156, width: 150, rows: from },
    { x: sheet.margin + 322, width: right - sheet.margin - 322, rows: to },
  ];
}

function writeTable(writer: Writer, { invoice, planName }: Paper, words: InvoiceWords): void {
  const { currency } = invoice;
  const money = (amount: number) =>
    writer.showable(formatMoney({ amount, currency }), formatMoney({ amount, currency }, 'code'));
  const row = (texts: readonly [string, string, string], style: TextStyle) =>
    writer.row([
      { x: sheet.margin, width: 220, rows: [[texts[0], style]] },
      { x: sheet.margin + 232, width: 150, rows: [[texts[1], style]] },
      { x: right - 95, width: 95, rows: [[texts[2], style]], isRight: true },
    ]);
  row([words.description, words.period, words.amount], label);
  for (const { text, span, amount } of toShownLines(invoice, { words, planName })) {
    row([text, span, money(amount)], plain);
  }
  for (const [name, amount] of toSums(invoice, words)) {
    row([name, '', money(amount)], strong);
  }
}

interface Writer {
  line(text: string, style: TextStyle): void;
  skip(height: number): void;
  /** Columns side by side, as high as the highest. */
  columns(columns: readonly Column[]): void;
  /** Columns with a rule below. */
  row(columns: readonly Column[]): void;
  /** A picture of the logo's height. */
  picture(picture: PDFImage, width: number): void;
  /** A rule across the page's upper edge, in a color `#rrggbb`. */
  stripe(color: string): void;
  /** The text, or the other one where no font has its letters. */
  showable(text: string, other: string): string;
}

/** Writes from the top of the page down, and goes on to another page where one is full. */
function createWriter(document: PDFDocument, pen: Pen): Writer {
  let page = addPage(document);
  let y = sheet.height - sheet.margin;

  const columns = (all: readonly Column[]) => {
    const wrapped = all.map((column) => ({ ...column, rows: wrapRows(column, pen) }));
    const height = Math.max(...wrapped.map(({ rows }) => toHeight(rows)));
    if (y - height < sheet.margin) {
      page = addPage(document);
      y = sheet.height - sheet.margin;
    }
    for (const column of wrapped) {
      writeColumn(pen, { page, y, column });
    }
    y -= height;
  };
  return {
    columns,
    line: (text, style) =>
      columns([{ x: sheet.margin, width: right - sheet.margin, rows: [[text, style]] }]),
    skip(height) {
      y -= height;
    },
    row(all) {
      columns(all);
      y -= gap / 2;
      const [start, end] = [
        { x: sheet.margin, y },
        { x: right, y },
      ];
      page.drawLine({ start, end, thickness: 0.5, color: soft });
    },
    picture(picture, width) {
      y -= logoHeight;
      page.drawImage(picture, { x: sheet.margin, y, width, height: logoHeight });
    },
    stripe(color) {
      const [red = 0, green = 0, blue = 0] = [1, 3, 5].map(
        (at) => Number.parseInt(color.slice(at, at + 2), 16) / 255,
      );
      const place = { x: 0, y: sheet.height - 6, width: sheet.width, height: 6 };
      page.drawRectangle({ ...place, color: rgb(red, green, blue) });
    },
    showable: (text, other) => (pen.canWrite(text) ? text : other),
  };
}

function addPage(document: PDFDocument): PDFPage {
  return document.addPage([sheet.width, sheet.height]);
}

const toHeight = (lines: Column['rows']) =>
  lines.reduce((height, [, style]) => height + heightOf(style), 0);

interface PlacedColumn {
  readonly page: PDFPage;
  /** Upper edge. */
  readonly y: number;
  readonly column: Column;
}

function writeColumn(pen: Pen, { page, y, column }: PlacedColumn): void {
  const { width, rows, isRight } = column;
  let baseline = y;
  for (const [text, style] of rows) {
    const indent = isRight ? width - pen.measure(text, style) : 0;
    baseline -= heightOf(style);
    pen.write(text, { page, x: column.x + indent, y: baseline }, style);
  }
}

function wrapRows({ rows, width }: Column, pen: Pen): Column['rows'] {
  return rows.flatMap(([text, style]) =>
    wrapText(text, width, (part) => pen.measure(part, style)).map((line) => [line, style] as const),
  );
}

/** Breaks at spaces and between Chinese letters, and a word that is longer than a line anywhere. */
function wrapText(text: string, width: number, measure: (part: string) => number): string[] {
  const words = text.match(/\s+|[\u2E80-\uFFEF]|[^\s\u2E80-\uFFEF]+/gu) ?? [];
  const parts = words.flatMap((word) => (measure(word) > width ? [...word] : [word]));
  const lines: string[] = [];
  let line = '';
  for (const part of parts) {
    if (line !== '' && measure(line + part) > width) {
      lines.push(line.trimEnd());
      line = part.trimStart();
    } else {
      line += part;
    }
  }
  return [...lines, line.trimEnd()];
}
