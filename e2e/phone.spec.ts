import { expect, type Page } from '@playwright/test';
import { boughtId } from './support/billing.ts';
import { expectNone, faultsOf, settled } from './support/looks.ts';
import { cards, newYork } from './support/payment-fields.ts';
import { newPerson } from './support/people.ts';
import { arrive } from './support/priced-steps.ts';
import { test } from './support/priced-test.ts';

test.use({ sells: 'trial', movesClock: true });

const texts = {
  en: {
    start: 'Start the free trial',
    failed: 'The payment of $40.00 failed',
    another: /^Another card/,
    payNow: 'Pay $40.00 now',
    paid: 'Thank you. $40.00 is paid.',
    emails: 'Email addresses',
    sendThree: 'Send 3 invitations',
    sentThree: /^3 invitations are on their way\./,
    ends: /ends on \w{3}\s\d+,\s\d{4}$/,
  },
  zh: {
    start: '开始免费试用',
    failed: '$40.00 扣款失败',
    another: /^其他银行卡/,
    payNow: '立即支付 $40.00',
    paid: '谢谢您，$40.00 已付清。',
    emails: '邮箱地址',
    sendThree: '发送 3 份邀请',
    sentThree: /^3 封邀请邮件已发出/,
    ends: /将于 \d{4}年\d+月\d+日结束$/,
  },
} as const;

/** The page is whole, and nothing of it is wider than the phone. */
async function fits(page: Page, name: string): Promise<void> {
  await settled(page, { mayLoad: false });
  expectNone(await faultsOf(page), name);
}

test('on a phone: buy with a trial, pay what failed, change to yearly, invite three, leave', async ({
  page,
  fields,
  language,
  prices,
  words,
  waitDays,
}) => {
  const text = texts[language];
  await arrive(page, language);
  await page.setViewportSize({ width: 375, height: 800 });

  await page.goto('/create-plan');
  await fits(page, 'plans');
  await page.getByRole('button', { name: words.choosePro }).click();
  await fields.fillCard(page, cards.failsLater);
  await fields.fillAddress(page, newYork);
  await fits(page, 'purchase');
  await page.getByRole('button', { name: text.start }).click();
  const id = await boughtId(page);
  await fits(page, 'bought');
  const billing = `/subscription/${id}/billing`;

  await waitDays(14);
  await page.goto(billing);
  await expect(page.getByRole('heading', { name: text.failed })).toBeVisible();
  await fits(page, 'failed payment');
  await page.getByRole('radio', { name: text.another }).check();
  await fields.fillCard(page, cards.works);
  await page.getByRole('button', { name: text.payNow }).click();
  await expect(page.getByText(text.paid)).toBeVisible();
  await fits(page, 'paid');

  await page.goto(`${billing}/change-plan?frequency=year`);
  await page.getByRole('button', { name: prices.toYear }).click();
  await expect(page.getByRole('region', { name: prices.costs })).toContainText(prices.dueToday);
  await fits(page, 'change to yearly');
  await page.getByRole('button', { name: /\$3\d\d\.\d\d$/ }).click();
  await expect(page.getByRole('heading', { name: prices.changedToYear })).toBeVisible();

  const people = Array.from({ length: 3 }, () => newPerson());
  await page.goto(`/subscription/${id}/users/invite`);
  await page
    .getByRole('textbox', { name: text.emails })
    .fill(people.map(({ email }) => email).join(', '));
  // The press itself makes addresses of what was typed, which moves the button.
  await page.getByRole('button', { name: text.sendThree }).click();
  await expect(page.getByText(text.sentThree)).toBeVisible();
  await fits(page, 'invited');

  await page.goto(`${billing}/cancel`);
  await fits(page, 'cancel');
  await page.getByRole('button', { name: prices.cancel }).click();
  await expect(page.getByText(text.ends)).toBeVisible();
  await fits(page, 'ending');
});
