import { expect, type Page } from '@playwright/test';
import { arrive, bannerOf, pay, proAt, reloadUntil } from './support/priced-steps.ts';
import { test } from './support/priced-test.ts';

test.use({ movesClock: true });

const texts = {
  en: {
    billing: 'Billing',
    later: /^On .*, when the paid period is over/,
    now: /^Now/,
    subscriptionId: 'Subscription ID',
    ends: /ends on/,
    untilThen: 'Until then everything works',
    nothing: 'Nothing will be charged.',
    next: 'Next charge',
    attention: '1 project is going to end',
    keep: 'Keep my plan',
    kept: /continues\. It renews as before\.$/,
    canceled: /canceled the project, which ends on/,
    resumed: /kept the project, so it no longer ends/,
    ended: /This project ended on/,
  },
  zh: {
    billing: '账单',
    later: /，已付费时段结束时/,
    now: /^立即/,
    subscriptionId: '订阅 ID',
    ends: /将于 .*结束/,
    untilThen: '在此之前',
    nothing: '不会产生费用。',
    next: '下次扣款',
    attention: '1 个项目即将结束',
    keep: '保留套餐',
    kept: /已保留，并照常续订。$/,
    canceled: /取消了项目，项目将于 .*结束/,
    resumed: /保留了项目，项目不会再自动结束/,
    ended: /此项目已于 .*结束/,
  },
} as const;

test('a project is canceled at the end of its month, kept, canceled again and then ends', async ({
  page,
  waitDays,
  fields,
  prices,
  language,
  look,
}) => {
  const text = texts[language];
  await arrive(page, language);
  await page.goto(proAt('month'));
  const id = await pay(page, { fields, pay: prices.pay('$40.00') });
  const billing = `/subscription/${id}/billing`;
  const summary = page.getByRole('region', { name: prices.summary });
  const banner = bannerOf(page, text.ends);
  const submit = page.getByRole('button', { name: prices.cancel });
  const idField = page.getByRole('textbox', { name: text.subscriptionId });

  /** Cancels at the end of the paid month, which is chosen already. */
  const endLater = async () => {
    await page.goto(billing);
    await page.getByRole('link', { name: prices.cancel }).click();
    await expect(page.getByRole('radio', { name: text.later })).toBeChecked();
    await expect(idField).toHaveCount(0);
    await submit.click();
    await expect(banner).toBeVisible();
  };

  await page.goto(`${billing}/cancel`);
  await expect(page.getByRole('radio', { name: text.later })).toBeVisible();
  await look(page, 'cancel-later');
  await page.getByRole('radio', { name: text.now }).check();
  await expect(submit).toBeDisabled();
  await expect(idField).toBeVisible();

  await endLater();
  await expect(page).toHaveURL(new RegExp(`${billing}$`));
  await expect(banner).toContainText(text.untilThen);
  await expect(summary.getByText(text.nothing)).toBeVisible();
  await look(page, 'billing-ending');
  await page.goto(`/subscription/${id}`);
  await expect(banner).toBeVisible();
  await look(page, 'overview-ending');

  await page.goto('/dashboard');
  const attention = page.getByRole('region', { name: text.attention });
  await expect(attention).toContainText(text.untilThen);
  await look(page, 'dashboard-ending');
  await attention.getByRole('button', { name: text.keep }).click();
  await expect(page.getByText(text.kept)).toBeVisible();
  await expect(attention).toHaveCount(0);

  await page.goto(billing);
  await expect(summary.getByText(text.next)).toBeVisible();
  await expect(summary.getByText('$40.00', { exact: true })).toBeVisible();
  await endLater();
  await page.getByRole('button', { name: text.keep }).click();
  await expect(banner).toHaveCount(0);

  await endLater();
  await page.goto(`/subscription/${id}/activity`);
  await expect(page.getByText(text.canceled)).toHaveCount(3);
  await expect(page.getByText(text.resumed)).toHaveCount(2);

  // In two steps: a session that is not used for 30 days ends.
  for (const days of [20, 15]) {
    await waitDays(days);
    await visit(page, billing, text.billing);
  }
  await reloadUntil(page, billing, () =>
    expect(bannerOf(page, text.ended)).toBeVisible({ timeout: 5_000 }),
  );
  await look(page, 'billing-ended');
});

async function visit(page: Page, address: string, heading: string): Promise<void> {
  await page.goto(address);
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
}
