import { expect, type Locator, type Page } from '@playwright/test';
import { boughtId } from './support/billing.ts';
import { test } from './support/billing-test.ts';
import { expectFit, prepareLooks } from './support/looks.ts';
import { type OwnProduct, startOwnProduct } from './support/own-product.ts';
import { cards, newYork, type PaymentFields } from './support/payment-fields.ts';
import { signUp } from './support/people.ts';
import { monthlyYearlyConfig, startUpMs } from './support/places.ts';

test.describe.configure({ timeout: startUpMs + 180_000 });

const dayMs = 86_400_000;

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

/** Buys Pro by the month; answers the id of the new project. */
async function buyMonthly(page: Page, fields: PaymentFields): Promise<string> {
  await signUp(page);
  await page.goto('/create-plan');
  await page.getByRole('button', { name: 'Choose Pro' }).click();
  await fields.fillCard(page, cards.works);
  await fields.fillAddress(page, newYork);
  await page.getByRole('button', { name: 'Pay $40.00' }).click();
  return boughtId(page);
}

const banner = (page: Page, words: RegExp): Locator =>
  page.getByRole('main').getByRole('status').filter({ hasText: words });

/** Cancels at the end of the paid month, which is chosen already. */
async function endLater(page: Page, id: string): Promise<void> {
  await page.goto(`/subscription/${id}/billing`);
  await page.getByRole('link', { name: 'Cancel subscription' }).click();
  await expect(page.getByRole('radio', { name: /when the paid period is over/ })).toBeChecked();
  await expect(page.getByRole('textbox', { name: 'Subscription ID' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Cancel subscription' }).click();
  await expect(banner(page, /ends on/)).toBeVisible();
}

test('a project is canceled at the end of its month, kept, canceled again and then ends', async ({
  browser,
  fields,
}) => {
  const context = await browser.newContext({ baseURL: product.origin, reducedMotion: 'reduce' });
  await prepareLooks(context);
  const page = await context.newPage();
  const id = await buyMonthly(page, fields);
  const billing = `/subscription/${id}/billing`;
  const summary = page.getByRole('region', { name: 'Billing summary' });

  await page.goto(`${billing}/cancel`);
  await expect(page.getByRole('radio', { name: /^On .*, when the paid period/ })).toBeVisible();
  await expectFit(page, 'cancel-later', 'en');
  await page.getByRole('radio', { name: /^Now/ }).check();
  await expect(page.getByRole('button', { name: 'Cancel subscription' })).toBeDisabled();
  await expect(page.getByRole('textbox', { name: 'Subscription ID' })).toBeVisible();

  await endLater(page, id);
  await expect(page).toHaveURL(new RegExp(`${billing}$`));
  await expect(banner(page, /Until then everything works/)).toBeVisible();
  await expect(summary.getByText('Nothing will be charged.')).toBeVisible();
  await expectFit(page, 'billing-ending', 'en');
  await page.goto(`/subscription/${id}`);
  await expect(banner(page, /ends on/)).toBeVisible();
  await expectFit(page, 'overview-ending', 'en');

  await page.goto('/dashboard');
  const attention = page.getByRole('region', { name: '1 project is going to end' });
  await expect(attention).toContainText('Until then everything works.');
  await expectFit(page, 'dashboard-ending', 'en');
  await attention.getByRole('button', { name: /^Keep subscription/ }).click();
  await expect(page.getByText(/goes on\. It renews as before\.$/)).toBeVisible();
  await expect(attention).toHaveCount(0);

  await page.goto(billing);
  await expect(summary.getByText('Next invoice')).toBeVisible();
  await expect(summary.getByText('$40.00', { exact: true })).toBeVisible();
  await endLater(page, id);
  await page.getByRole('button', { name: 'Keep subscription' }).click();
  await expect(banner(page, /ends on/)).toHaveCount(0);

  await endLater(page, id);
  await page.goto(`/subscription/${id}/activity`);
  await expect(page.getByText(/canceled the project, which ends on/)).toHaveCount(3);
  await expect(page.getByText(/kept the project, so it no longer ends/)).toHaveCount(2);

  // In two steps: a session that is not used for 30 days ends.
  for (const days of [20, 15]) {
    await page.request.post('/dev/clock', { data: { advanceMs: days * dayMs } });
    await page.goto(billing);
    await expect(page.getByRole('heading', { name: 'Billing' })).toBeVisible();
  }
  // The end is followed by a job, which the page does not wait for.
  await expect(async () => {
    await page.goto(billing);
    await expect(banner(page, /This project ended on/)).toBeVisible({ timeout: 5_000 });
  }).toPass({ timeout: 60_000 });
  await expectFit(page, 'billing-ended', 'en');
  await context.close();
});
