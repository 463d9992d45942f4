import { describe, expect, it } from 'vitest';
import type { InvoiceLine } from '../rules/proration.ts';
import type { HostedInvoice } from './hosted-invoice.ts';
import { renderHostedInvoice } from './hosted-invoice-page.ts';

const invoice: HostedInvoice = {
  timeZone: 'UTC',
  number: 'A1B2C3D4-0002',
  createdAt: new Date('2026-03-09T09:30:00Z'),
  paidAt: new Date('2026-03-09T09:30:00Z'),
  status: 'paid',
  currency: 'usd',
  lines: [
    {
      kind: 'period',
      plan: 'Pro <script>',
      priceId: 'price_pro_week',
      amount: 123_450,
      from: '2026-03-09T09:30:00.000Z',
      to: '2026-03-16T09:30:00.000Z',
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
      name: 'Ada "A" <Lovelace>',
      phone: '+1 555 0100',
      address: {
        line1: '12 St James Square',
        line2: '',
        city: 'Springfield',
        state: 'IL',
        postalCode: '62701',
        country: 'US',
      },
    },
  },
};

const page = {
  productName: 'Hearth',
  seller: { name: 'Hearth & Sons', address: ['1 Fire Lane', 'London'] },
  planName: (): string | undefined => undefined,
};

const render = (over: Partial<HostedInvoice>, language: 'en' | 'zh' = 'en') =>
  renderHostedInvoice({ ...page, invoice: { ...invoice, ...over }, language });

describe('the page of an invoice', () => {
  it('names tax and rate, company, tax id and PO number, and says who accounts for the tax', () => {
    const [line = expect.fail()] = invoice.lines;
    const vat = { name: 'VAT', percent: 19, reason: 'standard_rated' } as const;
    const taxed = (tax: InvoiceLine['tax']) => ({ lines: [{ ...line, ...(tax && { tax }) }] });
    const added = taxed({ ...vat, behavior: 'exclusive', amount: 23_456 });
    const html = render({ ...added, total: 146_906, amountDue: 146_456 });
    expect(html).toContain('>Subtotal</th><td>$1,234.50<');
    expect(html).toContain('>VAT 19%</th><td>$234.56<');
    expect(html).toContain('>Total</th><td>$1,469.06<');
    const inside = taxed({ ...vat, behavior: 'inclusive', amount: 19_711 });
    expect(render(inside)).toContain('>VAT 19%, included</th><td>$197.11<');
    expect(render(inside, 'zh')).toContain('>增值税 19%（已含）</th>');

    const reversed = { ...vat, percent: 0, reason: 'reverse_charge' } as const;
    const { details } = invoice.billedTo;
    const company = render({
      ...taxed({ ...reversed, behavior: 'exclusive', amount: 0 }),
      billedTo: {
        ...invoice.billedTo,
        taxId: 'DE123456789',
        details: details && { ...details, company: 'Ada & Co', purchaseOrder: 'PO-7' },
      },
    });
    expect(company).toContain('Reverse charge: the buyer accounts for the VAT</th><td>$0.00<');
    expect(company).toMatch(
      /<dd>Ada &amp; Co<br>Ada .*<br>Tax ID: DE123456789<br>PO number: PO-7</,
    );
  });

  it('says what a promotion code took off, and nothing without one', () => {
    const html = render({ discount: 12_345, total: 111_105 });
    expect(html).toContain('>Discount</th><td>-$123.45<');
    expect(html).toContain('>Total</th><td>$1,111.05<');
    expect(render({ discount: 12_345 }, 'zh')).toContain('>优惠</th>');
    expect(render({})).not.toContain('Discount');
  });

  it('says number, date, lines, credit, total, status and who is billed', () => {
    const html = render({});
    for (const text of [
      'Invoice A1B2C3D4-0002',
      'Mar 9, 2026',
      '$1,234.50',
      '-$4.50',
      '$1,230.00',
      '>Paid<',
      'Springfield, IL, 62701',
      'ada@example.com',
    ]) {
      expect(html).toContain(text);
    }
  });

  it('escapes what people have typed', () => {
    const html = render({});
    expect(html).not.toMatch(/<script|<Lovelace/);
    expect(html).toContain('Ada &quot;A&quot; &lt;Lovelace&gt;');
  });

  it('says what became credit, and knows currencies without cents', () => {
    expect(render({ total: -1_234 })).toContain('Kept as credit for later invoices');
    expect(render({ currency: 'jpy' })).toContain('¥123,450');
  });

  it('says what was not delivered before the cancellation', () => {
    const html = render({ status: 'uncollectible', paidAt: null, amountDue: 23_000 });
    expect(html).toContain('>Uncollectible<');
    expect(html).toContain('Time after the cancellation');
    expect(html).toContain('-$1,000.00');
    expect(render({})).not.toContain('Time after the cancellation');
  });

  it('says that nobody knows the address, in words', () => {
    const none = { ...page, invoice: undefined };
    expect(renderHostedInvoice({ ...none, language: 'en' })).toContain('There is no invoice at');
    expect(renderHostedInvoice({ ...none, language: 'zh' })).toContain('此地址没有发票。');
  });

  it('says how much was paid once it is, and only before that how much is due', () => {
    expect(render({})).toMatch(/Amount paid<\/th><td>\$1,230\.00/);
    expect(render({})).not.toContain('Amount due');
    expect(render({}, 'zh')).not.toContain('应付金额');
    expect(render({ status: 'open', paidAt: null })).toMatch(/Amount due<\/th><td>\$1,230\.00/);
  });

  it('says who sells, with the address', () => {
    expect(render({})).toContain('From</dt><dd>Hearth &amp; Sons<br>1 Fire Lane<br>London</dd>');
  });

  it('names the plan as the reader knows it, and one that is gone as it was called', () => {
    const planName = (priceId: string) => (priceId === 'price_pro_week' ? '专业版' : undefined);
    const zh = renderHostedInvoice({ ...page, invoice, planName, language: 'zh' });
    expect(zh).toContain('专业版，一周');
    expect(zh).toContain('2026年3月9日 – 2026年3月16日');
    expect(render({}, 'zh')).toContain('Pro &lt;script&gt;，一周');
  });

  it.each([
    { frequency: undefined, en: 'one week', zh: '一周' },
    { frequency: 'week', en: 'one week', zh: '一周' },
    { frequency: 'month', en: 'one month', zh: '一个月' },
    { frequency: 'year', en: 'one year', zh: '一年' },
  ] as const)('says of a whole period how long it is: $en', ({ frequency, en, zh }) => {
    const lines = invoice.lines.map((line) => ({ ...line, ...(frequency && { frequency }) }));
    expect(render({ lines })).toContain(`&lt;script&gt;, ${en}</td>`);
    expect(render({ lines }, 'zh')).toContain(`&lt;script&gt;，${zh}</td>`);
  });

  it('speaks Chinese', () => {
    const html = render({ status: 'open', paidAt: null }, 'zh');
    expect(html).toContain('lang="zh-CN"');
    expect(html).toContain('发票 A1B2C3D4-0002');
    expect(html).toContain('美国');
    expect(html).toContain('$1,230.00');
    expect(html).not.toContain('US$');
    expect(html).toContain('待付款');
    expect(html).not.toContain('付款日期');
  });
});

