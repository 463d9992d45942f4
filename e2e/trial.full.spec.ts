import { type Browser, expect, type Page } from '@playwright/test';
import { boughtId } from './support/billing.ts';
import { reachStripe } from './support/billing-test.ts';
import { prepareLooks } from './support/looks.ts';
import { cards, newYork } from './support/payment-fields.ts';
import { arrive, proAt, reloadUntil } from './support/priced-steps.ts';
import { type PricedProduct, test } from './support/priced-test.ts';

test.use({ sells: 'trial', movesClock: true });
test.describe.configure({ mode: 'default', timeout: 240_000 });

const texts = {
  en: {
    offer: '14 days free, then $40 per month',
    terms: /14 days free, then \$40\.00 per month from \w+\s\d+,\s\d{4}\./,
    dueNow: 'Due today$0.00',
    start: 'Start the free trial',
    begun: /^Nothing is charged now\. The first payment of \$40\.00/,
    ends: /Trial ends on .*; then \$40\.00 per month/,
    until: /^Trial · 14 days left$/,
    atItsEnd: /when the trial is over/,
    goesOn: /^Starts today\. The trial continues until /,
    paidBefore: 'Unused time',
    trial: 'Trial',
    hadOne: /You had a trial before/,
    cardHadOne: /The trial is used\. You pay \$40\.00 today\./,
    charged: /^We charged \$40\.00 to /,
  },
  zh: {
    offer: '免费试用 14 天，之后每月 $40',
    terms: /免费试用 14 天，自 \d{4}年\d+月\d+日起每月 \$40\.00。/,
    dueNow: '今天支付$0.00',
    start: '开始免费试用',
    begun: /^现在不扣款，.+首次扣款 \$40\.00。/,
    ends: /试用将于 .*结束，之后每月 \$40\.00/,
    until: /^试用 · 剩余 14 天$/,
    atItsEnd: /试用结束时/,
    goesOn: /^今天生效，试用仍将持续到 /,
    paidBefore: '未使用时间',
    trial: '试用',
    hadOne: /您已使用过免费试用/,
    cardHadOne: /试用已使用过，今天支付 ?\$40\.00。/,
    charged: /^已用 .+ 支付 \$40\.00。/,
  },
} as const;

test('Pro is tried for 14 days with a card whose bank asks, and then paid', async ({
  page,
  waitDays,
  fields,
  words,
  prices,
  language,
  look,
}) => {
  const text = texts[language];
  await arrive(page, language);
  await page.goto('/create-plan');
  await expect(page.getByText(text.offer)).toBeVisible();
  await page.getByRole('button', { name: words.choosePro }).click();
  const order = page.getByRole('region', { name: prices.order });
  await expect(order).toContainText(text.terms);
  await expect(order).toContainText(text.dueNow);
  await expect(page.getByRole('button', { name: text.start })).toBeEnabled();
  await look(page, 'purchase-trial');
  await fields.fillCard(page, cards.asksOnce);
  await fields.fillAddress(page, newYork);
  await page.getByRole('button', { name: text.start }).click();
  await fields.confirm(page);
  const id = await boughtId(page);
  await expect(page.getByText(text.begun)).toBeVisible();
  await look(page, 'paid-trial');

  const billing = `/subscription/${id}/billing`;
  const money = page.getByRole('region', { name: prices.summary });
  await page.goto(billing);
  await expect(money).toContainText(text.ends);
  await look(page, 'billing-trial');
  await page.goto(`/subscription/${id}`);
  await expect(money).toContainText(text.ends);
  await page.goto('/dashboard');
  await expect(page.getByText(text.until)).toBeVisible();
  await page.goto(`${billing}/cancel`);
  await expect(page.getByRole('radio', { name: text.atItsEnd })).toBeChecked();
  await look(page, 'cancel-trial');
  await page.goto(`${billing}/change-plan?frequency=year`);
  await page.getByRole('button', { name: prices.toYear }).click();
  await expect(page.getByText(text.goesOn)).toBeVisible();
  const costs = page.getByRole('region', { name: prices.costs });
  await expect(costs).toContainText(`${prices.dueToday}$0.00`);
  await expect(costs).not.toContainText(text.paidBefore);
  await look(page, 'change-plan-trial');

  await waitDays(14);
  const invoices = page.getByRole('table', { name: prices.invoices });
  await reloadUntil(page, billing, () =>
    expect(invoices).toContainText(`$40.00${words.paid}`, { timeout: 5_000 }),
  );
  await expect(money).not.toContainText(text.trial);

  await page.goto(proAt('month'));
  await expect(page.getByText(text.hadOne)).toBeVisible();
  await expect(page.getByRole('button', { name: prices.pay('$40.00') })).toBeVisible();
});

test('a card that had a trial gets none for somebody else, who is shown the price instead', async ({
  browser,
  page,
  product,
  fields,
  prices,
  language,
  look,
}) => {
  const text = texts[language];
  const start = async (somebody: Page) => {
    await somebody.goto(proAt('month'));
    await fields.fillCard(somebody, cards.works);
    await fields.fillAddress(somebody, newYork);
    await somebody.getByRole('button', { name: text.start }).click();
  };
  await arrive(page, language);
  await start(page);
  await boughtId(page);

  const other = await openPage(browser, product);
  await arrive(other, language);
  await start(other);
  await expect(other.getByText(text.cardHadOne)).toBeVisible();
  await look(other, 'purchase-trial-used');
  await other.getByRole('button', { name: prices.pay('$40.00') }).click();
  await boughtId(other);
  await expect(other.getByText(text.charged)).toBeVisible();
  await other.context().close();
});

/** A page of somebody else. */
async function openPage(browser: Browser, { origin, stripe }: PricedProduct): Promise<Page> {
  const context = await browser.newContext({ baseURL: origin, reducedMotion: 'reduce' });
  if (stripe) {
    await reachStripe(context, stripe.url);
  }
  await prepareLooks(context);
  return context.newPage();
}
