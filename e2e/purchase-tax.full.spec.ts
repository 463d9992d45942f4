import { expect } from '@playwright/test';
import { berlin, london } from './support/payment-fields.ts';
import { arrive, pay, proAt } from './support/priced-steps.ts';
import { test } from './support/priced-test.ts';

test.use({ sells: 'taxed' });
test.describe.configure({ mode: 'default', timeout: 240_000 });

const texts = {
  en: {
    plusTax: 'per month plus tax',
    payPlusTax: 'Pay $40.00 plus tax',
    tax: 'Tax$7.60',
    company: 'Company name (optional)',
    vatId: 'VAT ID (optional)',
    ukVatId: 'VAT number (optional)',
    order: 'PO number (optional)',
    reverse: 'Reverse charge: your company accounts for the tax itself.',
    reverseOnInvoice: 'Tax to be paid on reverse charge basis',
    buyerOnInvoice: /Ada GmbH.*Tax ID: DE123456789.*PO number.*PO-7/s,
    verified: 'This ID is verified.',
    save: 'Save details',
    saved: 'The billing details have been saved.',
    withTax: 'with $7.60 tax',
  },
  zh: {
    plusTax: '每月，另加税',
    payPlusTax: '支付 $40.00（另加税费）',
    tax: '税费$7.60',
    company: '公司名称（选填）',
    vatId: '欧盟增值税号（选填）',
    ukVatId: '英国增值税号（选填）',
    order: '采购订单号（选填）',
    reverse: '适用反向征税，税款由贵公司自行申报。',
    reverseOnInvoice: '税款按反向征税由买方缴纳',
    buyerOnInvoice: /Ada GmbH.*税号： DE123456789.*PO number.*PO-7/s,
    verified: '此税号已通过核验。',
    save: '保存信息',
    saved: '账单信息已保存。',
    withTax: '含税费 $7.60',
  },
} as const;

test('a German company gives its VAT ID and accounts for the tax itself', async ({
  page,
  fields,
  words,
  prices,
  language,
  look,
  provider,
}) => {
  const text = texts[language];
  await arrive(page, language);
  await page.goto('/create-plan?frequency=month&currency=usd');
  await expect(page.getByText(text.plusTax).first()).toBeVisible();
  await look(page, 'plans-taxed');
  await page.getByRole('button', { name: words.choosePro }).click();
  await expect(page.getByRole('button', { name: text.payPlusTax })).toBeVisible();
  await fields.fillAddress(page, berlin);
  await expect(page.getByRole('button', { name: prices.pay('$47.60') })).toBeVisible();
  const order = page.getByRole('region', { name: prices.order });
  await expect(order).toContainText(text.tax);
  await look(page, 'purchase-taxed');

  await page.getByLabel(text.company).fill('Ada GmbH');
  await page.getByLabel(text.vatId).fill('DE 123 456 789');
  await page.getByLabel(text.order).fill('PO-7');
  await expect(order).toContainText(text.reverse);
  const id = await pay(page, { fields, pay: prices.pay('$40.00'), address: berlin });

  const billing = `/subscription/${id}/billing`;
  await page.goto(billing);
  const invoices = page.getByRole('table', { name: prices.invoices });
  await expect(invoices).toContainText(`$40.00${words.paid}`);
  // The page at another host speaks the browser's language.
  if (provider === 'sandbox') {
    const opened = page.waitForEvent('popup');
    await invoices.getByRole('link').first().click();
    const invoice = await opened;
    await expect(invoice.getByText(text.reverseOnInvoice)).toBeVisible();
    await expect(invoice.getByRole('main')).toContainText(text.buyerOnInvoice);
    await invoice.close();
  }

  await page.goto(`${billing}/update-details`);
  await expect(page.getByLabel(text.vatId)).toHaveValue('DE123456789');
  await expect(page.getByText(text.verified)).toBeVisible();
  await look(page, 'billing-details-taxed');
  await page.getByLabel(text.vatId).fill('');
  await page.getByRole('button', { name: text.save }).click();
  await expect(page.getByText(text.saved)).toBeVisible();
  await page.goto(billing);
  await expect(page.getByText(text.withTax)).toBeVisible();
});

test('the summary says what the tax is where the buyer lives', async ({
  page,
  fields,
  prices,
  language,
  look,
}) => {
  await arrive(page, language);
  await page.goto(proAt('month'));
  await fields.fillAddress(page, london);
  await expect(page.getByRole('button', { name: prices.pay('$48.00') })).toBeVisible();
  await expect(page.getByLabel(texts[language].ukVatId)).toBeVisible();
  await look(page, 'purchase-taxed-uk');
});