describe('the page of an invoice with the operator’s brand', () => {
  const picture = (name: string) => ({
    path: `/brand/${name}.svg`,
    content: Buffer.from(''),
    contentType: 'image/svg+xml',
  });
  const brand = {
    logo: { light: picture('light'), dark: picture('dark'), wordmark: false, width: 40 },
    accent: { light: { accent: '#0f5bd7' }, dark: { accent: '#8ab4ff' } },
    support: 'help@kiln.example',
    terms: 'https://kiln.example/terms?a=1&b=2',
  };

  it.each([
    ['en', 'Questions? Write to help@kiln.example.', 'Terms'],
    ['zh', '如有疑问，请写信至 help@kiln.example。', '服务条款'],
  ] as const)('shows logo, colors and where to ask, in %s', (language, questions, terms) => {
    const html = renderHostedInvoice({ ...page, brand, invoice, language });
    expect(html).toContain(
      '<img src="/brand/light.svg" alt="" width="40" height="28"></picture>Hearth',
    );
    expect(html).toContain(
      'media="screen and (prefers-color-scheme: dark)" srcset="/brand/dark.svg"',
    );
    expect(html).toContain('--accent: #0f5bd7');
    expect(html).toContain(`<a href="mailto:help@kiln.example">${questions}</a>`);
    expect(html).toContain(`<a href="https://kiln.example/terms?a=1&amp;b=2">${terms}</a>`);
  });

  it('does not write the name beside a logo that holds it', () => {
    const logo = { ...brand.logo, wordmark: true };
    const html = renderHostedInvoice({ ...page, brand: { logo }, invoice, language: 'en' });
    expect(html).toContain('alt="Hearth" width="40" height="28"></picture></p>');
  });

  it('without a brand: shows the product name and no logo', () => {
    const plain = renderHostedInvoice({ ...page, invoice, language: 'en' });
    expect(plain).toContain('<p class="product">Hearth</p>');
    expect(plain).not.toMatch(/--accent|<img|<a /);
    expect(renderHostedInvoice({ ...page, brand: {}, invoice, language: 'en' })).toBe(plain);
  });
});
