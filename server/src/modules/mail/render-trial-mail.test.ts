import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { builtInLanguages as languages } from '@hearth/contract';
import { describe, expect, it } from 'vitest';
import type { ContentOf } from './kinds/index.ts';
import { renderMail } from './render-mail.ts';

const site = { productName: 'Kiln', publicUrl: 'https://hearth.example' };
const about = { name: 'Ada', subscriptionName: 'Engine', link: 'https://hearth.example/billing' };
const usd = (amount: number) => ({ amount, currency: 'usd' });
const visa = { brand: 'visa', last4: '4242' };
const leapDay = '2028-02-29T23:59:59.999Z';

type TrialContent = ContentOf<'trial-started'> | ContentOf<'trial-ending'>;

/** Subject and text. */
async function textOf(content: TrialContent, language: 'en' | 'zh'): Promise<string> {
  const { subject, text } = await renderMail(content, { ...site, language });
  return `${subject}\n${text}`;
}

/** Rows of the English table. */
async function rowsOf(content: TrialContent): Promise<string[]> {
  const { html } = await renderMail(content, { ...site, language: 'en' });
  const rows = html.matchAll(/<th[^>]*>([^<]*)<\/th><td[^>]*>([^<]*)</g);
  return [...rows].map(([, label, value]) => `${label}: ${value}`);
}

describe('a trial that has begun', () => {
  const started = {
    kind: 'trial-started',
    ...about,
    plan: 'Pro',
    frequency: 'month',
    total: usd(4_760),
    parts: { subtotal: usd(4_000), discount: null, tax: usd(760) },
    trialEnd: leapDay,
    card: visa,
  } as const;
  const inChinese = { ...started, plan: '专业版' } as const;

  it('says its end, the first charge with its tax, the card and how to cancel', async () => {
    expect(await rowsOf(started)).toEqual([
      'Plan: Pro, billed monthly',
      'Trial ends: Feb 29, 2028',
      'Subtotal: $40.00',
      'Tax: $7.60',
      'Next charge: $47.60 on Feb 29, 2028',
      'Card: Visa ending in 4242',
    ]);
    const en = await textOf(started, 'en');
    expect(en).toContain('Your trial of Pro has begun\n');
    expect(en).toContain('which ends on Feb 29, 2028. Nothing is charged now.');
    expect(en).toContain('we will charge $47.60 to your Visa ending in 4242.');
    expect(en).toContain('cancel it on the billing page before that day');
    const zh = await textOf(inChinese, 'zh');
    expect(zh).toContain('专业版试用已开始\n');
    expect(zh).toContain('试用将于 2028年2月29日结束。现在不扣款。');
    expect(zh).toContain('请在此日期之前前往账单页面取消');
  });

  it('without a card: asks for one, and says what it is charged', async () => {
    const withoutCard = { ...started, card: null };
    expect(await rowsOf(withoutCard)).toEqual([
      'Plan: Pro, billed monthly',
      'Trial ends: Feb 29, 2028',
    ]);
    const en = await textOf(withoutCard, 'en');
    expect(en).toContain('add a card before that day. We will then charge $47.60 on Feb 29, 2028.');
    expect(en).toContain('Add a card\n');
    const zh = await textOf({ ...inChinese, card: null }, 'zh');
    expect(zh).toContain('请在此日期之前添加银行卡。届时将扣款 $47.60。');
  });

  it.each([visa, null])('with a sum that is not known: names none (card %o)', async (card) => {
    const { parts: _, ...bare } = { ...started, total: null, card };
    expect((await rowsOf(bare)).slice(0, 2)).toEqual([
      'Plan: Pro, billed monthly',
      'Trial ends: Feb 29, 2028',
    ]);
    for (const language of languages) {
      const text = await textOf(bare, language);
      expect(text).not.toMatch(/\$|null|undefined|Next charge|下次扣款/);
    }
    expect(await textOf(bare, 'en')).toContain(
      card ? 'The billing page shows what is charged on that day.' : 'add a card before that day.',
    );
  });

  it.each([
    { card: visa, total: usd(4_760), link: 'wir buchen 47,60 $ ab.', button: 'Abrechnung öffnen' },
    { card: visa, total: usd(0), link: 'nichts zu zahlen', button: 'Abrechnung öffnen' },
    { card: visa, total: null, link: 'Die Abrechnungsseite zeigt', button: 'Abrechnung öffnen' },
    { card: null, total: null, link: 'vor diesem Tag eine Karte', button: 'Karte hinzufügen' },
  ])('is German in each case: $link', async ({ card, total, link, button }) => {
    const file = join(import.meta.dirname, '../../../../config/locales/de/mails.json');
    const texts = JSON.parse(readFileSync(file, 'utf8'));
    const { parts: _, ...bare } = { ...started, card, total };
    const { text, subject } = await renderMail(bare, { ...site, language: 'de', texts });
    const said = text.replaceAll('\u00a0', ' ');
    expect(subject).toBe('Die Testphase hat begonnen: „Engine“ bei Kiln');
    for (const part of ['Ihre Testphase für Pro hat begonnen', 'Jetzt wird nichts', link, button]) {
      expect(said).toContain(part);
    }
    expect(said).not.toMatch(/\b(trial|charge|card|project)\b/i);
  });
});

describe('a trial that ends in three days', () => {
  const total = { amount: 4_000, currency: 'usd' };
  const ending = {
    kind: 'trial-ending',
    ...about,
    plan: 'Pro',
    total,
    trialEnd: leapDay,
    card: visa,
  } as const;

  it('says the day, the sum, the card and how to cancel', async () => {
    const text = await textOf(ending, 'en');
    expect(text).toContain('is on a trial of the Pro plan, which ends on Feb 29, 2028.');
    expect(text).toContain('we will charge $40.00 to your Visa ending in 4242.');
    expect(text).toContain('cancel it on the billing page before that day');
    expect(await textOf(ending, 'zh')).toContain(
      '试用结束后项目继续，并从您的 Visa 卡（尾号 4242）扣款 $40.00。',
    );
  });

  it('asks for a card if there is none, since the project ends without', async () => {
    const withoutCard = { ...ending, card: null };
    const text = await textOf(withoutCard, 'en');
    expect(text).toContain('the project ends with the trial.');
    expect(text).toContain('add a card before that day');
    expect(await textOf(withoutCard, 'zh')).toContain('请在此日期之前添加银行卡。');
  });

  it('given neither a card nor anything due: names no sum of zero', async () => {
    const nothing = { ...ending, card: null, total: usd(0) };
    const text = await textOf(nothing, 'en');
    expect(text).toContain('the project ends with the trial.');
    expect(text).toContain(
      'To keep it, add a card before that day. Nothing is due for the first period, so the card is not charged then.',
    );
    expect(text).not.toContain('$0');
    const zh = await textOf(nothing, 'zh');
    expect(zh).toContain('请在此日期之前添加银行卡。首个计费周期无需付款，届时不会扣款。');
    expect(zh).not.toContain('$0');
  });
});
