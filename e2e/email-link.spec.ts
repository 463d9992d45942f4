import { type APIRequestContext, expect, type Page, test } from '@playwright/test';
import { addAuthenticator, codeOf } from './support/authenticator.ts';
import { press, tabTo } from './support/keyboard.ts';
import { expectFit, prepareLooks } from './support/looks.ts';
import { mailedDigits, mailedLink } from './support/mailbox.ts';
import { newPerson } from './support/people.ts';
import { signedUp, verify } from './support/seeds.ts';
import { en as accountEn, zh as accountZh, alsoIn } from './support/words.ts';

const en = {
  ...accountEn,
  language: 'en',
  byMail: 'Email me a sign-in link',
  send: 'Send email',
  code: '6-digit code',
  wrongCode: /The code is wrong/,
  linkTitle: 'Sign in to Hearth',
  which: 'Which address was it sent to?',
  otherAddress: /sent to another address/,
  used: /not valid/,
  welcome: /^Welcome/,
  twoSteps: 'Two-step verification',
  again: 'Email me a code',
  againSubmit: 'Sign in and continue',
} as const;

const zh = {
  ...accountZh,
  language: 'zh',
  byMail: '通过邮件登录',
  send: '发送邮件',
  code: '6 位验证码',
  wrongCode: /验证码错误/,
  linkTitle: '登录 Hearth',
  which: '邮件发送到了哪个邮箱？',
  otherAddress: /发送到了其他邮箱/,
  used: /此链接无效/,
  welcome: /^欢迎/,
  twoSteps: '两步验证',
  again: '通过邮件获取验证码',
  againSubmit: '登录并继续',
} as const;

type Words = typeof en | typeof zh;

const otherThan = (digits: string) => String((Number(digits) + 1) % 1_000_000).padStart(6, '0');

async function ask(page: Page, email: string, words: Words): Promise<void> {
  await page.goto(`/signin?lng=${words.language}`);
  await tabTo(page, page.getByLabel(words.email));
  await page.keyboard.type(email);
  await press(page, page.getByRole('link', { name: words.byMail }));
  await expect(page).toHaveURL('/signin/email');
  await expect(page.getByLabel(words.email)).toHaveValue(email);
  await press(page, page.getByRole('button', { name: words.send }));
  await expect(page.getByLabel(words.code)).toBeFocused();
}

async function giveCode(page: Page, request: APIRequestContext, email: string): Promise<void> {
  await page.keyboard.type(await mailedDigits(request, email));
  await page.keyboard.press('Enter');
}

for (const words of [en, zh]) {
  test.describe(`in ${words.locale}`, () => {
    const { language } = words;

    test('a code signs a new person up, without a mouse', { tag: '@full' }, async ({
      page,
      request,
    }) => {
      const { email } = newPerson();
      await prepareLooks(page.context());
      const look = (name: string) => expectFit(page, `email-link-${name}`, language);
      await page.goto(`/signin/email?lng=${language}`);
      await expect(page.getByRole('button', { name: words.send })).toBeVisible();
      await look('ask');
      await ask(page, email, words);
      await look('code');
      const digits = await mailedDigits(request, email);
      await page.keyboard.type(otherThan(digits));
      await page.keyboard.press('Enter');
      await expect(page.getByRole('alert')).toContainText(words.wrongCode);
      await look('wrong-code');
      await page.getByLabel(words.code).selectText();
      const wide = [...digits].map((digit) => String.fromCharCode(Number(digit) + 0xff10)).join('');
      await page.keyboard.insertText(`${wide.slice(0, 3)} ${wide.slice(3)}`);
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL('/dashboard');
      await expect(page.getByRole('heading', { level: 1, name: words.welcome })).toBeVisible();
    });

    test('a link signs in where it was asked for, once', { tag: alsoIn(language) }, async ({
      page,
      request,
    }) => {
      const { email } = newPerson();
      await page.goto(`/profile?lng=${language}`);
      await expect(page).toHaveURL(/signin/);
      await ask(page, email, words);
      const link = await mailedLink(request, email, 'sign-in-link');
      const other = await page.context().newPage();
      await other.goto(link);
      await press(other, other.getByRole('button', { name: words.signIn }));
      await expect(other).toHaveURL('/dashboard');
      // The tab that asked goes on to the page that it wanted.
      await expect(page).toHaveURL(/\/profile/);

      await page.context().clearCookies();
      await page.goto(link);
      await press(page, page.getByRole('button', { name: words.signIn }));
      await expect(page.getByRole('alert')).toContainText(words.used);
    });

    test('a link in another browser takes its address', { tag: '@full' }, async ({
      page,
      browser,
      request,
    }) => {
      const { email } = newPerson();
      await ask(page, email, words);
      const link = await mailedLink(request, email, 'sign-in-link');
      const context = await browser.newContext({ locale: words.locale });
      await prepareLooks(context);
      const phone = await context.newPage();
      const look = (name: string) => expectFit(phone, `email-link-${name}`, language);
      await phone.goto(link);
      await expect(phone.getByRole('heading', { name: words.linkTitle })).toBeVisible();
      await look('link');
      await press(phone, phone.getByRole('button', { name: words.signIn }));
      await expect(phone.getByRole('heading', { name: words.which })).toBeVisible();
      await look('which');
      await tabTo(phone, phone.getByLabel(words.email));
      await phone.keyboard.type('somebody@example.com');
      await phone.keyboard.press('Enter');
      await expect(phone.getByRole('alert')).toContainText(words.otherAddress);
      await look('other-address');
      await phone.getByLabel(words.email).selectText();
      await phone.keyboard.type(email);
      await phone.keyboard.press('Enter');
      await expect(phone).toHaveURL('/dashboard');
      await context.close();
    });

    test('an account with an app is asked for its code, too', { tag: '@full' }, async ({
      page,
      request,
    }) => {
      const [ada] = await signedUp(request, ['Ada Lovelace']);
      await verify([ada]);
      const key = await addAuthenticator(request, ada);
      await ask(page, ada.email, words);
      await giveCode(page, request, ada.email);
      await expect(page.getByRole('heading', { name: words.twoSteps })).toBeVisible();
      await page.keyboard.type(await codeOf(request, { key, stepsAhead: 1 }));
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL('/dashboard');
    });
  });
}
