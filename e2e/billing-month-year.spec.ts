import { expect, type Locator, type Page } from '@playwright/test';
import { boughtId } from './support/billing.ts';
import { test } from './support/billing-test.ts';
import { zh } from './support/billing-words.ts';
import { tabTo } from './support/keyboard.ts';
import { expectFit, prepareLooks } from './support/looks.ts';
import { cards, newYork, type PaymentFields } from './support/payment-fields.ts';
import { signUp } from './support/people.ts';
import { addressOf, places } from './support/places.ts';

test.use({ baseURL: addressOf(places.monthlyYearly) });
test.describe.configure({ timeout: 180_000 });

interface Purchase {
  readonly fields: PaymentFields;
  readonly choose: string;
  readonly pay: string;
}

test.beforeEach(({ context }) => prepareLooks(context));

/** Buys Pro as the list of plans offers it; ends on the settings of the new project. */
async function buyMonthly(page: Page, { fields, choose, pay }: Purchase): Promise<string> {
  await page.getByRole('button', { name: choose }).click();
  await fields.fillCard(page, cards.works);
  await fields.fillAddress(page, newYork);
  await page.getByRole('button', { name: pay }).click();
  return boughtId(page);
}

const price = (page: Page, plan: string): Locator =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: plan }) });

test('Pro is bought by the month, then paid by the year, and by the month again when that is over', async ({
  page,
  fields,
}) => {
  await signUp(page);
  await page.goto('/create-plan');
  await expect(price(page, 'Pro').getByText('$40.00')).toBeVisible();
  await expectFit(page, 'create-plan', 'en');
  const id = await buyMonthly(page, { fields, choose: 'Choose Pro', pay: 'Pay $40.00' });
  await expect(page.getByRole('heading', { name: /^You’re on Pro \(monthly\)\./ })).toBeVisible();

  await page.goto(`/subscription/${id}/billing`);
  const summary = page.getByRole('region', { name: 'Billing summary' });
  await expect(summary.getByText('$40.00 per month')).toBeVisible();
  await page.getByRole('link', { name: 'Change plan' }).click();
  await page.getByRole('button', { name: 'Yearly 2 months free' }).click();
  await expect(price(page, 'Pro').getByText('$400.00')).toBeVisible();
  await expect(page.getByLabel('Currency')).toHaveCount(0);
  await expectFit(page, 'change-plan', 'en');
  await page.getByRole('button', { name: 'Switch to yearly' }).click();

  await expect(
    page.getByRole('heading', { level: 1, name: 'Pro (monthly) to Pro (yearly)' }),
  ).toBeVisible();
  const costs = page.getByRole('region', { name: 'What it costs' });
  // All of the month is left, to the second.
  await expect(costs).toContainText('Charged now$360.00');
  await expect(costs).toContainText('$400.00, less the $40.00 you have already paid');
  await expect(costs).toContainText('Then every year$400.00');
  await expectFit(page, 'change-plan-review', 'en');
  await page.getByRole('button', { name: 'Confirm and pay $360.00' }).click();
  await expect(page.getByText(/^You’re on Pro \(yearly\)\. Thank you/)).toBeVisible();
  await expect(summary.getByText('$400.00 per year')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Spend, last 12 months' })).toContainText(
    '$400.00',
  );
  const nextYear = String(new Date().getFullYear() + 1);
  await expect(summary.getByText(nextYear)).toBeVisible();
  await expectFit(page, 'billing-yearly', 'en');

  await page.goto(`/subscription/${id}/activity`);
  const event = page.getByRole('listitem').filter({ hasText: 'changed the billing period' });
  await expect(event).toContainText('Pro (monthly)');
  await expect(event).toContainText('Pro (yearly)');

  await page.goto(`/subscription/${id}/billing/change-plan?frequency=month`);
  await page.getByRole('button', { name: 'Switch to monthly' }).click();
  await expect(costs).toContainText('Charged now$0.00');
  await expect(costs).toContainText('Then every month$40.00');
  await expect(page.getByText(/^Takes effect on .*\. Nothing is charged now\.$/)).toBeVisible();
  await page.getByRole('button', { name: /^Change on / }).click();
  await expect(page.getByText(/^The project changes to Pro \(monthly\) on /)).toBeVisible();
  await expect(summary.getByText('$400.00 per year')).toBeVisible();
});

test('a year in euros is chosen before sign-up, by the keyboard, and paid after it', async ({
  page,
  fields,
}) => {
  await page.goto('/pricing');
  await tabTo(page, page.getByRole('button', { name: /^Yearly/ }));
  await page.keyboard.press('Space');
  await expect(page.getByRole('button', { name: /^Yearly/ })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await page.getByLabel('Currency').selectOption('eur');
  await expect(price(page, 'Pro').getByText('€390.00')).toBeVisible();
  await page.getByRole('link', { name: 'Choose Pro' }).click();
  await page.getByLabel('Full name').fill('Ada Lovelace');
  await page.getByLabel('Email').fill(`year-${Date.now()}@example.com`);
  await page.getByLabel('Password', { exact: true }).fill('correct horse');
  await page.getByRole('button', { name: 'Sign up' }).click();

  await expect(page.getByRole('button', { name: 'Pay €390.00' })).toBeVisible();
  await expect(page.getByText('Renews every year until you cancel.')).toBeVisible();
  await page.reload();
  await fields.fillCard(page, cards.works);
  await fields.fillAddress(page, newYork);
  await page.getByRole('button', { name: 'Pay €390.00' }).click();
  const id = await boughtId(page);
  await page.goto(`/subscription/${id}/billing`);
  await expect(page.getByText('€390.00 per year')).toBeVisible();

  await page.goto(`/subscription/${id}/billing/change-plan`);
  await expect(price(page, 'Enterprise').getByText('€1,100.00')).toBeVisible();
});

test.describe('in Chinese', () => {
  test.use({ words: zh });

  test('Pro is bought by the month and then paid by the year', async ({ page, fields, words }) => {
    await signUp(page);
    await page.goto('/create-plan?lng=zh');
    await expect(price(page, '专业版').getByText('每月')).toBeVisible();
    await expectFit(page, 'create-plan', 'zh');
    const purchase = { fields, choose: words.choosePro, pay: '支付 $40.00' };
    const id = await buyMonthly(page, purchase);

    await page.goto(`/subscription/${id}/billing/change-plan`);
    await page.getByRole('button', { name: '按年 省 2 个月' }).click();
    await expect(price(page, '专业版').getByText('每年')).toBeVisible();
    await expectFit(page, 'change-plan', 'zh');
    await page.getByRole('button', { name: '改为按年付款' }).click();
    await expect(
      page.getByRole('heading', { level: 1, name: '从专业版（按月）更换为专业版（按年）' }),
    ).toBeVisible();
    const costs = page.getByRole('region', { name: '费用' });
    await expect(costs).toContainText('现在扣款$360.00');
    await expect(costs).toContainText('$400.00，已减去您此前支付的 $40.00');
    await expect(costs).toContainText('之后每年$400.00');
    await expectFit(page, 'change-plan-review', 'zh');
    await page.getByRole('button', { name: '确认并支付 $360.00' }).click();
    await expect(page.getByText(/^已开通专业版（按年），谢谢您/)).toBeVisible();
    await expect(page.getByText('每年 $400.00')).toBeVisible();
    await expectFit(page, 'billing-yearly', 'zh');
  });
});
