import { expect, type Page, test } from '@playwright/test';
import { codeOf } from './support/authenticator.ts';
import { press, signOut, tabTo } from './support/keyboard.ts';
import { expectFit, prepareLooks } from './support/looks.ts';
import { mailedLink } from './support/mailbox.ts';
import { chooseLanguage, enter } from './support/people.ts';
import { signedUp, verify } from './support/seeds.ts';
import { en as accountEn, zh as accountZh } from './support/words.ts';

const en = {
  ...accountEn,
  language: 'en',
  addFirst: 'Add an authenticator app',
  deviceName: 'Name of the device (optional)',
  phone: 'Work phone',
  code: '6-digit code',
  add: 'Add app',
  codes: 'Your recovery codes',
  kept: 'I have kept them',
  userMenu: 'User menu',
  signOut: 'Sign out',
  twoSteps: 'Two-step verification',
  verifyCode: 'Verify',
  wrongCode: /The code is wrong, too old or already used/,
  useRecovery: 'Use a recovery code',
  recoveryCode: 'Recovery code',
  left: '9 left',
  remove: 'Remove Work phone',
  confirmRemove: 'Remove',
  off: /^Off\./,
  undo: 'Undo the change',
  undone: 'Change undone',
} as const;

const zh = {
  ...accountZh,
  language: 'zh',
  addFirst: '添加身份验证器应用',
  deviceName: '设备名称（选填）',
  phone: '工作手机',
  code: '6 位验证码',
  add: '添加应用',
  codes: '您的恢复码',
  kept: '我已保存',
  userMenu: '账号菜单',
  signOut: '退出登录',
  twoSteps: '两步验证',
  verifyCode: '验证',
  wrongCode: /验证码错误、已过期或已使用过/,
  useRecovery: '使用恢复码',
  recoveryCode: '恢复码',
  left: '还剩 9 个',
  remove: '移除“工作手机”',
  confirmRemove: '移除',
  off: /^未开启/,
  undo: '撤销更改',
  undone: '更改已撤销',
} as const;

type Words = typeof en | typeof zh;

for (const words of [en, zh]) {
  test(`two-step verification needs no mouse, in ${words.locale}`, { tag: '@full' }, async ({
    page,
    request,
  }) => {
    const { language } = words;
    const [ada] = await signedUp(request, ['Ada Lovelace']);
    await verify([ada]);
    await prepareLooks(page.context());
    await enter(page, ada);
    await chooseLanguage(page, language);
    const look = (name: string) => expectFit(page, `second-factor-${name}`, language);
    const button = (name: string) => page.getByRole('button', { name, exact: true });

    // Adds an app.
    await page.goto('/profile');
    await press(page, page.getByRole('link', { name: words.addFirst }));
    await expect(page.getByRole('img')).toBeVisible();
    await look('add');
    const key = (await page.locator('main form code').textContent())?.replaceAll(' ', '') ?? '';
    await tabTo(page, page.getByLabel(words.deviceName));
    await page.keyboard.type(words.phone);
    await tabTo(page, page.getByLabel(words.code));
    const firstCode = await codeOf(request, { key });
    await page.keyboard.type(firstCode);
    await page.keyboard.press('Enter');
    const list = page.getByRole('list', { name: words.codes });
    await expect(list).toBeFocused();
    await look('codes');
    const [recoveryCode = ''] = await list.getByRole('listitem').allInnerTexts();
    await press(page, button(words.kept));
    await expect(page.getByText(words.phone)).toBeVisible();
    await look('profile');

    // Signs in with the next code, after the one that was used already.
    await signOut(page, words);
    await givePassword(page, ada, words);
    await expect(page.getByLabel(words.code)).toBeFocused();
    await look('code');
    await page.keyboard.type(firstCode);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert')).toHaveText(words.wrongCode);
    await look('wrong-code');
    await page.getByLabel(words.code).selectText();
    await page.keyboard.type(await codeOf(request, { key, stepsAhead: 1 }));
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/dashboard');

    // Signs in with a recovery code.
    await signOut(page, words);
    await givePassword(page, ada, words);
    await press(page, button(words.useRecovery));
    await expect(page.getByLabel(words.recoveryCode)).toBeFocused();
    await look('recovery-code');
    await page.keyboard.type(recoveryCode.toLowerCase());
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/dashboard');

    // Removes the app, and takes that back by the mail.
    await page.goto('/profile');
    await expect(page.getByText(words.left)).toBeVisible();
    await press(page, button(words.remove));
    const question = page.getByRole('alertdialog');
    await press(page, question.getByRole('button', { name: words.confirmRemove }));
    await expect(page.getByText(words.off)).toBeVisible();
    await page.goto(await mailedLink(request, ada.email, 'factors-changed'));
    await expect(button(words.undo)).toBeVisible();
    await look('undo');
    await press(page, button(words.undo));
    await expect(page.getByRole('heading', { name: words.undone })).toBeVisible();
  });
}

async function givePassword(
  page: Page,
  { email, password }: { readonly email: string; readonly password: string },
  words: Words,
): Promise<void> {
  await tabTo(page, page.getByLabel(words.email));
  await page.keyboard.type(email);
  await tabTo(page, page.getByLabel(words.password, { exact: true }));
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: words.twoSteps })).toBeVisible();
}
