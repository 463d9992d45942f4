import { builtInLanguages as languages } from '@hearth/contract';
import { describe, expect, it } from 'vitest';
import { contents, withNames } from '../../../test/mail/mail-contents.ts';
import type { ContentOf } from './kinds/index.ts';
import { renderMail } from './render-mail.ts';

const kinds = Object.values(contents);
const site = { productName: 'Kiln', publicUrl: 'https://hearth.example' };
const support = 'help@kiln.example';

/** Each text between two tags of the part of the page. */
const textsIn = (html: string) =>
  [...html.matchAll(/>([^<]+)</g)].map(([, text = '']) => text.replaceAll('&amp;', '&'));

/** The table's rows: label and value. */
const rowsIn = (html: string) =>
  [...html.matchAll(/<th[^>]*>([^<]*)<\/th><td[^>]*>([^<]*)</g)].map(([, ...row]) => row);

describe.each(languages)('every mail in %s', (language) => {
  it.each(kinds)(
    'has one heading, one main part, its language and a dark look: $kind',
    async (content) => {
      const { html, subject } = await renderMail(content, { ...site, language });
      expect(html.match(/<h1[ >]/g)).toHaveLength(1);
      expect(html.match(/role="main"/g)).toHaveLength(1);
      expect(html).toContain(`<html lang="${language}">`);
      expect(html).toContain('<meta name="color-scheme" content="light dark"/>');
      expect(html).toContain('@media (prefers-color-scheme: dark)');
      expect(html).toContain(`<title>${subject.replaceAll("'", '&#x27;')}</title>`);
      const tables = [...html.matchAll(/<table[^>]*>/g)].map(([table]) => table);
      const ofData = tables.filter((table) => !table.includes('role="presentation"'));
      expect(ofData).toHaveLength(rowsIn(html).length > 0 ? 1 : 0);
    },
  );

  it.each(kinds)('says all of its page in its text: $kind', async (content) => {
    const { html, text } = await renderMail(content, { ...site, language, brand: { support } });
    const colon = language === 'zh' ? '：' : ': ';
    for (const [label, value] of rowsIn(html)) {
      expect(text.split('\n')).toContain(`${label}${colon}${value}`);
    }
    const inClear = /copy this address|复制到浏览器/;
    for (const said of textsIn(html.slice(html.indexOf('<body')))) {
      expect(inClear.test(said) || text.includes(said), said).toBe(true);
    }
  });

  it.each(kinds)('names the address for questions if there is one: $kind', async (content) => {
    const setting = { ...site, language, brand: { support } };
    const { html, text } = await renderMail(content, setting);
    expect(`${html}${text}`).not.toMatch(/people who run|运营方|Replies are not read|请勿直接回复/);
    expect(text).toContain(support);
  });
});

describe('a mail about money', () => {
  const failed = contents['payment-failed'];

  it('has the sum in its heading and on its button', async () => {
    const owed = { amount: 13_066, currency: 'usd' };
    const en = await renderMail({ ...failed, owed }, { ...site, language: 'en' });
    expect(en.html).toMatch(/<h1[^>]*>\$130\.66 was not paid<\/h1>/);
    expect(en.html).toMatch(/<a class="button"[^>]*>Pay \$130\.66 now<\/a>/);
    const zh = await renderMail({ ...failed, owed }, { ...site, language: 'zh' });
    expect(zh.html).toMatch(/<h1[^>]*>\$130\.66 未能扣款<\/h1>/);
    expect(zh.html).toMatch(/<a class="button"[^>]*>立即支付 \$130\.66<\/a>/);
  });

  it('given the invoice that is owed: lists its plan, period and tax', async () => {
    const usd = (amount: number) => ({ amount, currency: 'usd' });
    const content: ContentOf<'payment-failed'> = {
      ...failed,
      owed: usd(13_066),
      timeZone: 'Europe/Berlin',
      invoice: {
        number: 'EDC-0042',
        period: { from: '2026-08-31T10:00:00.000Z', to: '2026-09-07T10:00:00.000Z' },
        plan: 'Enterprise',
        frequency: 'week',
        subtotal: usd(12_000),
        discount: null,
        tax: usd(1_066),
        total: usd(13_066),
      },
    };
    const { html } = await renderMail(content, { ...site, language: 'en' });
    expect(rowsIn(html)).toEqual([
      ['Invoice', 'EDC-0042'],
      ['Plan', 'Enterprise, billed weekly'],
      ['Period', 'Aug 31, 2026 – Sep 7, 2026 (Europe/Berlin)'],
      ['Subtotal', '$120.00'],
      ['Tax', '$10.66'],
      ['Amount due', '$130.66'],
      ['Card', 'Visa ending in 4242'],
      ['Next try', 'Mar 1, 2028 (Europe/Berlin)'],
    ]);
  });

  it.each([
    [0, '$0.00'],
    [-1, '-$0.01'],
    [999_999_999, '$9,999,999.99'],
  ])('given a sum of %s: writes it as %s', async (amount, written) => {
    const total = { amount, currency: 'usd' };
    const content = { ...contents.receipt, total };
    expect((await renderMail(content, { ...site, language: 'en' })).text).toContain(
      `Amount: ${written}`,
    );
  });
});

describe('a name', () => {
  it('in Arabic: is isolated by an element, and by characters in the text', async () => {
    const content = withNames(contents['ownership-given'], 'عادل');
    const { html, text } = await renderMail(content, { ...site, language: 'en' });
    expect(html).toContain('<bdi>عادل</bdi>');
    expect(html).not.toContain('<bdi><');
    expect(text).toContain('\u2068عادل\u2069');
  });

  it('of emoji: is written as it is', async () => {
    const content = withNames(contents.invitation, '👩🏽‍🚀🔥');
    const { subject, html } = await renderMail(content, { ...site, language: 'zh' });
    expect(subject).toContain('👩🏽‍🚀🔥');
    expect(html).toContain('👩🏽‍🚀🔥');
  });
});
