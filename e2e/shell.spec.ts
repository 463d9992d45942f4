import { expect, type Page, test } from '@playwright/test';
import { createProject, newPerson, signIn, signUp } from './support/people.ts';

test('search by keyboard: finds a project, opens it, and Esc gives the focus back', {
  tag: '@full',
}, async ({ page }) => {
  await signUp(page);
  await createProject(page, 'Acme Analytics');
  await page.goto('/profile');
  const button = page.getByRole('button', { name: 'Search or jump to' });
  await button.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('combobox', { name: /Search projects/ })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(button).toBeFocused();

  await page.keyboard.press('Control+k');
  await page.keyboard.type('acme');
  await expect(page.getByRole('option', { name: /Acme Analytics/ })).toHaveAttribute(
    'aria-selected',
    'true',
  );
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Acme Analytics' })).toBeVisible();
  await expect(page).toHaveTitle(/^Acme Analytics · /);
});

test('theme chosen in the user menu: is there after a reload, and on another device', {
  tag: '@full',
}, async ({ page, browser }) => {
  const person = await signUp(page);
  await page.getByRole('button', { name: 'User menu' }).click();
  await page.getByRole('menuitemradio', { name: 'Dark' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');

  const other = await browser.newPage();
  await other.goto('/signin');
  await signIn(other, person);
  await expect(other.locator('html')).toHaveAttribute('data-theme', 'dark');
});

test('offline: the page stays, says so, and a screen whose code is missing waits', {
  tag: '@full',
}, async ({ page, context }) => {
  await signUp(page);
  await createProject(page, 'Acme Analytics');
  await page.getByRole('link', { name: 'Settings' }).first().click();
  const save = page.getByRole('button', { name: 'Save changes' });
  await expect(save).toBeVisible();
  await context.setOffline(true);
  await expect(page.getByText(/You’re offline/)).toBeVisible();
  await expect(save).toHaveAttribute('aria-disabled', 'true');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('There is still no connection.')).toBeVisible();
  await page.getByRole('link', { name: 'Users' }).first().click();
  await expect(page).toHaveURL(/users$/);
  await expect(page.getByText(/You’re offline/)).toBeVisible();

  await context.setOffline(false);
  await expect(page.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible();
  await expect(page.getByText(/You’re offline/)).toHaveCount(0);
});

test('offline in the words of the browser only: one press finds the server', async ({ page }) => {
  await signUp(page);
  await page.evaluate(() => {
    Object.defineProperty(navigator, 'onLine', { get: () => false });
    window.dispatchEvent(new Event('offline'));
  });
  await expect(page.getByText(/You’re offline/)).toBeVisible();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText(/You’re offline/)).toHaveCount(0);
});

test('signed out by a new password elsewhere: says why, and comes back with the text', {
  tag: '@full',
}, async ({ page, browser }) => {
  const person = await signUp(page, newPerson());
  await page.goto('/edit-name');
  await page.getByLabel('Full name').fill('Ada King');

  const other = await browser.newPage();
  await other.goto('/signin');
  await signIn(other, person);
  await expect(other).toHaveURL('/dashboard');
  await other.goto('/change-password');
  await other.getByLabel('New password', { exact: true }).fill('another horse battery');
  await other.getByLabel(/Confirm/).fill('another horse battery');
  await other.locator('main form button[type=submit]').click();
  await expect(other).toHaveURL('/profile');

  await page.locator('main form button[type=submit]').click();
  const dialog = page.getByRole('alertdialog');
  await expect(dialog).toContainText('because your password was changed on another device');
  await dialog.getByRole('button', { name: 'Sign in' }).click();
  await signIn(page, { ...person, password: 'another horse battery' });
  await expect(page).toHaveURL('/edit-name');
  await expect(page.getByLabel('Full name')).toHaveValue('Ada King');
});

test('typed and not saved: a link, search, the user menu, sign-out and the back button ask first', {
  tag: '@full',
}, async ({ page }) => {
  await signUp(page);
  await chooseFromUserMenu(page, 'My profile');
  await page.locator('a[href="/edit-name"]').click();
  await page.getByLabel('Full name').fill('Ada King');
  const dialog = page.getByRole('alertdialog', { name: 'Leave without saving?' });

  async function expectQuestion() {
    await expect(dialog).toContainText('“Ada King” is not saved yet.');
    await expect(dialog.getByRole('button', { name: 'Keep editing' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(dialog).toHaveCount(0);
    await expect(page).toHaveURL('/edit-name');
    await expect(page.getByLabel('Full name')).toHaveValue('Ada King');
  }

  await page.getByRole('link', { name: 'Hearth' }).click();
  await expectQuestion();
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox', { name: /Search projects/ })).toBeFocused();
  await page.keyboard.type('signed-in dev');
  await page.keyboard.press('Enter');
  await expectQuestion();
  await chooseFromUserMenu(page, 'My profile');
  await expectQuestion();
  await chooseFromUserMenu(page, 'Sign out');
  await expectQuestion();
  await page.goBack();
  await expectQuestion();
  await page.goBack();
  await dialog.getByRole('button', { name: 'Discard changes' }).click();
  await expect(page).toHaveURL('/profile');
});

test('card and address typed, and not sent: the back button and “Back to plans” ask first', {
  tag: '@full',
}, async ({ page }) => {
  await signUp(page);
  await page.getByRole('link', { name: 'New project' }).first().click();
  await page.getByRole('button', { name: 'Choose Pro' }).click();
  await page.getByLabel('City').fill('Springfield');
  const dialog = page.getByRole('alertdialog', { name: 'Leave without saving?' });

  for (const leave of [
    () => page.goBack(),
    () => page.getByRole('button', { name: 'Back to plans' }).click(),
    () => page.evaluate(() => history.go(-2)),
  ]) {
    await leave();
    await dialog.getByRole('button', { name: 'Keep editing' }).click();
    await expect(page).toHaveURL(/create-plan[?]plan=pro/);
    await expect(page.getByLabel('City')).toHaveValue('Springfield');
  }
  await page.goBack();
  await dialog.getByRole('button', { name: 'Discard changes' }).click();
  await expect(page.getByRole('button', { name: 'Choose Pro' })).toBeVisible();
  await expect(page).toHaveURL('/create-plan');
});

async function chooseFromUserMenu(page: Page, name: string) {
  await page.getByRole('button', { name: 'User menu' }).click();
  await page.getByRole('menuitem', { name }).click();
}

test('unknown address: signed-in people stay inside the frame', { tag: '@full' }, async ({
  page,
}) => {
  await signUp(page);
  await page.goto('/no-such-page');
  await expect(page.getByRole('heading', { name: 'This page doesn’t exist' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'User menu' })).toBeVisible();
});
