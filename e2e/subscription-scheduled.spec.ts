import { expect, type Locator, type Page } from '@playwright/test';
import { boughtId } from './support/billing.ts';
import { test } from './support/billing-test.ts';
import { en, zh } from './support/billing-words.ts';
import { expectFit, prepareLooks } from './support/looks.ts';
import { type OwnProduct, startOwnProduct } from './support/own-product.ts';
import { cards, newYork, type PaymentFields } from './support/payment-fields.ts';
import { chooseLanguage, signIn, signUp } from './support/people.ts';
import { monthlyYearlyConfig, startUpMs } from './support/places.ts';

test.describe.configure({ timeout: startUpMs + 240_000 });

const dayMs = 86_400_000;
const bankWords = { en, zh };

const languages = {
  en: {
    choose: 'Choose Pro',
    pay: 'Pay $400.00',
    summary: 'Billing summary',
    perYear: '$400.00 per year',
    perMonth: '$40.00 per month',
    switch: 'Switch to monthly',
    effect: /^Takes effect on .*\. Nothing is charged now\.$/,
    confirm: /^Change on /,
    banner: /changes to Pro \(monthly\) on/,
    keep: 'Keep the current plan',
    kept: /stays on its plan\. It renews as before\.$/,
  },
  zh: {
    choose: '选择专业版',
    pay: '支付 $400.00',
    summary: '账单概览',
    perYear: '每年 $400.00',
    perMonth: '每月 $40.00',
    switch: '改为按月付款',
    effect: /生效，现在不扣款。$/,
    confirm: /^于 .* 更换$/,
    banner: /更换为专业版（按月）/,
    keep: '保留当前套餐',
    kept: /保留当前套餐，并照常续订。$/,
  },
} as const;

/** No other journey uses it, because its clock is moved. */
let product: OwnProduct;
test.beforeAll(async () => {
  test.setTimeout(startUpMs + 30_000);
  product = await startOwnProduct({
    HEARTH_CONFIG: monthlyYearlyConfig,
    PAYMENT_PROVIDER: 'sandbox',
  });
});
test.afterAll(() => product.stop());

type Words = (typeof languages)[keyof typeof languages];

/** Buys Pro by the year; answers the id of the new project. */
async function buyYearly(page: Page, fields: PaymentFields, words: Words): Promise<string> {
  await page.goto('/create-plan?frequency=year&currency=usd');
  await page.getByRole('button', { name: words.choose }).click();
  await fields.fillCard(page, cards.works);
  await fields.fillAddress(page, newYork);
  await page.getByRole('button', { name: words.pay }).click();
  return boughtId(page);
}

const banner = (page: Page, words: RegExp): Locator =>
  page.getByRole('main').getByRole('status').filter({ hasText: words });

/** Chooses the month, and reads on the way that nothing is charged now. */
async function schedule(
  page: Page,
  id: string,
  words: Words,
  language: 'en' | 'zh',
): Promise<void> {
  await page.goto(`/subscription/${id}/billing/change-plan?frequency=month`);
  await page.getByRole('button', { name: words.switch }).click();
  await expect(page.getByText(words.effect)).toBeVisible();
  await expectFit(page, 'change-plan-later', language);
  await page.getByRole('button', { name: words.confirm }).click();
  await expect(banner(page, words.banner)).toBeVisible();
}

for (const language of ['en', 'zh'] as const) {
  test.describe(language, () => {
    test.use({ words: bankWords[language] });
    test(`a year changes to months when it is over, is undone, and scheduled again: ${language}`, async ({
      browser,
      fields,
    }) => {
      const words = languages[language];
      const context = await browser.newContext({
        baseURL: product.origin,
        reducedMotion: 'reduce',
      });
      await prepareLooks(context);
      const page = await context.newPage();
      const person = await signUp(page);
      await chooseLanguage(page, language);
      const id = await buyYearly(page, fields, words);
      const billing = `/subscription/${id}/billing`;
      const summary = page.getByRole('region', { name: words.summary });

      await schedule(page, id, words, language);
      await expect(summary.getByText(words.perYear)).toBeVisible();
      await expectFit(page, 'billing-scheduled', language);
      await page.getByRole('button', { name: words.keep }).click();
      await expect(page.getByText(words.kept)).toBeVisible();
      await expect(banner(page, words.banner)).toHaveCount(0);

      await schedule(page, id, words, language);
      await page.goto(`/subscription/${id}`);
      await expect(banner(page, words.banner)).toBeVisible();
      await expectFit(page, 'overview-scheduled', language);

      // A session ends before the year does.
      await page.request.post('/dev/clock', { data: { advanceMs: 367 * dayMs } });
      await page.goto('/signin?lng=en');
      await signIn(page, person);
      await page.waitForURL('**/dashboard*');
      await chooseLanguage(page, language);
      // The change is followed by a job, which the page does not wait for.
      await expect(async () => {
        await page.goto(billing);
        await expect(summary.getByText(words.perMonth)).toBeVisible({ timeout: 5_000 });
      }).toPass({ timeout: 60_000 });
      await expect(banner(page, words.banner)).toHaveCount(0);
      await context.close();
    });
  });
}
