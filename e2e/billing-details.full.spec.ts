import { expect } from '@playwright/test';
import { billingAccountRow, buyPro } from './support/billing.ts';
import { test } from './support/billing-test.ts';
import { london } from './support/payment-fields.ts';
import { signUp } from './support/people.ts';

test('the address is updated, and shown again', async ({ page, fields, words }) => {
  const id = await buyPro(page, { fields, words });
  await page.goto(`/subscription/${id}`);
  await page.getByRole('link', { name: words.billing }).first().click();
  await page.getByRole('link', { name: 'Billing details' }).click();
  const save = page.getByRole('button', { name: 'Save details' });
  const city = page.getByLabel('City');
  await expect(city).toHaveValue('New York');
  await city.fill('');
  await expect(save).toBeDisabled();

  await page.getByLabel('Full name or company').fill(london.name);
  await page.getByLabel('Phone').fill(london.phone);
  await page.getByLabel('Country or region').selectOption('GB');
  await page.getByLabel('Address', { exact: true }).fill(london.line1);
  await city.fill(london.city);
  await page.getByLabel(/^State or province/).fill(london.state);
  await page.getByLabel(/^Postal code/).fill(london.postalCode);
  await save.click();
  // One page back, where the person came from.
  await expect(page).toHaveURL(`/subscription/${id}/billing`);
  await expect(page.getByText('The billing details have been saved.')).toBeVisible();
  expect(await billingAccountRow(id)).toMatchObject({
    details: { name: 'Ada King', address: { city: 'London', country: 'GB' } },
  });

  await page.getByRole('link', { name: 'Billing details' }).click();
  await expect(page.getByLabel('Full name or company')).toHaveValue('Ada King');
  await expect(page.getByLabel('Country or region')).toHaveValue('GB');
  await expect(city).toHaveValue('London');
});

test('fields of the provider are readable for people who want less motion', async ({
  page,
  fields,
  words,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await signUp(page);
  await page.goto('/create-plan');
  await page.getByRole('button', { name: words.choosePro }).click();
  const drawn = await fields.city(page).evaluate((field) => {
    const { color, backgroundColor } = getComputedStyle(field);
    return { color, backgroundColor };
  });
  expect(drawn.color).not.toBe(drawn.backgroundColor);
});
