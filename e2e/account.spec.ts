import { type Browser, expect, type Page, test } from '@playwright/test';
import { query } from './support/database.ts';
import { mailedLink } from './support/mailbox.ts';
import { newPerson, type Person } from './support/people.ts';
import { en, type Words, zh } from './support/words.ts';

// Chinese in the long run; the short one sees its screens in everywhere.spec.ts.
const languages = process.env.HEARTH_LONG ? [en, zh] : [en];

for (const words of languages) {
  test.describe(`in ${words.locale}`, () => {
    test.use({ locale: words.locale });

    test('a new address is verified by the mailed link', { tag: '@full' }, async ({
      page,
      request,
    }) => {
      const person = await signUp(page, words);
      await page.goto(await mailedLink(request, person.email, 'verify-email'));
      await expect(heading(page, words.verified)).toBeVisible();
      await page.goto('/profile');
      await expect(page.getByText(words.verifiedYes, { exact: true })).toBeVisible();

      // A mail scanner may have opened it first: opening it again is no error.
      await page.goto(await mailedLink(request, person.email, 'verify-email'));
      await expect(heading(page, words.verified)).toBeVisible();
    });

    test('a forgotten password is reset by mail', async ({ page, request, context }) => {
      const person = await signUp(page, words);
      await context.clearCookies();
      await page.goto('/signin');
      await page.getByRole('link', { name: words.forgot }).click();
      // The sign-in page asks for an address as well.
      await expect(page.getByRole('button', { name: words.sendReset })).toBeVisible();
      await page.getByLabel(words.email).fill(person.email);
      await page.getByRole('button', { name: words.sendReset }).click();
      await expect(page.getByText(words.resetSent)).toBeVisible();

      const link = await mailedLink(request, person.email, 'reset-password');
      await setPasswordBy(page, link, { words, password: 'another horse' });
      await signIn(page, { ...person, password: 'another horse' }, words);
      await expect(heading(page, words.greeting)).toBeVisible();
    });

    test('the takeover drill: the owner undoes it all from the old mailbox', {
      tag: '@full',
    }, async ({ page, request, browser }) => {
      const owner = await signUp(page, words);
      await page.goto(await mailedLink(request, owner.email, 'verify-email'));
      await expect(heading(page, words.verified)).toBeVisible();

      const thief = await otherBrowser(browser, words);
      const loot = newPerson().email;
      await thief.goto('/signin');
      await signIn(thief, owner, words);
      await expect(heading(thief, words.greeting)).toBeVisible();
      await thief.goto('/edit-email');
      await thief.getByLabel(words.newEmail).fill(loot);
      await thief.getByRole('button', { name: words.sendLink }).click();
      await expect(thief.getByText(words.linkSent)).toBeVisible();
      await thief.goto(await mailedLink(request, loot, 'verify-and-change-email'));
      await thief.getByRole('button', { name: words.confirmEmail }).click();
      await expect(heading(thief, words.emailChanged)).toBeVisible();
      await changePassword(thief, 'the thief was here', words);

      const owners = await otherBrowser(browser, words);
      await owners.goto(await mailedLink(request, owner.email, 'recover-email'));
      await owners.getByRole('button', { name: words.restore }).click();
      await expect(heading(owners, words.restored)).toBeVisible();

      await thief.goto('/profile');
      await expect(thief).toHaveURL(/\/signin/);
      await signIn(thief, { ...owner, password: 'the thief was here' }, words);
      await expect(thief.getByRole('alert')).toBeVisible();
      await expect(thief).toHaveURL(/\/signin/);

      const reset = await mailedLink(request, owner.email, 'reset-password');
      await setPasswordBy(owners, reset, { words, password: 'mine again, all of it' });
      await signIn(owners, { ...owner, password: 'mine again, all of it' }, words);
      await expect(heading(owners, words.greeting)).toBeVisible();
    });

    test('a changed password signs the second browser out', { tag: '@full' }, async ({
      page,
      browser,
    }) => {
      const person = await signUp(page, words);
      const second = await otherBrowser(browser, words);
      await second.goto('/signin');
      await signIn(second, person, words);
      await expect(heading(second, words.greeting)).toBeVisible();

      await changePassword(page, 'another horse', words);
      await page.goto('/dashboard');
      await expect(heading(page, words.greeting)).toBeVisible();
      await second.goto('/profile');
      await expect(second).toHaveURL(/\/signin/);
    });

    test('an account is deleted by its own id, after a recent sign-in', { tag: '@full' }, async ({
      page,
    }) => {
      const person = await signUp(page, words);
      await query(
        `update sessions set signed_in_at = signed_in_at - interval '10 minutes'
         where account_id = (select id from accounts where email = $1)`,
        [person.email],
      );
      const found = 'select id from accounts where email = $1';
      const [row] = await query<{ id: string }>(found, [person.email]);
      await page.goto('/delete-account');
      await page.getByLabel(words.typeId).fill('somebody else');
      await page.getByRole('button', { name: words.deleteMine }).click();
      await expect(page.getByText(words.idWrong)).toBeVisible();

      await page.getByLabel(words.typeId).fill(row?.id ?? '');
      await page.getByRole('button', { name: words.deleteMine }).click();
      const again = page.getByRole('dialog', { name: words.againTitle });
      await again.getByLabel(words.password, { exact: true }).fill(person.password);
      await again.getByRole('button', { name: words.againSubmit }).click();

      await expect(page.getByText(words.deleted)).toBeVisible();
      await expect(page).toHaveURL(/\/signin/);
      expect(await query(found, [person.email])).toEqual([]);
    });

    test('the sandbox provider signs a person in', { tag: '@full' }, async ({ page }) => {
      const { email } = newPerson();
      await page.goto('/signin');
      const [popup] = await Promise.all([
        page.waitForEvent('popup'),
        page.getByRole('button', { name: words.google }).click(),
      ]);
      await popup.getByRole('textbox', { name: words.email }).fill(email);
      await popup.getByLabel(words.name).fill('Ada Lovelace');
      await popup.getByRole('button', { name: words.continueAs, exact: true }).click();
      await expect(heading(page, words.greeting)).toBeVisible();
      expect(popup.isClosed()).toBe(true);

      const rows = await query(
        `select l.provider, a.email_verified, a.password_hash is null as no_password
         from identity_links l join accounts a on a.id = l.account_id where a.email = $1`,
        [email],
      );
      expect(rows).toEqual([{ provider: 'google.com', email_verified: true, no_password: true }]);
    });
  });
}

