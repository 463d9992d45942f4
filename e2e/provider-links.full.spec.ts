import { expect, type Page, test } from '@playwright/test';
import { mailedLink } from './support/mailbox.ts';
import { newPerson, signIn, signUp } from './support/people.ts';

/** Links the page that stands in for Google, as whoever one says one is there. */
async function linkGoogle(page: Page, email: string): Promise<void> {
  await page.goto('/profile');
  const opening = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Link Google' }).click();
  const popup = await opening;
  await popup.getByLabel('Email').fill(email);
  await popup.getByRole('button', { name: 'Continue', exact: true }).click();
  await expect(page.getByText(/You can now sign in with Google/)).toBeVisible();
  await expect(page.getByText(email)).toBeVisible();
}

test('a thief who links a provider is thrown out by the mail about it', async ({
  page,
  browser,
  request,
}) => {
  const owner = await signUp(page);
  const thiefEmail = newPerson().email;
  const context = await browser.newContext();
  const thief = await context.newPage();
  await thief.goto('/signin');
  await signIn(thief, owner);
  await expect(thief.getByRole('heading', { name: /Ada Lovelace/ })).toBeVisible();
  await linkGoogle(thief, thiefEmail);

  const undo = await mailedLink(request, owner.email, 'provider-linked');
  await page.goto(undo);
  await expect(page.getByText(`Unlink Google (${thiefEmail}) from your account`)).toBeVisible();
  await thief.reload();
  await expect(thief.getByRole('button', { name: 'Unlink Google' })).toBeVisible();

  await page.getByRole('button', { name: 'Unlink it' }).click();
  await expect(page.getByRole('heading', { name: 'Sign-in unlinked' })).toBeVisible();
  await thief.reload();
  await expect(thief).toHaveURL('/signin');
  await signIn(thief, owner);
  await expect(thief.getByRole('alert')).toBeVisible();
  await context.close();

  const password = 'another horse';
  await page.goto(await mailedLink(request, owner.email, 'reset-password'));
  await page.getByLabel('New password', { exact: true }).fill(password);
  await page.getByLabel('Confirm new password').fill(password);
  await page.getByRole('button', { name: 'Save password' }).click();
  await page.getByRole('link', { name: 'Sign in' }).click();
  await signIn(page, { ...owner, password });
  await expect(page.getByRole('heading', { name: /Ada Lovelace/ })).toBeVisible();
  await page.goto('/profile');
  await expect(page.getByRole('button', { name: 'Link Google' })).toBeVisible();
});

test('a provider is linked without a popup, unlinked, and brought back by the mail', async ({
  page,
  request,
}) => {
  const ada = await signUp(page);
  await page.addInitScript(() => {
    window.open = () => null;
  });
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Link Google' }).click();
  await page.getByLabel('Email').fill('ada@example.org');
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await expect(page).toHaveURL('/profile');
  await expect(page.getByText(/You can now sign in with Google/)).toBeVisible();

  await page.getByRole('button', { name: 'Unlink Google' }).click();
  const question = page.getByRole('alertdialog', { name: 'Unlink Google?' });
  await question.getByRole('button', { name: 'Unlink Google' }).click();
  await expect(page.getByText(/a link that undoes this/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Link Google' })).toBeVisible();

  await page.goto(await mailedLink(request, ada.email, 'provider-unlinked'));
  await page.getByRole('button', { name: 'Bring it back' }).click();
  await expect(page.getByRole('heading', { name: 'Sign-in is back' })).toBeVisible();
  await page.getByRole('link', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  // The sign-in page asks for an address as well.
  await expect(page.getByRole('heading', { name: 'Sign in with the sandbox' })).toBeVisible();
  await page.getByLabel('Email').fill('ada@example.org');
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await expect(page.getByRole('heading', { name: /Ada Lovelace/ })).toBeVisible();
  await page.goto('/profile');
  await expect(page.getByText('No password yet')).toBeVisible();
});

test('an account of a provider alone sets its first password', async ({ page }) => {
  const ada = newPerson();
  await page.addInitScript(() => {
    window.open = () => null;
  });
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  // The sign-in page asks for an address as well.
  await expect(page.getByRole('heading', { name: 'Sign in with the sandbox' })).toBeVisible();
  await page.getByLabel('Email').fill(ada.email);
  await page.getByLabel('Full name (optional)').fill(ada.name);
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await page.getByRole('link', { name: 'Set a password' }).click();
  await page.getByLabel('New password', { exact: true }).fill(ada.password);
  await page.getByLabel('Confirm new password').fill(ada.password);
  await page.getByRole('checkbox', { name: /^Google/ }).uncheck();
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(page).toHaveURL('/profile');
  await expect(page.getByRole('link', { name: 'Change password' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Link Google' })).toBeVisible();
});
