import { describe, expect, it } from 'vitest';
import { renderInvoicePdf } from '../../../src/modules/billing/index.ts';
import { readPdf } from '../../harness/read-pdf.ts';

type Paper = Parameters<typeof renderInvoicePdf>[0];

const invoice: Paper['invoice'] = {
  number: 'A1B2C3D4-0002',
  createdAt: new Date('2026-03-09T09:30:00Z'),
  paidAt: new Date('2026-03-10T09:30:00Z'),
  timeZone: 'Asia/Shanghai',
  status: 'paid',
  currency: 'usd',
  lines: [
    {
      kind: 'period',
      plan: 'Pro',
      priceId: 'price_pro_month',
      frequency: 'month',
      amount: 123_450,
      from: '2026-03-09T09:30:00.000Z',
      to: '2026-04-09T09:30:00.000Z',
    },
  ],
  discount: 0,
  total: 123_450,
  creditUsed: 450,
  amountDue: 123_000,
  refunded: 0,
  paidCard: { brand: 'visa', last4: '4242' },
  billedTo: {
    email: 'ada@example.com',
    details: {
      name: '李娜',
      phone: '+86 10 5555 0100',
      address: {
        line1: '建国路 88 号',
        line2: '',
        city: '北京市',
        state: '北京',
        postalCode: '100022',
        country: 'CN',
      },
    },
  },
};

const paper: Paper = {
  kind: 'invoice',
  invoice,
  language: 'en',
  productName: 'Hearth',
  seller: { name: 'Hearth & Söhne', address: ['1 Fire Lane', 'London'] },
  planName: () => undefined,
};

const read = async (over: Partial<Paper['invoice']> = {}, more: Partial<Paper> = {}) =>
  readPdf(await renderInvoicePdf({ ...paper, invoice: { ...invoice, ...over }, ...more }));

describe('the PDF of an invoice', () => {
  it('says who sells and pays, for what, how much and when', async () => {
    const lines = await read();
    expect(lines.slice(0, 3)).toEqual(['Hearth', 'Invoice A1B2C3D4-0002', 'Paid']);
    const text = lines.join('\n');
    for (const words of [
      'Date\tFrom\tBilled to',
      'Mar 9, 2026\tHearth & Söhne\t李娜',
      'Mar 10, 2026',
      'visa •••• 4242',
      'ada@example.com',
      'Pro, one month\tMar 9, 2026 – Apr 9, 2026\t$1,234.50',
      'Total\t$1,234.50',
      'Credit used\t-$4.50',
      'Amount paid\t$1,230.00',
    ]) {
      expect(text).toContain(words);
    }
    expect(text).not.toContain('Refunded');
    expect(lines.at(-1)).toBe('Test invoice of the built-in sandbox. No money was moved.');
  });

  it('in Chinese: all words, the plan as its reader knows it, and the address', async () => {
    const lines = await read({}, { language: 'zh', planName: () => '专业版' });
    const text = lines.join('\n').replaceAll('\t', '|');
    for (const words of [
      '发票| A1B2C3D4-0002',
      '专业版，一个月',
      '已付金额',
      '付款方',
      '建国路| 88 |号',
      '中国',
    ]) {
      expect(text).toContain(words);
    }
    expect(text).not.toContain('?');
    expect(text).not.toContain('Amount');
  });

  it('names what was refunded, and what is still due', async () => {
    expect(await read({ refunded: 5_000 })).toContain('Refunded\t-$50.00');
    const open = await read({ status: 'open', paidAt: null, paidCard: null });
    expect(open).toContain('Amount due\t$1,230.00');
    expect(open.join('\n')).not.toContain('Paid on');
  });

  it('names what a promotion code took off', async () => {
    const discounted = { discount: 23_450, total: 100_000, amountDue: 99_550 };
    expect(await read(discounted)).toContain('Discount\t-$234.50');
  });

  it('names tax and rate, and who accounts for the tax', async () => {
    const [line = expect.fail()] = invoice.lines;
    const tax = { name: 'VAT', percent: 19, behavior: 'exclusive' } as const;
    const added = { ...tax, reason: 'standard_rated', amount: 23_456 } as const;
    const lines = await read({ lines: [{ ...line, tax: added }], total: 146_906 });
    expect(lines).toContain('Subtotal\t$1,234.50');
    expect(lines).toContain('VAT 19%\t$234.56');
    const reversed = { ...tax, percent: 0, reason: 'reverse_charge', amount: 0 } as const;
    const text = (await read({ lines: [{ ...line, tax: reversed }] })).join('\n');
    expect(text).toContain('Reverse charge: the buyer accounts for');
  });

  it('as a receipt: names the invoice, the day and the card', async () => {
    const lines = await read({}, { kind: 'receipt' });
    expect(lines.slice(0, 3)).toEqual(['Hearth', 'Receipt', 'Paid']);
    expect(lines.join('\n')).toContain('A1B2C3D4-0002\tHearth & Söhne');
  });

  it('letters that no font has: loses accents rather than words, and names the currency', async () => {
    const billedTo = { email: 'ő@example.com', details: null };
    const lines = await read({ billedTo, currency: 'krw' });
    const text = lines.join('\n');
    expect(text).toContain('o@example.com');
    expect(text).toContain('Total\tKRW\u00a0123,450');
  });

  it('long names and many lines: nothing is cut, and a second page goes on', async () => {
    const [line] = invoice.lines;
    const lines = Array.from({ length: 40 }, () => line ?? expect.fail());
    const name = `${'Very long name '.repeat(12)}end`;
    const address = { ...paper.seller, name };
    const text = (await read({ lines }, { seller: address })).join('\n');
    expect(text.match(/Pro, one month/g)).toHaveLength(40);
    expect(text).toMatch(/Very long.*\bend\b/s);
    const pdf = Buffer.from(await renderInvoicePdf({ ...paper, invoice: { ...invoice, lines } }));
    expect(readPdf(pdf).join('\n')).toContain('Amount paid');
  });

  it('is small, since no font is inside', async () => {
    const pdf = await renderInvoicePdf({ ...paper, language: 'zh' });
    expect(Buffer.from(pdf.subarray(0, 5)).toString()).toBe('%PDF-');
    expect(pdf.length).toBeLessThan(10_000);
  });
});

describe('the PDF of an invoice with the operator’s brand', () => {
  /** One blue pixel. */
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGPgj77+HwAD/wJBFpChgAAAAABJRU5ErkJggg==',
    'base64',
  );
  const draw = (contentType: string, more: Partial<Paper> = {}) => {
    const picture = { path: '/brand/x', content: png, contentType };
    const logo = { light: picture, dark: picture, wordmark: true, width: 28 };
    return read({}, { brand: { logo, support: 'help@kiln.example' }, ...more });
  };

  it('says where to ask and on which terms', async () => {
    const lines = await read(
      {},
      { brand: { support: 'help@kiln.example', terms: 'https://kiln.example/terms' } },
    );
    expect(lines).toContain('Questions? Write to help@kiln.example.');
    expect(lines).toContain('Terms: https://kiln.example/terms');
  });

  it('shows a logo that is PNG in place of the name it holds, and the name where the logo is SVG', async () => {
    expect((await draw('image/png'))[0]).toBe('Invoice A1B2C3D4-0002');
    expect((await draw('image/svg+xml'))[0]).toBe('Hearth');
  });
});
