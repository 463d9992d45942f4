import { expect, type Locator, type Page } from '@playwright/test';
import { tabTo } from './support/keyboard.ts';
import { newPerson } from './support/people.ts';
import { arrive, bannerOf, pay } from './support/priced-steps.ts';
import { test } from './support/priced-test.ts';

const texts = {
  en: {
    onMonth: /^You’re on Pro \(monthly\)\./,
    change: 'Change plan',
    yearly: 'Yearly 2 months free',
    perMonth: 'per month',
    currency: 'Currency',
    toYear: 'Pro (monthly) to Pro (yearly)',
    unused: 'Unused time on Pro (monthly)−$40.00',
    yearSaves: 'Switch to yearly, save $80',
    byMonth: 'a month, billed $400',
    spend: 'Spending, last 12 months',
    paysOtherwise: 'changed the billing period',
    month: 'Pro (monthly)',
    year: 'Pro (yearly)',
    effect: /^Takes effect on .*\. Nothing is charged now\.$/,
    confirmOn: /^Change on /,
    scheduled: /changes to Pro \(monthly\) on/,
    everyYear: 'Yearly',
    choosePro: 'Choose Pro',
    fullName: 'Full name',
    email: 'Email',
    password: 'Password',
    signUp: 'Sign up',
    renews: 'Renews every year until you cancel.',
    eurosPerYear: '€390.00 per year',
    enterprise: 'Enterprise',
  },
  zh: {
    onMonth: /^已开通专业版（按月）/,
    change: '更换套餐',
    yearly: '按年 省 2 个月',
    perMonth: '每月',
    currency: '币种',
    toYear: '从专业版（按月）更换为专业版（按年）',
    unused: '专业版（按月）未使用时间−$40.00',
    yearSaves: '改为按年，节省 $80',
    byMonth: '每月，按年支付 $400',
    spend: '最近 12 个月支出',
    paysOtherwise: '更改了计费周期',
    month: '专业版（按月）',
    year: '专业版（按年）',
    effect: /生效，现在不扣款。$/,
    confirmOn: /^于 .*更换$/,
    scheduled: /更换为专业版（按月）/,
    everyYear: '按年',
    choosePro: '选择专业版',
    fullName: '姓名',
    email: '邮箱',
    password: '密码',
    signUp: '注册',
    renews: '每年自动续订，直到您取消。',
    eurosPerYear: '每年 €390.00',
    enterprise: '企业版',
  },
} as const;

const price = (page: Page, plan: string): Locator =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: plan }) });

test('Pro is bought by the month, then paid by the year, and by the month again when that is over', async ({
  page,
  fields,
  words,
  prices,
  language,
  look,
}) => {
  const text = texts[language];
  await arrive(page, language);
  await page.goto('/create-plan');
  await expect(price(page, prices.pro).getByText('$40', { exact: true })).toBeVisible();
  await expect(price(page, prices.pro).getByText(text.perMonth)).toBeVisible();
  await look(page, 'create-plan');
  await page.getByRole('button', { name: words.choosePro }).click();
  const id = await pay(page, { fields, pay: prices.pay('$40.00') });
  await expect(page.getByRole('heading', { name: text.onMonth })).toBeVisible();

  await page.goto(`/subscription/${id}/billing`);
  const summary = page.getByRole('region', { name: prices.summary });
  await expect(summary.getByText(prices.perMonth)).toBeVisible();
  await page.getByRole('link', { name: text.change }).click();
  await page.getByRole('button', { name: text.yearly }).click();
  await expect(price(page, prices.pro).getByText('$33.33')).toBeVisible();
  await expect(price(page, prices.pro).getByText(text.byMonth)).toBeVisible();
  await expect(page.getByLabel(text.currency)).toHaveCount(0);
  await look(page, 'change-plan');
  await page.getByRole('button', { name: text.yearSaves }).click();

  await expect(page.getByRole('heading', { level: 1, name: text.toYear })).toBeVisible();
  const costs = page.getByRole('region', { name: prices.costs });
  // All of the month is left, to the second.
  await expect(costs).toContainText(`${prices.dueToday}$360.00`);
  await expect(costs).toContainText(text.unused);
  await expect(costs).toContainText(prices.thenPay('$400.00'));
  await look(page, 'change-plan-review');
  await page.getByRole('button', { name: prices.confirmAndPay('$360.00') }).click();
  await expect(page.getByText(prices.changedToYear)).toBeVisible();
  await expect(summary.getByText(prices.perYear)).toBeVisible();
  await expect(page.getByRole('region', { name: text.spend })).toContainText('$400.00');
  const nextYear = String(new Date().getFullYear() + 1);
  await expect(summary.getByText(nextYear)).toBeVisible();
  await look(page, 'billing-yearly');

  await page.goto(`/subscription/${id}/activity`);
  const event = page.getByRole('listitem').filter({ hasText: text.paysOtherwise });
  await expect(event).toContainText(text.month);
  await expect(event).toContainText(text.year);

  await page.goto(`/subscription/${id}/billing/change-plan?frequency=month`);
  await page.getByRole('button', { name: prices.toMonth }).click();
  await expect(costs).toContainText(`${prices.dueToday}$0.00`);
  await expect(costs).toContainText(prices.thenPay('$40.00'));
  await expect(page.getByText(text.effect)).toBeVisible();
  await page.getByRole('button', { name: text.confirmOn }).click();
  await expect(bannerOf(page, text.scheduled)).toBeVisible();
  await expect(summary.getByText(prices.perYear)).toBeVisible();
});

test('a year in euros is chosen before sign-up, by the keyboard, and paid after it', async ({
  page,
  fields,
  prices,
  language,
}) => {
  const text = texts[language];
  const { name, email, password } = newPerson();
  await page.goto(`/pricing?lng=${language}`);
  const yearly = page.getByRole('button', { name: new RegExp(`^${text.everyYear}`) });
  await tabTo(page, yearly);
  await page.keyboard.press('Space');
  await expect(yearly).toHaveAttribute('aria-pressed', 'true');
  await page.getByLabel(text.currency).selectOption('eur');
  await expect(price(page, prices.pro).getByText('€32.50')).toBeVisible();
  await page.getByRole('link', { name: text.choosePro }).click();
  await page.getByLabel(text.fullName).fill(name);
  await page.getByLabel(text.email).fill(email);
  await page.getByLabel(text.password, { exact: true }).fill(password);
  await page.getByRole('button', { name: text.signUp }).click();

  await expect(page.getByRole('button', { name: prices.pay('€390.00') })).toBeVisible();
  await expect(page.getByText(text.renews)).toBeVisible();
  await page.reload();
  const id = await pay(page, { fields, pay: prices.pay('€390.00') });
  await page.goto(`/subscription/${id}/billing`);
  await expect(page.getByText(text.eurosPerYear)).toBeVisible();

  await page.goto(`/subscription/${id}/billing/change-plan`);
  await expect(price(page, text.enterprise).getByText('€1,100')).toBeVisible();
});
