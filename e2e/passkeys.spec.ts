import { expect, test } from '@playwright/test';
import { press, signOut, tabTo } from './support/keyboard.ts';
import { expectFit, prepareLooks } from './support/looks.ts';
import { mailedLink } from './support/mailbox.ts';
import { plugIn } from './support/passkey-device.ts';
import { chooseLanguage, enter } from './support/people.ts';
import { signedUp, verify } from './support/seeds.ts';
import { en as accountEn, zh as accountZh } from './support/words.ts';

const en = {
  ...accountEn,
  language: 'en',
  add: 'Add a passkey',
  added: 'The passkey was added.',
  signInWith: 'Use a passkey',
  userMenu: 'User menu',
  signOut: 'Sign out',
  rename: /^Rename /,
  newName: 'Name',
  work: 'Work laptop',
  save: 'Save name',
  remove: 'Remove Work laptop',
  confirmRemove: 'Remove',
  none: /^None\. With a passkey/,
  undo: 'Undo the change',
  undone: 'Change undone',
  sessions: 'Passkey',
} as const;

const zh = {
  ...accountZh,
  language: 'zh',
  add: '添加通行密钥',
  added: '通行密钥已添加。',
  signInWith: '使用通行密钥',
  userMenu: '账号菜单',
  signOut: '退出登录',
  rename: /^重命名“/,
  newName: '名称',
  work: '工作电脑',
  save: '保存名称',
  remove: '移除“工作电脑”',
  confirmRemove: '移除',
  none: /^尚未添加/,
  undo: '撤销更改',
  undone: '更改已撤销',
  sessions: '通行密钥',
} as const;

for (const words of [en, zh]) {
  test(`a passkey needs no mouse and no password, in ${words.locale}`, { tag: '@full' }, async ({
    page,
    request,
  }) => {
    const { language } = words;
    const [ada] = await signedUp(request, ['Ada Lovelace']);
    await verify([ada]);
    const device = await plugIn(page);
    await prepareLooks(page.context());
    await enter(page, ada);
    await chooseLanguage(page, language);
    const look = (name: string) => expectFit(page, `passkeys-${name}`, language);
    const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });

    // Adds one, and gives it a name.
    await page.goto('/profile');
    await press(page, button(words.add));
    await expect(page.getByText(words.added)).toBeVisible();
    await expect(button(words.rename)).toBeVisible();
    expect(await device.passkeys()).toHaveLength(1);
    await press(page, button(words.rename));
    await tabTo(page, page.getByLabel(words.newName, { exact: true }));
    await look('rename');
    await page.getByLabel(words.newName, { exact: true }).selectText();
    await page.keyboard.type(words.work);
    await page.keyboard.press('Enter');
    await expect(page.getByText(words.work)).toBeVisible();
    await look('profile');

    // Signs in with it.
    await signOut(page, words);
    await look('sign-in');
    await press(page, button(words.signInWith));
    await expect(page).toHaveURL('/dashboard');
    await page.goto('/sessions');
    await expect(page.getByText(words.sessions, { exact: true })).toBeVisible();

    // Removes it, and takes that back by the mail.
    await page.goto('/profile');
    await press(page, button(words.remove));
    const question = page.getByRole('alertdialog');
    await look('remove');
    await press(page, question.getByRole('button', { name: words.confirmRemove }));
    await expect(page.getByText(words.none)).toBeVisible();
    await page.goto(await mailedLink(request, ada.email, 'factors-changed'));
    await press(page, button(words.undo));
    await expect(page.getByRole('heading', { name: words.undone })).toBeVisible();
    await page.goto('/signin');
    await press(page, button(words.signInWith));
    await expect(page).toHaveURL('/dashboard');
  });
}

