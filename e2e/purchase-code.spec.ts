import { expect } from '@playwright/test';
import { boughtId } from './support/billing.ts';
import { test } from './support/billing-test.ts';
import { zh } from './support/billing-words.ts';
import { expectFit, prepareLooks } from './support/looks.ts';
import { cards, newYork } from './support/payment-fields.ts';
import { signUp } from './support/people.ts';
import { addressOf, places } from './support/places.ts';

test.use({ baseURL: addressOf(places.monthlyYearly) });
test.describe.configure({ timeout: 180_000 });
test.beforeEach(({ context }) => prepareLooks(context));

test('a promotion code halves the first payment', async ({ page, fields }) => {
  await signUp(page);
  await page.goto('/create-plan?plan=pro&frequency=month&currency=usd');
  await page.getByRole('button', { name: 'Have a code?' }).click();
  const field = page.getByLabel('Promotion code');
  await expect(field).toBeFocused();
  await page.keyboard.type('nonsense');
  await page.keyboard.press('Enter');
  await expect(
    page.getByText('This code does not apply here. Please check it, or go on without a code.'),
  ).toBeVisible();
  await field.fill('half');
  await page.keyboard.press('Enter');
  await expect(page.getByText('HALF: −$20.00, then $40.00 per month')).toBeVisible();
  await expectFit(page, 'purchase-code', 'en');
  await fields.fillCard(page, cards.works);
  await fields.fillAddress(page, newYork);
  await page.getByRole('button', { name: 'Pay $20.00' }).click();
  const id = await boughtId(page);

  await page.goto(`/subscription/${id}/billing`);
  await expect(page.getByText('$40.00 per month')).toBeVisible();
  await expect(page.getByRole('table', { name: /^Invoices of/ })).toContainText('$20.00Paid');
  await expectFit(page, 'billing-discounted', 'en');
});

test.describe('in Chinese', () => {
  test.use({ words: zh });

  test('a promotion code halves the first payment', async ({ page }) => {
    await signUp(page);
    await page.goto('/create-plan?plan=pro&frequency=month&currency=usd&lng=zh');
    await page.getByRole('button', { name: '有优惠码？' }).click();
    await page.getByLabel('优惠码').fill('HALF');
    await page.getByRole('button', { name: '使用优惠码' }).click();
    await expect(page.getByText('HALF：−$20.00，之后每月 $40.00')).toBeVisible();
    await expect(page.getByRole('button', { name: '支付 $20.00' })).toBeVisible();
    await expectFit(page, 'purchase-code', 'zh');
  });
});
