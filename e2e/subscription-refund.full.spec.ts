import { expect } from '@playwright/test';
import { newestMail } from './support/mailbox.ts';
import { arrive, newestInvoice, pay, proAt } from './support/priced-steps.ts';
import { test } from './support/priced-test.ts';

const texts = {
  en: {
    spend: 'Spending, last 12 months',
    partBack: '$15.00 refunded',
    allBack: '$40.00 refunded',
    event: '$15.00 was refunded',
    subject: /^Refund for .*: \$15\.00$/,
    refused: /^A payment of this period was refunded or is disputed/,
    nothingSpent: 'Nothing was charged in these months.',
  },
  zh: {
    spend: '最近 12 个月支出',
    partBack: '已退款 $15.00',
    allBack: '已退款 $40.00',
    event: '已退款 $15.00',
    subject: /的退款：\$15\.00$/,
    refused: '本期的一笔付款已退款或存在争议，下次续订付清后才能更换套餐。',
    nothingSpent: '这 12 个月没有扣款。',
  },
} as const;

test('a refund by the operator is on the invoice, in what was spent, in the activity and in a mail', async ({
  page,
  product,
  fields,
  words,
  prices,
  language,
  look,
}) => {
  const text = texts[language];
  const { email } = await arrive(page, language);
  await page.goto(proAt('month'));
  const id = await pay(page, { fields, pay: prices.pay('$40.00') });
  const overview = `/subscription/${id}`;
  const billing = `${overview}/billing`;
  const invoices = page.getByRole('table', { name: prices.invoices });
  const spend = page.getByRole('region', { name: text.spend });
  await page.goto(billing);
  await expect(invoices).toContainText(`$40.00${words.paid}`);
  await expect(spend).toContainText('$40.00');

  const number = await newestInvoice(product, id);
  expect(await product.operate('billing', 'refund', number, '15.00')).toMatch(/ is done\.$/m);
  await page.goto(billing);
  await expect(invoices).toContainText(text.partBack);
  await expect(spend).toContainText('$25.00');
  await look(page, 'billing-refunded');
  await page.goto(overview);
  await expect(invoices).toContainText(text.partBack);
  await expect(spend).toContainText('$25.00');
  await look(page, 'overview-refunded');
  await page.goto(`${overview}/activity`);
  await expect(page.getByText(text.event)).toBeVisible();
  const mail = await newestMail(page.request, { to: email, kind: 'refund' });
  expect(mail.subject).toMatch(text.subject);

  // The rest of the month is not fully paid any more.
  await page.goto(`${billing}/change-plan?frequency=year`);
  await page.getByRole('button', { name: prices.toYear }).click();
  await expect(page.getByText(text.refused)).toBeVisible();
  await look(page, 'change-plan-after-refund');

  await product.operate('billing', 'refund', number);
  await page.goto(billing);
  await expect(invoices).toContainText(text.allBack);
  await expect(spend).toContainText(text.nothingSpent);
  await expect(page.getByRole('region', { name: prices.summary })).toContainText(prices.perMonth);
});
