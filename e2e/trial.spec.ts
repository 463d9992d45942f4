import { type Browser, expect, type Page } from '@playwright/test';
import { boughtId } from './support/billing.ts';
import { test } from './support/billing-test.ts';
import { zh } from './support/billing-words.ts';
import { expectFit, prepareLooks } from './support/looks.ts';
import { type OwnProduct, startOwnProduct } from './support/own-product.ts';
import { cards, newYork } from './support/payment-fields.ts';
import { signUp } from './support/people.ts';
import { startUpMs, trialConfig } from './support/places.ts';

test.describe.configure({ timeout: startUpMs + 180_000 });

const dayMs = 86_400_000;
const pro = '/create-plan?plan=pro&frequency=month&currency=usd';

/** No other journey uses it, because its clock is moved and its cards had their trials. */
let product: OwnProduct;
test.beforeAll(async () => {
  test.setTimeout(startUpMs + 30_000);
  product = await startOwnProduct({ HEARTH_CONFIG: trialConfig, PAYMENT_PROVIDER: 'sandbox' });
});
test.afterAll(() => product.stop());

async function openPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ baseURL: product.origin, reducedMotion: 'reduce' });
  await prepareLooks(context);
  return context.newPage();
}

test('Pro is tried for 14 days with a card whose bank asks, and then paid', async ({
  browser,
  fields,
}) => {
  const page = await openPage(browser);
  await signUp(page);
  await page.goto('/create-plan');
  await expect(page.getByText('14 days free, then $40.00 per month')).toBeVisible();
  await page.getByRole('button', { name: 'Choose Pro' }).click();
  const summary = page.getByRole('region', { name: 'Summary' });
  await expect(summary).toContainText(
    /14 days free, then \$40\.00 per month from \w+ \d+, \d{4}\./,
  );
  await expect(summary).toContainText('Due now$0.00');
  await expect(page.getByRole('button', { name: 'Start the free trial' })).toBeEnabled();
  await expectFit(page, 'purchase-trial', 'en');
  await fields.fillCard(page, cards.asksOnce);
  await fields.fillAddress(page, newYork);
  await page.getByRole('button', { name: 'Start the free trial' }).click();
  await fields.confirm(page);
  const id = await boughtId(page);
  await expect(
    page.getByText(/^Nothing is charged now\. The first payment of \$40\.00/),
  ).toBeVisible();
  await expectFit(page, 'paid-trial', 'en');

  const billing = `/subscription/${id}/billing`;
  const money = page.getByRole('region', { name: 'Billing summary' });
  await page.goto(billing);
  await expect(money).toContainText(/Trial ends on .*; then \$40\.00 per month/);
  await expectFit(page, 'billing-trial', 'en');
  await page.goto(`/subscription/${id}`);
  await expect(money).toContainText(/Trial ends on .*; then \$40\.00 per month/);
  await page.goto('/dashboard');
  await expect(page.getByText(/^Trial until /)).toBeVisible();
  await page.goto(`${billing}/cancel`);
  await expect(page.getByRole('radio', { name: /when the trial is over/ })).toBeChecked();

  await page.request.post('/dev/clock', { data: { advanceMs: 14 * dayMs + 60_000 } });
  // The charge is followed by a job, which the page does not wait for.
  await expect(async () => {
    await page.goto(billing);
    const invoices = page.getByRole('table', { name: /^Invoices of/ });
    await expect(invoices).toContainText('$40.00Paid', { timeout: 5_000 });
  }).toPass({ timeout: 60_000 });
  await expect(money).not.toContainText('Trial');

  await page.goto(pro);
  await expect(page.getByText(/You had a trial before/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Pay $40.00' })).toBeVisible();
  await page.context().close();
});

test('a card that had a trial gets none for somebody else, who is shown the price instead', async ({
  browser,
  fields,
}) => {
  const buy = async (page: Page) => {
    await page.goto(pro);
    await fields.fillCard(page, cards.works);
    await fields.fillAddress(page, newYork);
    await page.getByRole('button', { name: 'Start the free trial' }).click();
  };
  const [first, second] = [await openPage(browser), await openPage(browser)];
  await signUp(first);
  await buy(first);
  await boughtId(first);
  await signUp(second);
  await buy(second);
  await expect(second.getByText(/had a free trial before, so there is no second/)).toBeVisible();
  await expectFit(second, 'purchase-trial-used', 'en');
  await second.getByRole('button', { name: 'Pay $40.00' }).click();
  await boughtId(second);
  await expect(second.getByText(/^We charged \$40\.00\./)).toBeVisible();
  await first.context().close();
  await second.context().close();
});

test.describe('in Chinese', () => {
  test.use({ words: zh });

  test('the trial is said before the card', async ({ browser }) => {
    const page = await openPage(browser);
    await signUp(page);
    await page.goto(`${pro}&lng=zh`);
    await expect(page.getByText(/^免费试用 14 天，自 .* 起每月 \$40\.00。$/)).toBeVisible();
    await expect(page.getByRole('button', { name: '开始免费试用' })).toBeVisible();
    await expectFit(page, 'purchase-trial', 'zh');
    await page.context().close();
  });
});
