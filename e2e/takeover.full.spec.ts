import { type APIRequestContext, expect, test } from '@playwright/test';
import { addAuthenticator } from './support/authenticator.ts';
import { applyLink, askForMail, callFunction, mustCall } from './support/identity-calls.ts';
import { press, tabTo } from './support/keyboard.ts';
import { expectFit, prepareLooks } from './support/looks.ts';
import { mailedLink, newestMail } from './support/mailbox.ts';
import { productAt } from './support/own-product.ts';
import { chooseLanguage, enter, newPerson } from './support/people.ts';
import { places, specifiedConfig } from './support/places.ts';
import { join, project, type SignedUp, signedUp, verify } from './support/seeds.ts';
import { en as accountEn, zh as accountZh } from './support/words.ts';

const en = {
  ...accountEn,
  language: 'en',
  twoStepsOff: /^Off\./,
  frozen: /^The people who run .+ decide who owns this project$/,
  cancel: 'Cancel subscription',
  subscriptionId: 'Subscription ID',
  refused: /Someone else claims this/,
  contest: 'Yes, it is my account',
  contested: 'Your claim is noted',
} as const;

const zh = {
  ...accountZh,
  language: 'zh',
  twoStepsOff: /^未开启/,
  frozen: /的运营方将裁定该项目的归属$/,
  cancel: '取消订阅',
  subscriptionId: '订阅 ID',
  refused: /他人对该项目提出了归属主张/,
  contest: '是的，这是我的账号',
  contested: '已记录您的声明',
} as const;

for (const words of [en, zh]) {
  test(`a takeover is undone without a mouse, and an operator decides, in ${words.locale}`, async ({
    page,
    browser,
    request,
  }) => {
    const { language } = words;
    const [ada, accomplice] = await signedUp(request, ['Ada Lovelace', 'Mallory']);
    await verify([ada, accomplice]);
    for (const person of [ada, accomplice]) {
      await speak(request, person, language);
    }
    const id = await project(request, ada, { name: 'Analytical Engine' });
    await join(request, [ada, accomplice], { id, permissions: ['access', 'admin'] });
    const mailbox = await takeOver(request, { ada, accomplice, id });
    await prepareLooks(page.context());
    const look = (name: string) => expectFit(page, `takeover-${name}`, language);
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    const heading = (name: string) => page.getByRole('heading', { name });

    // One press from the old mailbox, and a new password.
    await page.goto(await mailedLink(request, ada.email, 'recover-email'));
    await expect(button(words.restore)).toBeVisible();
    await look('recover');
    await press(page, button(words.restore));
    await expect(heading(words.restored)).toBeVisible();
    const password = 'mine from now on';
    await page.goto(await mailedLink(request, ada.email, 'reset-password'));
    await tabTo(page, page.getByLabel(words.newPassword, { exact: true }));
    await page.keyboard.type(password);
    await tabTo(page, page.getByLabel(words.repeatPassword, { exact: true }));
    await page.keyboard.type(password);
    await press(page, button(words.savePassword));
    await expect(heading(words.passwordSet)).toBeVisible();

    // The ways to sign in are as before: no code is asked for.
    await enter(page, { ...ada, password });
    await chooseLanguage(page, language);
    await page.goto('/profile');
    await expect(page.getByText(words.twoStepsOff)).toBeVisible();
    await page.goto(`/subscription/${id}/billing`);
    await expect(page.getByText(words.frozen)).toBeVisible();
    await look('frozen');

    // The new owner reads the same, and cannot cancel the project.
    const other = await (await browser.newContext({ locale: words.locale })).newPage();
    await enter(other, accomplice);
    await chooseLanguage(other, language);
    await other.goto(`/subscription/${id}/billing`);
    await expect(other.getByText(words.frozen)).toBeVisible();
    await other.goto(`/subscription/${id}/billing/cancel`);
    await tabTo(other, other.getByLabel(words.subscriptionId, { exact: true }));
    await other.keyboard.type(id);
    await press(other, other.getByRole('button', { name: words.cancel, exact: true }));
    await expect(other.getByRole('alert')).toHaveText(words.refused);
    await other.context().close();

    // The operator gives it back.
    const { operate } = productAt(places.sandbox, { HEARTH_CONFIG: specifiedConfig });
    expect(await operate('billing', 'show', id)).toContain(`by ${ada.email} (given-away)`);
    await operate('subscriptions', 'settle-ownership', id, '--to', ada.email);
    await newestMail(request, { to: ada.email, kind: 'ownership-settled' });
    await newestMail(request, { to: accomplice.email, kind: 'ownership-settled' });
    await page.reload();
    await expect(page.getByText(words.frozen)).toHaveCount(0);
    await page.goto(`/subscription/${id}/billing/cancel`);
    await expect(page.getByLabel(words.subscriptionId, { exact: true })).toBeVisible();

    // The mailbox that lost the account can ask the operator, and decides nothing itself.
    await page.goto(await mailedLink(request, mailbox, 'account-recovered'));
    await expect(button(words.contest)).toBeVisible();
    await look('contest');
    await press(page, button(words.contest));
    await expect(heading(words.contested)).toBeVisible();
    await look('contested');
    await page.goto(`/subscription/${id}/billing`);
    await expect(page.getByText(words.frozen)).toBeVisible();
    await operate('subscriptions', 'settle-ownership', id, '--keep');
    await page.reload();
    await expect(page.getByText(words.frozen)).toHaveCount(0);
  });
}

async function speak(
  request: APIRequestContext,
  { localId, idToken }: SignedUp,
  language: string,
): Promise<void> {
  const headers = { authorization: `Bearer ${idToken}` };
  const answer = await request.patch(`/v1/users/${localId}`, { headers, data: { language } });
  expect(answer.ok(), await answer.text()).toBe(true);
}

interface Taken {
  readonly ada: SignedUp;
  readonly accomplice: SignedUp;
  readonly id: string;
}

/** Somebody who knows the password gives the project away, changes the address, and adds an app; answers the new address. */
async function takeOver(
  request: APIRequestContext,
  { ada, accomplice, id }: Taken,
): Promise<string> {
  const { email, password } = ada;
  const body = { email, password, returnSecureToken: true };
  const intruder = await mustCall(request, 'accounts:signInWithPassword', body);
  const { idToken } = intruder;
  const data = { subscriptionId: id, newOwnerId: accomplice.localId };
  await callFunction(request, 'transferSubscriptionOwnership', { idToken, data });
  const { email: newEmail } = newPerson();
  await askForMail(request, { requestType: 'VERIFY_AND_CHANGE_EMAIL', idToken, newEmail });
  await applyLink(request, await mailedLink(request, newEmail, 'verify-and-change-email'));
  await addAuthenticator(request, intruder);
  return newEmail;
}
