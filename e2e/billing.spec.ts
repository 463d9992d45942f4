import { expect, type Page, test } from '@playwright/test';
import { query } from './support/database.ts';
import { signUp } from './support/people.ts';

test.describe.configure({ timeout: 120_000 });

/** Chooses Pro and fills the billing step, with one of the sandbox's cards. */
async function fillBillingStep(page: Page, card: RegExp): Promise<void> {
  await page.goto('/create-plan');
  await page.getByRole('button', { name: 'Choose Pro' }).click();
  await chooseCard(page, card);
  await page.getByLabel('Full name or company').fill('Ada Lovelace');
  await page.getByLabel('Phone').fill('+1 212 555 0100');
  await page.getByLabel('Country or region').selectOption('US');
  await page.getByLabel('Address', { exact: true }).fill('350 Fifth Avenue');
  await page.getByLabel('City').fill('New York');
  await page.getByLabel(/^State or province/).fill('NY');
  await page.getByLabel('Postal code').fill('10118');
}

async function chooseCard(page: Page, card: RegExp): Promise<void> {
  await page.getByRole('button', { name: card }).click();
  await page.getByLabel('Name on card').fill('Ada Lovelace');
}

async function subscriptionOf(page: Page) {
  const id = new URL(page.url()).pathname.split('/')[2];
  const rows = await query<{ plan_id: string; status: string; total: number }>(
    `select sub.plan_id, sub.status, (select sum(total)::int from invoices i
       where i.subscription_id = sub.id and i.status = 'paid') as total
     from subscriptions sub where sub.id = $1`,
    [id],
  );
  return rows[0];
}

test('a decline keeps the form, another card buys Pro', async ({ page }) => {
  await signUp(page);
  await fillBillingStep(page, /Fill in .*: Is declined/);
  await page.getByRole('button', { name: 'Pay $10.00' }).click();
  await expect(page.getByText('Your card was declined.').first()).toBeVisible();
  await expect(page.getByLabel('City')).toHaveValue('New York');

  await chooseCard(page, /Fill in .*: Works/);
  await page.getByRole('button', { name: 'Pay $10.00' }).click();
  await expect(page).toHaveURL(/\/subscription\/[A-Za-z0-9]{20}\/settings$/);
  expect(await subscriptionOf(page)).toEqual({ plan_id: 'pro', status: 'active', total: 1000 });
});

test('the bank asks, the person confirms, and reads the invoice', async ({ page, context }) => {
  await signUp(page);
  await fillBillingStep(page, /Fill in .*: Asks for confirmation/);
  await page.getByRole('button', { name: 'Pay $10.00' }).click();
  const bank = page.getByRole('alertdialog', { name: 'Your bank asks: confirm this payment' });
  await bank.getByRole('button', { name: 'Confirm' }).click();
  await expect(page).toHaveURL(/\/subscription\/[A-Za-z0-9]{20}\/settings$/);
  await expect.poll(() => subscriptionOf(page)).toMatchObject({ status: 'active', total: 1000 });

  await page.getByRole('link', { name: 'Billing' }).click();
  const invoice = page.getByRole('link', { name: /-0001/ });
  await expect(page.getByRole('row').filter({ has: invoice })).toContainText('$10.00');
  const [hosted] = await Promise.all([context.waitForEvent('page'), invoice.click()]);
  await expect(hosted.getByText('$10.00').first()).toBeVisible();
});

test('the plan goes up and the subscription is canceled', async ({ page }) => {
  await signUp(page);
  await fillBillingStep(page, /Fill in .*: Works/);
  await page.getByRole('button', { name: 'Pay $10.00' }).click();
  await expect(page).toHaveURL(/\/settings$/);
  const id = new URL(page.url()).pathname.split('/')[2];

  await page.goto(`/subscription/${id}/billing/change-plan?plan=enterprise`);
  await expect(page.getByText('$20.00').first()).toBeVisible();
  await page.getByRole('button', { name: /^(Confirm|Change|Pay|Switch)/ }).click();
  await expect.poll(() => subscriptionOf(page)).toMatchObject({ plan_id: 'enterprise' });

  await page.goto(`/subscription/${id}/billing/cancel`);
  const cancel = page.getByRole('button', { name: /^Cancel/ }).last();
  await expect(cancel).toBeDisabled();
  await page
    .getByRole('textbox')
    .last()
    .fill(id ?? '');
  await cancel.click();
  await expect.poll(() => subscriptionOf(page)).toMatchObject({ status: 'canceled' });
});
