import { expect } from '@playwright/test';
import { arrive, pay, proAt } from './support/priced-steps.ts';
import { test } from './support/priced-test.ts';

const texts = {
  en: {
    unknown: 'This code does not apply here. Please check it, or go on without a code.',
    half: 'HALF: −$20.00, then $40.00 per month',
  },
  zh: {
    unknown: '此优惠码在这里不可用。请检查后重试，或不使用优惠码继续。',
    half: 'HALF：−$20.00，之后每月 $40.00',
  },
} as const;

test('a promotion code halves the first payment', async ({
  page,
  fields,
  words,
  prices,
  language,
  look,
}) => {
  const text = texts[language];
  await arrive(page, language);
  await page.goto(proAt('month'));
  await page.getByRole('button', { name: prices.haveCode }).click();
  const field = page.getByLabel(prices.code, { exact: true });
  await expect(field).toBeFocused();
  await page.keyboard.type('nonsense');
  await page.keyboard.press('Enter');
  await expect(page.getByText(text.unknown)).toBeVisible();
  await field.fill('half');
  await page.keyboard.press('Enter');
  await expect(page.getByText(text.half)).toBeVisible();
  await look(page, 'purchase-code');
  const id = await pay(page, { fields, pay: prices.pay('$20.00') });

  await page.goto(`/subscription/${id}/billing`);
  await expect(page.getByText(prices.perMonth)).toBeVisible();
  const invoices = page.getByRole('table', { name: prices.invoices });
  await expect(invoices).toContainText(`$20.00${words.paid}`);
  await look(page, 'billing-discounted');
});
