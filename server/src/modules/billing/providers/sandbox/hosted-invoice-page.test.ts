import { describe, expect, it } from 'vitest';
import type { HostedInvoice } from './hosted-invoice.ts';
import { renderHostedInvoice } from './hosted-invoice-page.ts';

const invoice: HostedInvoice = {
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
  total: 123_450,
  creditUsed: 450,
  amountDue: 123_000,
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

const render = (over: Partial<HostedInvoice>, language: 'en' | 'zh' = 'en') =>
  renderHostedInvoice({ invoice: { ...invoice, ...over }, language, productName: 'Hearth' });

describe('the page of an invoice', () => {
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
    const page = { invoice: undefined, productName: 'Hearth' } as const;
    expect(renderHostedInvoice({ ...page, language: 'en' })).toContain('There is no invoice at');
    expect(renderHostedInvoice({ ...page, language: 'zh' })).toContain('此地址没有发票。');
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
