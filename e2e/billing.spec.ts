import { expect, type Page } from '@playwright/test';
import {
  billingAccountRow,
  boughtId,
  buyPro,
  fillBillingStep,
  invoiceRows,
  ownedRows,
  subscriptionRow,
} from './support/billing.ts';
import { test } from './support/billing-test.ts';
import { zh } from './support/billing-words.ts';
import { query } from './support/database.ts';
import { cards, type PaymentFields } from './support/payment-fields.ts';
import { chooseLanguage, signUp } from './support/people.ts';

test('a decline keeps the form, another card buys Pro', async ({ page, fields, words }) => {
  await signUp(page);
  await fillBillingStep(page, { fields, words, card: cards.isDeclined });
  await page.getByRole('button', { name: words.pay }).click();
  await expect(page.getByText('Your card was declined.').first()).toBeVisible();
  await expect(fields.city(page)).toHaveValue('New York');

  await fields.fillCard(page, cards.works);
  await page.getByRole('button', { name: words.pay }).click();
  const id = await boughtId(page);
  expect(await subscriptionRow(id)).toEqual({ plan_id: 'pro', status: 'active' });
  expect(await invoiceRows(id)).toMatchObject([{ total: 1000, status: 'paid' }]);
  expect(await billingAccountRow(id)).toMatchObject({
    last4: '4242',
    details: { name: 'Ada Lovelace', address: { city: 'New York', country: 'US' } },
  });
});

test('the bank asks: refused, nothing is paid; paid anew and confirmed, it is paid once', async ({
  page,
  fields,
  words,
}) => {
  await signUp(page);
  await fillBillingStep(page, { fields, words, card: cards.asksAlways });
  await page.getByRole('button', { name: words.pay }).click();
  await fields.refuse(page);
  await expect(page.getByRole('button', { name: words.confirmAgain })).toBeVisible();
  await expect(fields.city(page)).toHaveValue('New York');

  await page.getByRole('button', { name: words.pay }).click();
  await fields.confirm(page);
  const id = await boughtId(page);
  await expect.poll(() => subscriptionRow(id)).toEqual({ plan_id: 'pro', status: 'active' });
  expect(await invoiceRows(id)).toMatchObject([{ total: 1000, status: 'paid' }]);
  // The attempt that was refused is over and has cost nothing.
  expect(await ownedRows(id)).toEqual([
    { status: 'canceled', paid: 0 },
    { status: 'active', paid: 1000 },
  ]);
});

test('a reload while the bank asks finds the purchase, which is then paid once', {
  tag: '@full',
}, async ({ page, fields, words }) => {
  const { email } = await signUp(page);
  await fillBillingStep(page, { fields, words, card: cards.asksAlways });
  await page.getByRole('button', { name: words.pay }).click();
  await expect.poll(async () => (await unfinishedOf(email)).length, { timeout: 20_000 }).toBe(1);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Your purchase is not finished' })).toBeVisible();
  await expect(page.getByRole('button', { name: words.pay })).toHaveCount(0);

  await finishPurchase(page, fields);
});

test('back while the bank asks: its question goes with the page, and the purchase is paid later, once', {
  tag: '@full',
}, async ({ page, fields, words }) => {
  await signUp(page);
  await fillBillingStep(page, { fields, words, card: cards.asksAlways });
  await page.getByRole('button', { name: words.pay }).click();
  await expect(page.getByTestId('stripe-3ds')).toBeVisible();
  await page.goBack();
  await expect(page.getByTestId('stripe-3ds')).toHaveCount(0);

  await finishPurchase(page, fields);
});

/** Pays the unfinished purchase from the dashboard, once. */
async function finishPurchase(page: Page, fields: PaymentFields): Promise<void> {
  await page.goto('/dashboard');
  await expect(page.getByText('The purchase of Pro is not finished')).toBeVisible();
  await page.getByRole('link', { name: 'New project' }).first().click();
  await page.getByRole('button', { name: 'Finish the payment' }).click();
  await fields.confirm(page);
  const id = await boughtId(page);
  await expect.poll(() => subscriptionRow(id)).toEqual({ plan_id: 'pro', status: 'active' });
  expect(await ownedRows(id)).toEqual([{ status: 'active', paid: 1000 }]);
}

/** First payments of the person that wait for the bank. */
function unfinishedOf(email: string) {
  return query(
    `select s.id from subscriptions s join accounts a on a.id = s.owner_id
     where a.email = $1 and s.status = 'incomplete'`,
    [email],
  );
}

test('the invoice is read where the provider shows it', { tag: '@full' }, async ({
  page,
  context,
  fields,
  words,
}) => {
  await buyPro(page, { fields, words });
  await page.getByRole('link', { name: words.billing }).click();
  const link = page.getByRole('link', { name: /^\w+-0001/ });
  const row = page.getByRole('row').filter({ has: link });
  await expect(row).toContainText('$10.00');
  await expect(row).toContainText(words.paid);
  for (const name of [/^PDF \w+-0001/, /^Receipt \w+-0001/]) {
    await expect(row.getByRole('link', { name })).toBeVisible();
  }

  const [hosted] = await Promise.all([context.waitForEvent('page'), link.click()]);
  await expect(hosted).toHaveURL(/\/i\/acct\/in_\w+(\?lng=en)?$/);
  await expect(hosted.getByText('$10.00').first()).toBeVisible();
  await expect(hosted.getByText('Ada Lovelace').first()).toBeVisible();
  await expect(hosted.getByText('Amount paid')).toBeVisible();
  expect(countPages(await hosted.pdf()), 'sheets when printed').toBe(1);
});

function countPages(pdf: Buffer): number {
  return pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0;
}

test.describe('in Chinese', () => {
  test.use({ words: zh });

  test('Pro is bought with a card whose bank asks', { tag: '@full' }, async ({
    page,
    fields,
    words,
  }) => {
    await signUp(page);
    await chooseLanguage(page, 'zh');
    await page.goto('/create-plan?plan=pro');
    await expect(fields.country(page)).toHaveValue('CN');
    await fields.fillCard(page, cards.asksAlways);
    await fields.fillAddress(page, {
      name: '王小明',
      phone: '+86 138 0013 8000',
      line1: '长安街 1 号',
      city: '北京',
      state: '北京市',
      postalCode: '100000',
    });
    await page.getByRole('button', { name: words.pay }).click();
    await fields.confirm(page);
    const id = await boughtId(page);
    await expect.poll(() => subscriptionRow(id)).toEqual({ plan_id: 'pro', status: 'active' });
    expect(await billingAccountRow(id)).toMatchObject({
      last4: '3184',
      details: { name: '王小明', address: { city: '北京', country: 'CN' } },
    });

    await page.getByRole('link', { name: words.billing }).click();
    const row = page.getByRole('row').filter({ hasText: /-0001/ });
    await expect(row).toContainText(words.paid);
  });
});

test('Stripe’s hosts may be talked to only where Stripe takes the money', async ({
  request,
  provider,
}) => {
  const policy = (await request.get('/create-plan')).headers()['content-security-policy'] ?? '';
  expect(policy).toContain("default-src 'none'");
  const hosts = ['https://js.stripe.com', 'https://api.stripe.com', 'https://hooks.stripe.com'];
  expect(hosts.filter((host) => policy.includes(host))).toEqual(provider === 'stripe' ? hosts : []);
});
