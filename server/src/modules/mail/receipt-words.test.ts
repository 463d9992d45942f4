import { expect, it } from 'vitest';
import { contents } from '../../../test/mail/mail-contents.ts';
import { renderMail } from './render-mail.ts';

const usd = (amount: number) => ({ amount, currency: 'usd' });
const none = { charged: usd(0), fromCredit: usd(0), credited: usd(0) };
const receipt = { ...contents.receipt, ...none, total: usd(123_456) };
const site = { productName: 'Kiln', publicUrl: 'https://hearth.example' };

it('a receipt, given reverse charge: says who accounts for the tax, and not that it is included', async () => {
  const parts = { subtotal: receipt.total, discount: null, tax: usd(0) };
  const textOf = async (content: typeof contents.receipt, language: 'en' | 'zh') =>
    (await renderMail(content, { ...site, language })).text;
  expect(await textOf({ ...receipt, ...parts }, 'en')).toContain('\nTax: $0.00\n');
  const reversed = { ...receipt, ...parts, isReverseCharge: true } as const;
  expect(await textOf(reversed, 'en')).toContain('Tax: $0.00, your company accounts for it');
  expect(await textOf(reversed, 'zh')).toContain('税费：$0.00，由贵公司自行申报');
});

it.each([
  [{ charged: usd(11_002), carried: usd(2) }, '$110.02 was paid', '$110.02 已付清'],
  [
    { charged: usd(0), carried: usd(-2) },
    '$0.02 is added to the next invoice',
    '$0.02 计入下一张发票',
  ],
  [
    { charged: usd(0), fromCredit: usd(123_456) },
    '$1,234.56 was covered by your credit',
    '$1,234.56 已由余额抵扣',
  ],
  [{ charged: usd(0), credited: usd(123_456) }, 'Nothing was charged', '没有产生扣款'],
  [{ charged: usd(100_000), credited: usd(23_456) }, '$1,000.00 was paid', '$1,000.00 已付清'],
])('a receipt of %j: its heading names what was paid', async (paid, en, zh) => {
  for (const [language, heading] of [['en', en] as const, ['zh', zh] as const]) {
    const { html } = await renderMail({ ...receipt, ...paid }, { ...site, language });
    expect(/<h1[^>]*>([^<]*)/.exec(html)?.[1]).toBe(heading);
  }
});
