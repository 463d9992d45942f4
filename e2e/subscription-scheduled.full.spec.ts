import { expect } from '@playwright/test';
import { arrive, bannerOf, comeBack, pay, proAt, reloadUntil } from './support/priced-steps.ts';
import { test } from './support/priced-test.ts';

test.use({ movesClock: true });

const texts = {
  en: {
    effect: /^Takes effect on .*\. Nothing is charged now\.$/,
    confirm: /^Change on /,
    banner: /changes to Pro \(monthly\) on/,
    keep: 'Keep the current plan',
    kept: /stays on its plan\. It renews as before\.$/,
  },
  zh: {
    effect: /生效，现在不扣款。$/,
    confirm: /^于 .*更换$/,
    banner: /更换为专业版（按月）/,
    keep: '保留当前套餐',
    kept: /保留当前套餐，并照常续订。$/,
  },
} as const;

test('a year changes to months when it is over, is undone, and scheduled again', async ({
  page,
  waitDays,
  fields,
  words,
  prices,
  language,
  look,
}) => {
  const text = texts[language];
  const person = await arrive(page, language);
  await page.goto(proAt('year'));
  const id = await pay(page, { fields, pay: prices.pay('$400.00') });
  const billing = `/subscription/${id}/billing`;
  const summary = page.getByRole('region', { name: prices.summary });
  const banner = bannerOf(page, text.banner);

  /** Chooses the month, and reads on the way that nothing is charged now. */
  const schedule = async () => {
    await page.goto(`${billing}/change-plan?frequency=month`);
    await page.getByRole('button', { name: prices.toMonth }).click();
    await expect(page.getByText(text.effect)).toBeVisible();
    await look(page, 'change-plan-later');
    await page.getByRole('button', { name: text.confirm }).click();
    await expect(banner).toBeVisible();
  };

  await schedule();
  await expect(summary.getByText(prices.perYear)).toBeVisible();
  await look(page, 'billing-scheduled');
  await page.getByRole('button', { name: text.keep }).click();
  await expect(page.getByText(text.kept)).toBeVisible();
  await expect(banner).toHaveCount(0);

  await schedule();
  await page.goto(`/subscription/${id}`);
  await expect(banner).toBeVisible();
  await look(page, 'overview-scheduled');

  await waitDays(367);
  await comeBack(page, person, language);
  await reloadUntil(page, billing, () =>
    expect(summary.getByText(prices.perMonth)).toBeVisible({ timeout: 5_000 }),
  );
  await expect(banner).toHaveCount(0);
  const invoices = page.getByRole('table', { name: prices.invoices });
  await expect(invoices).toContainText(`$40.00${words.paid}`);
});
