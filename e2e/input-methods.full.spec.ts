import { expect, type Locator, type Page, test } from '@playwright/test';
import { enter } from './support/people.ts';
import { project, signedUp, verify } from './support/seeds.ts';

/** Each key with the character that it writes where nobody takes it. */
const characters = { Enter: '\r', Escape: '\u001b' };

/** An input method as the browser hears it: a marked text in the field, and keys that are not the page's. */
async function inputMethodOn(page: Page) {
  const session = await page.context().newCDPSession(page);
  const mark = (text: string) =>
    session.send('Input.imeSetComposition', {
      text,
      selectionStart: text.length,
      selectionEnd: text.length,
    });

  async function press(key: keyof typeof characters) {
    const code = { key, code: key, windowsVirtualKeyCode: 229 };
    await session.send('Input.dispatchKeyEvent', {
      type: 'keyDown',
      text: characters[key],
      ...code,
    });
    await session.send('Input.dispatchKeyEvent', { type: 'keyUp', ...code });
  }

  return {
    /** Takes a word by Enter: as most browsers report it, and as Safari does, which has written the word by then. */
    async write(field: Locator, text: string) {
      await field.focus();
      await mark(text);
      await press('Enter');
      await session.send('Input.insertText', { text });
      await press('Enter');
      await expect(field).toHaveValue(text);
    },
    /** Gives a word up by Escape, reported in both ways. */
    async giveUp(field: Locator) {
      await field.focus();
      await mark('ni');
      await press('Escape');
      await mark('');
      await press('Escape');
    },
  };
}

test('keys that an input method takes send, choose, add and close nothing', async ({
  page,
  request,
}) => {
  const people = await signedUp(request, ['Ada Lovelace', 'Grace Hopper']);
  const [ada] = people;
  await verify(people);
  const id = await project(request, ada, { name: '项目', planId: 'pro' });
  const method = await inputMethodOn(page);
  const changes: string[] = [];
  // The field for the address may ask for passkeys meanwhile, which changes nothing.
  const isChange = (method: string, url: string) =>
    method !== 'GET' && !url.includes('startPasskeySignIn');
  page.on('request', (one) => isChange(one.method(), one.url()) && changes.push(one.url()));
  const writesOnly = async (field: Locator, text: string) => {
    await expect(field).toBeVisible();
    changes.length = 0;
    await method.write(field, text);
    expect(changes).toEqual([]);
  };
  const title = page.getByRole('heading', { level: 1 });

  await test.step('a form of visitors', async () => {
    await page.goto('/signin');
    await page.getByLabel('Email').fill(ada.email);
    await writesOnly(page.getByLabel('Password', { exact: true }), '密码');
    await enter(page, ada);
  });

  await test.step('the search over all pages', async () => {
    await page.goto('/dashboard');
    await expect(title).toBeVisible();
    await page.keyboard.press('Control+k');
    const search = page.getByRole('dialog').getByRole('combobox');
    await method.giveUp(search);
    await expect(search).toBeVisible();
    await method.write(search, '项目');
    await expect(search).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`/subscription/${id}`);
  });

  await test.step('a form that saves', async () => {
    await page.goto(`/subscription/${id}/settings`);
    const name = page.getByLabel('Project name');
    await name.fill('');
    await writesOnly(name, '新项目');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Your changes have been saved.')).toBeVisible();
  });

  await test.step('addresses of an invitation, and a question about them', async () => {
    await page.goto(`/subscription/${id}/users/invite`);
    const field = page.getByRole('textbox', { name: 'Email addresses' });
    await method.write(field, 'grace@example.com');
    await page.keyboard.press('Enter');
    await expect(field).toHaveValue('');
    await expect(page.getByRole('list', { name: 'Addresses' })).toContainText('grace@example.com');
    await page.getByRole('link', { name: 'Settings' }).first().click();
    const question = page.getByRole('alertdialog');
    await method.giveUp(question.getByRole('button').first());
    await expect(question).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(question).toBeHidden();
  });

  await test.step('a confirmation that is typed', async () => {
    await page.goto('/delete-account');
    await writesOnly(page.getByRole('main').getByRole('textbox'), ada.localId);
    await expect(page.getByRole('main').getByRole('textbox')).not.toHaveAttribute(
      'aria-invalid',
      'true',
    );
  });
});
