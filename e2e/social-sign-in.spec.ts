import { expect, type Page, test } from '@playwright/test';
import { newPerson, signIn, signUp } from './support/people.ts';

const continueButton = (page: Page) => page.getByRole('button', { name: 'Continue with Google' });

/** Says who one is on the page that stands in for Google. */
async function beSomebody(provider: Page, { name, email }: { name: string; email: string }) {
  await expect(provider.getByText('Sandbox', { exact: true })).toBeVisible();
  await provider.getByLabel('Email').fill(email);
  await provider.getByLabel('Full name (optional)').fill(name);
}

const onDashboard = (page: Page) =>
  expect(page.getByRole('heading', { name: /Ada Lovelace/ })).toBeVisible();

test('a person signs in through a popup and finds the page they wanted', async ({ page }) => {
  const person = newPerson();
  await page.goto('/profile');
  await expect(page).toHaveURL('/signin');
  const opening = page.waitForEvent('popup');
  await continueButton(page).click();
  const popup = await opening;
  await beSomebody(popup, person);
  await popup.getByRole('button', { name: 'Continue', exact: true }).click();

  await expect(page).toHaveURL('/profile');
  await expect(page.getByText(person.email).first()).toBeVisible();
  await expect.poll(() => popup.isClosed()).toBe(true);
  await page.reload();
  await expect(page.getByText(person.email).first()).toBeVisible();
  const kept = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));
  expect(kept).not.toContain('eyJ');
});

test('whoever turns back at the provider is told so calmly', { tag: '@full' }, async ({ page }) => {
  await page.goto('/signin?lng=zh');
  const opening = page.waitForEvent('popup');
  await page.getByRole('button', { name: '使用 Google 继续' }).click();
  const popup = await opening;
  await popup.getByRole('button', { name: '取消' }).click();
  await expect(page.getByText('登录已取消。')).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('without a popup the same window goes to the provider and comes back', {
  tag: '@full',
}, async ({ page }) => {
  await page.addInitScript(() => {
    window.open = () => null;
  });
  await page.goto('/profile');
  await continueButton(page).click();
  const person = newPerson();
  await beSomebody(page, person);
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await expect(page).toHaveURL('/profile');
  await expect(page.getByText(person.email).first()).toBeVisible();
});

test('an address that Google does not prove is connected after the password', {
  tag: '@full',
}, async ({ page, browser }) => {
  const person = await signUp(page);
  const context = await browser.newContext();
  const other = await context.newPage();
  await other.goto('/signin');
  const opening = other.waitForEvent('popup');
  await continueButton(other).click();
  const popup = await opening;
  await beSomebody(popup, person);
  await popup.getByLabel('The address is verified').uncheck();
  await popup.getByRole('button', { name: 'Continue', exact: true }).click();

  await expect(other.getByText('You already have an account')).toBeVisible();
  await signIn(other, person);
  await expect(other.getByText('Google is now linked to your account.')).toBeVisible();
  await onDashboard(other);
  await context.close();
});