function heading(page: Page, name: string | RegExp) {
  return page.getByRole('heading', { name });
}

async function otherBrowser(browser: Browser, { locale }: Words): Promise<Page> {
  const context = await browser.newContext({ locale });
  return await context.newPage();
}

async function signUp(page: Page, words: Words): Promise<Person> {
  const person = newPerson();
  await page.goto('/signup');
  await page.getByLabel(words.name).fill(person.name);
  await page.getByLabel(words.email).fill(person.email);
  await page.getByLabel(words.password, { exact: true }).fill(person.password);
  await page.getByRole('button', { name: words.signUp, exact: true }).click();
  await expect(heading(page, words.greeting)).toBeVisible();
  return person;
}

async function signIn(page: Page, person: Person, words: Words): Promise<void> {
  await page.getByLabel(words.email).fill(person.email);
  await page.getByLabel(words.password, { exact: true }).fill(person.password);
  await page.getByRole('button', { name: words.signIn, exact: true }).click();
}

interface NewPassword {
  readonly words: Words;
  readonly password: string;
}

/** Follows the mailed link to the new password, and on to the sign-in screen. */
async function setPasswordBy(page: Page, link: string, { words, password }: NewPassword) {
  await page.goto(link);
  await page.getByLabel(words.newPassword, { exact: true }).fill(password);
  await page.getByLabel(words.repeatPassword, { exact: true }).fill(password);
  await page.getByRole('button', { name: words.savePassword }).click();
  await expect(heading(page, words.passwordSet)).toBeVisible();
  await page.getByRole('link', { name: words.signIn, exact: true }).click();
  await expect(page).toHaveURL(/\/signin/);
}

async function changePassword(page: Page, password: string, words: Words): Promise<void> {
  await page.goto('/change-password');
  await page.getByLabel(words.newPassword, { exact: true }).fill(password);
  await page.getByLabel(words.repeatNewPassword, { exact: true }).fill(password);
  await page.getByRole('button', { name: words.changePassword }).click();
  await expect(page.getByText(words.passwordChanged)).toBeVisible();
}
