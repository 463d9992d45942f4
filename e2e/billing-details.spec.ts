import { expect } from '@playwright/test';
import { billingAccountRow, buyPro } from './support/billing.ts';
import { test } from './support/billing-test.ts';
import { fillAddress, london } from './support/payment-fields.ts';

test.describe.configure({ timeout: 120_000 });

test('the address is updated, and shown again', async ({ page, fields, words }) => {
  const id = await buyPro(page, { fields, words });
  await page.goto(`/subscription/${id}`);
  await page.getByRole('link', { name: words.billing }).first().click();
  await page.getByRole('link', { name: 'Billing details' }).click();
  const save = page.getByRole('button', { name: 'Save details' });
  await expect(page.getByLabel(words.city)).toHaveValue('New York');
  await page.getByLabel(words.city).fill('');
  await expect(save).toBeDisabled();

  await fillAddress(page, london, words);
  await save.click();
  // One page back, where the person came from.
  await expect(page).toHaveURL(`/subscription/${id}/billing`);
  await expect(page.getByText('The billing details have been saved.')).toBeVisible();
  expect(await billingAccountRow(id)).toMatchObject({
    details: { name: 'Ada King', address: { city: 'London', country: 'GB' } },
  });

  await page.getByRole('link', { name: 'Billing details' }).click();
  await expect(page.getByLabel(words.name)).toHaveValue('Ada King');
  await expect(page.getByLabel(words.country)).toHaveValue('GB');
  await expect(page.getByLabel(words.city)).toHaveValue('London');
});
