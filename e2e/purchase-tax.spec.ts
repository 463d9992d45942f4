import { expect } from '@playwright/test';
import { boughtId } from './support/billing.ts';
import { test } from './support/billing-test.ts';
import { expectFit, prepareLooks } from './support/looks.ts';
import { type OwnProduct, startOwnProduct } from './support/own-product.ts';
import { type Address, cards } from './support/payment-fields.ts';
import { signUp } from './support/people.ts';
import { startUpMs, taxedConfig } from './support/places.ts';

test.describe.configure({ timeout: startUpMs + 180_000 });

/** Its configuration is the example as it is, with taxes; the sandbox sells from the US. */
let product: OwnProduct;
test.beforeAll(async () => {
  test.setTimeout(startUpMs + 30_000);
  product = await startOwnProduct({ HEARTH_CONFIG: taxedConfig, PAYMENT_PROVIDER: 'sandbox' });
});
test.afterAll(() => product.stop());

const berlin: Address = {
  name: 'Ada Lovelace',
  phone: '+49 30 5550100',
  country: 'DE',
  line1: 'Unter den Linden 1',
  city: 'Berlin',
  state: '',
  postalCode: '10117',
};

test('a German company gives its VAT ID and accounts for the tax itself', async ({
  browser,
  fields,
}) => {
  const context = await browser.newContext({ baseURL: product.origin, reducedMotion: 'reduce' });
  await prepareLooks(context);
  const page = await context.newPage();
  await signUp(page);
  await page.goto('/create-plan?frequency=month&currency=usd');
  await expect(page.getByText('per month plus tax').first()).toBeVisible();
  await expectFit(page, 'plans-taxed', 'en');
  await page.getByRole('button', { name: 'Choose Pro' }).click();
  await expect(page.getByRole('button', { name: 'Pay $40.00 plus tax' })).toBeVisible();
  await fields.fillCard(page, cards.works);
  await fields.fillAddress(page, berlin);
  await expect(page.getByRole('button', { name: 'Pay $47.60' })).toBeVisible();
  const summary = page.getByRole('region', { name: 'Summary' });
  await expect(summary).toContainText('Tax$7.60');
  await expectFit(page, 'purchase-taxed', 'en');

  await page.getByLabel('Company name (optional)').fill('Ada GmbH');
  await page.getByLabel('VAT ID (optional)').fill('DE 123 456 789');
  await page.getByLabel('PO number (optional)').fill('PO-7');
  await expect(summary).toContainText('Reverse charge: your company accounts for the tax itself.');
  await page.getByRole('button', { name: 'Pay $40.00' }).click();
  const id = await boughtId(page);

  const billing = `/subscription/${id}/billing`;
  await page.goto(billing);
  const invoices = page.getByRole('table', { name: /^Invoices of/ });
  await expect(invoices).toContainText('$40.00Paid');
  const opened = page.waitForEvent('popup');
  await invoices.getByRole('link').first().click();
  const invoice = await opened;
  await expect(invoice.getByText('Reverse charge: the buyer accounts for the VAT')).toBeVisible();
  await expect(invoice.getByText(/Ada GmbH.*Tax ID: DE123456789.*PO number: PO-7/s)).toBeVisible();
  await invoice.close();

  await page.goto(`${billing}/update-details`);
  await expect(page.getByLabel('VAT ID (optional)')).toHaveValue('DE123456789');
  await expect(page.getByText('This ID is verified.')).toBeVisible();
  await expectFit(page, 'billing-details-taxed', 'en');
  await page.getByLabel('VAT ID (optional)').fill('');
  await page.getByRole('button', { name: 'Save details' }).click();
  await expect(page.getByText('The billing details have been saved.')).toBeVisible();
  await page.goto(billing);
  await expect(page.getByText('with $7.60 tax')).toBeVisible();
});

test.describe('in Chinese', () => {
  test('a price says whether tax is added, and the summary what it is', async ({ browser }) => {
    const context = await browser.newContext({ baseURL: product.origin, reducedMotion: 'reduce' });
    await prepareLooks(context);
    const page = await context.newPage();
    await signUp(page);
    await page.goto('/create-plan?frequency=month&currency=usd&lng=zh');
    await expect(page.getByText('每月，另加税').first()).toBeVisible();
    await page.goto('/create-plan?plan=pro&frequency=month&currency=usd&lng=zh');
    await page.getByLabel('国家或地区').selectOption('GB');
    await expect(page.getByRole('button', { name: '支付 $48.00' })).toBeVisible();
    await expect(page.getByLabel('英国增值税号（选填）')).toBeVisible();
    await expectFit(page, 'purchase-taxed', 'zh');
  });
});
