import { expect, type Page } from '@playwright/test';
import { boughtId, fillBillingStep } from './support/billing.ts';
import { test } from './support/billing-test.ts';
import { en as billingWords } from './support/billing-words.ts';
import { queryAt } from './support/database.ts';
import { newestMail } from './support/mailbox.ts';
import { arrive, newPage, operator, startOperatedProduct } from './support/operated-product.ts';
import type { OwnProduct } from './support/own-product.ts';
import { cards, type PaymentFields } from './support/payment-fields.ts';
import { enter, newPerson } from './support/people.ts';
import { startUpMs } from './support/places.ts';
import { inviteByScreen } from './support/team.ts';

const texts = {
  en: {
    search: 'Search customers',
    reason: 'Why do you look?',
    invoices: 'Invoices',
    refund: 'Refund',
    refunded: '$10.00 refunded',
    refundMade: /^Refund made · \$10\.00 of invoice/,
    invitations: 'Invitations',
    again: 'Send again',
    sentAgain: 'Invitation sent again',
    history: 'History',
    looked: 'Looked',
  },
  zh: {
    search: '查找客户',
    reason: '您为何查看？',
    invoices: '发票',
    refund: '退款',
    refunded: '已退款 $10.00',
    refundMade: /^已退款 · 发票 .*：\$10\.00$/,
    invitations: '邀请',
    again: '重新发送',
    sentAgain: '邀请已重新发送',
    history: '历史记录',
    looked: '已查看',
  },
} as const;

let product: OwnProduct;

test.describe.configure({ mode: 'default', timeout: startUpMs + 120_000 });

test.beforeAll(async ({ browser }) => {
  product = await startOperatedProduct(browser);
});
test.afterAll(() => product.stop());

/** A person with a paid project, into which somebody is invited. */
async function newCustomer(page: Page, { name, fields }: { name: string; fields: PaymentFields }) {
  const customer = await arrive(product, page, newPerson(name));
  await fillBillingStep(page, { fields, words: billingWords, card: cards.works });
  await page.getByRole('button', { name: billingWords.pay }).click();
  const id = await boughtId(page);
  await page.getByLabel('Name your project').fill('Acme Analytics');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByLabel('Name your project')).toHaveCount(0);
  const invited = newPerson();
  await inviteByScreen(page, { id, email: invited.email });
  return { customer, id, invited };
}

for (const language of ['en', 'zh'] as const) {
  test(`an operator finds a customer, refunds once and sends an invitation again, in ${language}`, async ({
    browser,
    fields,
  }) => {
    const text = texts[language];
    const name = `Ada Lovelace-${language}`;
    const customers = await newPage(product, browser);
    const { customer, id, invited } = await newCustomer(customers, { name, fields });

    const page = await newPage(product, browser);
    await enter(page, operator);
    await page.goto(`/operator?lng=${language}`);
    await expect(page.getByRole('searchbox', { name: text.search })).toBeFocused();
    await page.keyboard.type(`lace-${language}`);
    await expect(page.getByRole('link', { name })).toBeVisible();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(page.getByLabel(text.reason)).toBeFocused();
    await page.keyboard.type('Ticket 4711');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    await expect(page.getByText(customer.email).first()).toBeVisible();

    await page.getByRole('link', { name: 'Acme Analytics' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Acme Analytics' })).toBeVisible();
    const invoices = page.getByRole('region', { name: text.invoices });
    await invoices.getByRole('button').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: text.refund }).dblclick();
    await expect(invoices).toContainText(text.refunded);
    await expect(invoices.getByRole('button')).toHaveCount(0);

    const invitations = page.getByRole('region', { name: text.invitations });
    await invitations.getByRole('button').click();
    await dialog.getByRole('button', { name: text.again }).click();
    const history = page.getByRole('region', { name: text.history });
    const acts = [`${text.sentAgain} · ${invited.email}`, text.refundMade, text.looked];
    await expect(history.getByRole('heading', { level: 3 })).toHaveText(acts);
    await expect(history.getByText('Ticket 4711')).toHaveCount(acts.length);
    await newestMail(page.request, { to: customer.email, kind: 'refund' });

    const rows = await queryAt<{ act: string }>(
      product.dataFolder,
      'select act from operator_acts where subject_id = $1 and number is not null order by number',
      [id],
    );
    expect(rows.map(({ act }) => act)).toEqual(['refund', 'resend-invite']);
    await customers.context().close();
    await page.context().close();
  });
}
