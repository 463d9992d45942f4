import { renderHook } from '@testing-library/react';
import { I18nextProvider } from 'react-i18next';
import { describe, expect, it } from 'vitest';
import { monthlyYearly, testConfig } from '../../../test/test-config.ts';
import { ConfigProvider } from '../config/index.ts';
import { loadWords, startI18n } from '../i18n/index.ts';
import { usePlanWords } from './use-plan-words.ts';
import { usePriceText } from './use-price-text.ts';

const [free = expect.fail(), pro = expect.fail()] = monthlyYearly.plans;
const [, weekly = expect.fail()] = testConfig.plans;

async function wordsIn(language: string) {
  localStorage.setItem('i18nextLng', language);
  const i18n = await startI18n(monthlyYearly);
  await loadWords('all');
  const { result } = renderHook(() => ({ ...usePlanWords(), priceText: usePriceText() }), {
    wrapper: ({ children }) => (
      <I18nextProvider i18n={i18n}>
        <ConfigProvider config={monthlyYearly}>{children}</ConfigProvider>
      </I18nextProvider>
    ),
  });
  return result.current;
}

it.each([
  ['usd', 0, '$0.00'],
  ['usd', 1_000, '$10.00'],
  ['usd', 950, '$9.50'],
  ['jpy', 1_000, '¥1,000'],
  ['kwd', 2_500, 'KWD\u00a02.500'],
])('writes a price in %s of %d minor units as an invoice would', async (currency, amount, text) => {
  const { priceText } = await wordsIn('en');
  expect(priceText({ amount, currency })).toBe(text);
});

const expected = {
  en: {
    price: '$400.00 per year',
    yearly: 'Pro (yearly)',
    plain: 'Pro',
    months: '2 months free',
    percent: 'Save 16%',
  },
  zh: {
    price: '每年 $400.00',
    yearly: '专业版（按年）',
    plain: '专业版',
    months: '省 2 个月',
    percent: '省 16%',
  },
};

describe.each(['en', 'zh'] as const)('in %s', (language) => {
  const { price, yearly, plain, months, percent } = expected[language];

  it('says how often a price is charged', async () => {
    const { priceText } = await wordsIn(language);
    expect(priceText({ amount: 40_000, currency: 'usd' }, 'year')).toBe(price);
  });

  it('names the period of a plan that can be paid otherwise too', async () => {
    const { planText } = await wordsIn(language);
    expect(planText(pro, 'year')).toBe(yearly);
    expect(planText(pro)).toBe(plain);
    expect(planText(weekly, 'week')).toBe(plain);
    expect(planText(free, 'year')).toBe(planText(free));
  });

  it('says a saving in months or in percent', async () => {
    const { savingText } = await wordsIn(language);
    expect(savingText({ in: 'months', count: 2 })).toBe(months);
    expect(savingText({ in: 'percent', count: 16 })).toBe(percent);
  });
});

it('says one month free without a plural', async () => {
  const { savingText } = await wordsIn('en');
  expect(savingText({ in: 'months', count: 1 })).toBe('1 month free');
});