test('the field for the address suggests a passkey', { tag: '@full' }, async ({
  page,
  request,
}) => {
  const [ada] = await signedUp(request, ['Ada Lovelace']);
  await verify([ada]);
  await plugIn(page, { suggests: true });
  await enter(page, ada);
  await page.goto('/profile');
  await page.getByRole('button', { name: en.add }).click();
  await expect(page.getByRole('button', { name: /^Remove / })).toHaveCount(1);
  await page.context().clearCookies();
  await page.goto('/signin');
  await expect(page).toHaveURL('/dashboard');
});

test('a second device has a passkey of its own, and goes on when the first is removed', {
  tag: '@full',
}, async ({ page, browser, request }) => {
  const [ada] = await signedUp(request, ['Ada Lovelace']);
  await verify([ada]);
  await plugIn(page);
  await enter(page, ada);
  await page.goto('/profile');
  await page.getByRole('button', { name: en.add }).click();
  await expect(page.getByRole('button', { name: /^Remove / })).toHaveCount(1);

  const context = await browser.newContext();
  const phone = await context.newPage();
  await plugIn(phone);
  await enter(phone, ada);
  await phone.goto('/profile');
  await phone.getByRole('button', { name: en.add }).click();
  await expect(phone.getByRole('button', { name: /^Remove / })).toHaveCount(2);
  await signOut(phone, en);
  await phone.getByRole('button', { name: en.signInWith }).click();
  await expect(phone).toHaveURL('/dashboard');

  await phone.goto('/profile');
  await phone
    .getByRole('button', { name: /^Remove / })
    .first()
    .click();
  await phone.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await expect(phone.getByRole('button', { name: /^Remove / })).toHaveCount(1);
  await signOut(page, en);
  await page.getByRole('button', { name: en.signInWith }).click();
  await expect(page.getByText(/No account here has this passkey/)).toBeVisible();
  await context.close();
});

test('a copied passkey does not sign in, and the page says what to do', { tag: '@full' }, async ({
  page,
  request,
}) => {
  const [ada] = await signedUp(request, ['Ada Lovelace']);
  await verify([ada]);
  const device = await plugIn(page);
  await enter(page, ada);
  await page.goto('/profile');
  await page.getByRole('button', { name: en.add }).click();
  await expect(page.getByRole('button', { name: /^Remove / })).toHaveCount(1);
  const [stolen = { credentialId: '', signCount: 0 }] = await device.passkeys();

  async function signInByButton() {
    await signOut(page, en);
    await page.getByRole('button', { name: en.signInWith }).click();
  }

  await signInByButton();
  await expect(page).toHaveURL('/dashboard');
  await device.copy(stolen);
  await signInByButton();
  await expect(page.getByText(/This passkey looks like a copy/)).toBeVisible();
  await expect(page).toHaveURL('/signin');
});

test('a question in the name of another host is refused by the browser', { tag: '@full' }, async ({
  page,
  request,
}) => {
  const [ada] = await signedUp(request, ['Ada Lovelace']);
  await verify([ada]);
  await plugIn(page);
  await enter(page, ada);
  await page.goto('/profile');
  await page.getByRole('button', { name: en.add }).click();
  await expect(page.getByRole('button', { name: /^Remove / })).toHaveCount(1);
  await signOut(page, en);
  await page.route(/startPasskeySignIn/, async (route) => {
    const response = await route.fetch();
    const { options } = await response.json();
    await route.fulfill({ response, json: { options: { ...options, rpId: 'hearth.example' } } });
  });
  await page.getByRole('button', { name: en.signInWith }).click();
  await expect(page.getByText(/Something went wrong/)).toBeVisible();
  await expect(page).toHaveURL('/signin');
});

test('a person who turns back at the device is asked again, without an alarm', async ({ page }) => {
  await plugIn(page);
  await page.goto('/signin');
  // A device without a passkey for this place ends the question itself.
  await page.getByRole('button', { name: en.signInWith }).click();
  await expect(page.getByRole('button', { name: en.signInWith })).toBeEnabled();
  await expect(page.getByRole('alert')).toHaveCount(0);
});
