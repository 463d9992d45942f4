import { expect, type Page } from '@playwright/test';
import { boughtId } from './support/billing.ts';
import { test } from './support/billing-test.ts';
import { act, history, lookAt, sayWhy } from './support/console-steps.ts';
import { newestMail } from './support/mailbox.ts';
import { arrive, newPage, operator, startOperatedProduct } from './support/operated-product.ts';
import type { OwnProduct } from './support/own-product.ts';
import { cards, newYork, type PaymentFields } from './support/payment-fields.ts';
import { enter, newPerson } from './support/people.ts';
import { startUpMs, trialConfig } from './support/places.ts';
import { proAt, reloadUntil } from './support/priced-steps.ts';

const dayMs = 24 * 3_600_000;

let product: OwnProduct;

test.describe.configure({ mode: 'default', timeout: startUpMs + 120_000 });

test.beforeAll(async ({ browser }) => {
  product = await startOperatedProduct(browser, trialConfig);
});
test.afterAll(() => product.stop());

/** Begins the trial of 14 days with the card; answers the id of the new project. */
async function beginTrial(page: Page, fields: PaymentFields, card: string): Promise<string> {
  await page.goto(proAt('month'));
  await fields.fillCard(page, card);
  await fields.fillAddress(page, newYork);
  await page.getByRole('button', { name: 'Start the free trial' }).click();
  return boughtId(page);
}

/** Leaves the page and moves the clock; a call on its way would be older than its token. */
async function waitDays(page: Page, days: number): Promise<void> {
  await page.goto('about:blank');
  // A minute more, so that what is due at that time has begun.
  await product.advance(days * dayMs + 60_000);
}

test('“my card was declined”: found by the address, with what is owed; another card pays it', async ({
  browser,
  fields,
}) => {
  const page = await newPage(product, browser);
  const owner = await arrive(product, page, newPerson('Grace Hopper'));
  const id = await beginTrial(page, fields, cards.failsLater);
  await waitDays(page, 14);
  await newestMail(page.request, { to: owner.email, kind: 'payment-failed' });

  const console = await newPage(product, browser);
  await enter(console, operator);
  await console.goto('/operator');
  await console.getByRole('searchbox', { name: 'Search customers' }).fill(owner.email);
  await console.getByRole('link', { name: owner.name }).click();
  await sayWhy(console);
  await console.getByRole('region', { name: 'Projects' }).getByRole('link').click();
  await expect(console).toHaveURL(`/operator/projects/${id}`);
  const plan = console.getByRole('region', { name: 'Plan' });
  await expect(plan).toContainText('Owed$40.00');
  const activity = console.getByRole('region', { name: 'Activity' });
  await expect(activity).toContainText('Visa ·· 0341 was declined for $40.00');
  const invoices = console.getByRole('region', { name: 'Invoices' });
  await expect(invoices).not.toContainText('Paid');

  await page.goto(`/subscription/${id}/billing`);
  await expect(page.getByText('The bank declined Visa')).toBeVisible();
  await page.getByRole('radio', { name: /^Another card/ }).check();
  await fields.fillCard(page, cards.alsoWorks);
  await page.getByRole('button', { name: 'Pay $40.00 now' }).click();
  await expect(page.getByText('Thank you. $40.00 is paid.')).toBeVisible();
  await expect(async () => {
    await console.reload();
    await expect(activity).toContainText('$40.00 paid with Mastercard ·· 4444', { timeout: 5_000 });
  }).toPass();
  await expect(plan).not.toContainText('Owed');
});

test('“a longer trial”: the new day is shown to the owner, and nothing is charged before', async ({
  browser,
  fields,
}) => {
  const page = await newPage(product, browser);
  const owner = await arrive(product, page, newPerson('Grace Hopper'));
  const id = await beginTrial(page, fields, cards.works);
  const billing = `/subscription/${id}/billing`;
  const summary = page.getByRole('region', { name: 'Billing summary' });
  /** Day on which the trial ends, as the owner reads it. */
  const readEnd = async () => {
    await page.goto(billing);
    await expect(summary).toContainText('Trial ends on');
    const [, day] = /Trial ends on (.+?);/.exec((await summary.textContent()) ?? '') ?? [];
    return Date.parse(`${day} UTC`);
  };
  const before = await readEnd();

  const console = await lookAt(product, browser, `projects/${id}`);
  await act(console, 'Extend trial', { Days: '7' });
  await expect(history(console)).toHaveText([/^Trial extended · 7 days/, 'Looked']);
  expect(await readEnd()).toBe(before + 7 * dayMs);
  await newestMail(page.request, { to: owner.email, kind: 'trial-started' });

  await waitDays(page, 14);
  expect(await readEnd()).toBe(before + 7 * dayMs);
  const invoices = page.getByRole('table', { name: 'Invoices' });
  await expect(page.getByText('No invoices yet')).toBeVisible();
  await waitDays(page, 7);
  await reloadUntil(page, billing, () =>
    expect(invoices).toContainText('$40.00Paid', { timeout: 5_000 }),
  );
});
