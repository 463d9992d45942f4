import { expect } from '@playwright/test';
import { berlin } from './support/payment-fields.ts';
import { arrive, pay, proAt } from './support/priced-steps.ts';
import { test } from './support/priced-test.ts';

test.use({ sells: 'taxed' });

const texts = {
  en: {
    first20: 'FIRST20: −$8.00 per month for 3 months, then $40.00 per month',
    tax: 'Tax$6.08',
    discount: 'Discount−$80.00',
    taxOfYear: 'Tax$54.72',
    paidBefore: 'Unused time on Pro (monthly)−$32.00',
    taxOfRenewal: 'with $76.00 tax',
  },
  zh: {
    first20: 'FIRST20：每月 −$8.00，共 3 个月，之后每月 $40.00',
    tax: '税费$6.08',
    discount: '优惠−$80.00',
    taxOfYear: '税费$54.72',
    paidBefore: '专业版（按月）未使用时间−$32.00',
    taxOfRenewal: '含税费 $76.00',
  },
} as const;

/** 19 % of VAT in Germany on all sums, which are computed by hand. */
test('a month with a code and VAT becomes a year, whose price is less what the month had cost', async ({
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
  await page.getByLabel(prices.code, { exact: true }).fill('FIRST20');
  await page.getByRole('button', { name: prices.applyCode }).click();
  await expect(page.getByText(text.first20)).toBeVisible();
  await fields.fillAddress(page, berlin);
  await expect(page.getByRole('region', { name: prices.order })).toContainText(text.tax);
  await look(page, 'purchase-code-taxed');
  const id = await pay(page, { fields, pay: prices.pay('$38.08'), address: berlin });

  await page.goto(`/subscription/${id}/billing/change-plan?frequency=year`);
  await page.getByRole('button', { name: prices.toYear }).click();
  const costs = page.getByRole('region', { name: prices.costs });
  // 400.00 less 80.00 and less the 32.00 of the month, with 60.80 of tax less the month's 6.08.
  await expect(costs).toContainText(`${prices.dueToday}$342.72`);
  await expect(costs).toContainText(text.discount);
  await expect(costs).toContainText(text.taxOfYear);
  await expect(costs).toContainText(text.paidBefore);
  // The code is over in three months.
  await expect(costs).toContainText(prices.thenPay('$476.00'));
  await look(page, 'change-plan-taxed-code');
  await page.getByRole('button', { name: prices.confirmAndPay('$342.72') }).click();
  await expect(page.getByText(prices.changedToYear)).toBeVisible();

  const summary = page.getByRole('region', { name: prices.summary });
  await expect(summary.getByText(prices.perYear)).toBeVisible();
  await expect(summary).toContainText('$476.00');
  await expect(summary).toContainText(text.taxOfRenewal);
  const invoices = page.getByRole('table', { name: prices.invoices });
  await expect(invoices).toContainText(`$342.72${words.paid}`);
  await expect(invoices).toContainText(`$38.08${words.paid}`);
  await look(page, 'billing-taxed-year');
});
