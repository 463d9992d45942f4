import { type Browser, expect, type Page } from '@playwright/test';
import { boughtId, confirmPlan, fillBillingStep, previewPlan } from './support/billing.ts';
import { test } from './support/billing-test.ts';
import { en as billingWords } from './support/billing-words.ts';
import { act, findUid, history, lookAt } from './support/console-steps.ts';
import { queryAt } from './support/database.ts';
import { mailedLink, newestMail } from './support/mailbox.ts';
import { arrive, newPage, startOperatedProduct } from './support/operated-product.ts';
import type { OwnProduct } from './support/own-product.ts';
import { cards, type PaymentFields } from './support/payment-fields.ts';
import { newPerson, signIn } from './support/people.ts';
import { startUpMs } from './support/places.ts';

const dayMs = 24 * 3_600_000;

let product: OwnProduct;

test.describe.configure({ mode: 'default', timeout: startUpMs + 120_000 });

test.beforeAll(async ({ browser }) => {
  product = await startOperatedProduct(browser);
});
test.afterAll(() => product.stop());

const uidOf = (email: string) => findUid(product, email);

const look = (browser: Browser, path: string) => lookAt(product, browser, path);

test('“I cannot sign in”: a link by mail sets a new password, which works', {
  tag: '@full',
}, async ({ browser }) => {
  const person = await arrive(product, await newPage(product, browser), newPerson());
  const console = await look(browser, `people/${await uidOf(person.email)}`);
  await act(console, 'Send reset link');
  await expect(history(console)).toHaveText(['Reset link sent', 'Looked']);

  const page = await newPage(product, browser);
  await page.goto(await mailedLink(page.request, person.email, 'reset-password'));
  await page.getByLabel('New password', { exact: true }).fill('battery staple');
  await page.getByLabel(/^Confirm/).fill('battery staple');
  await page
    .getByRole('button', { name: /password/i })
    .last()
    .click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/changed|updated|reset/i);
  await page.goto('/signin');
  await signIn(page, { ...person, password: 'battery staple' });
  await expect(page.getByRole('heading', { name: /^Welcome/ })).toBeVisible();
});

test('“my address is wrong”: the new mailbox confirms, and a day later it is the address', {
  tag: '@full',
}, async ({ browser }) => {
  const person = await arrive(product, await newPage(product, browser), newPerson());
  const { email } = newPerson();
  const console = await look(browser, `people/${await uidOf(person.email)}`);
  await act(console, 'Change email address', { 'New email address': email });
  await expect(history(console)).toHaveText([`Change of email address begun · ${email}`, 'Looked']);
  await newestMail(console.request, { to: person.email, kind: 'email-change-planned' });

  const page = await newPage(product, browser);
  await page.goto(await mailedLink(page.request, email, 'confirm-email-change'));
  await page.getByRole('button', { name: 'Confirm this address' }).click();
  await expect(page.getByRole('heading', { name: 'Address confirmed' })).toBeVisible();
  expect(await uidOf(email)).toBe('');
  await product.advance(dayMs + 60_000);
  await expect.poll(() => uidOf(email)).not.toBe('');
  await page.goto('/signin');
  await signIn(page, { ...person, email });
  await expect(page.getByRole('heading', { name: /^Welcome/ })).toBeVisible();
});

test('“delete me”: planned with the address typed, and kept from the mailbox', {
  tag: '@full',
}, async ({ browser }) => {
  const person = await arrive(product, await newPage(product, browser), newPerson());
  const console = await look(browser, `people/${await uidOf(person.email)}`);
  await act(console, 'Delete account', { [`Type ${person.email} to confirm`]: person.email });
  await expect(history(console)).toHaveText(['Deletion planned', 'Looked']);

  const page = await newPage(product, browser);
  await page.goto(await mailedLink(page.request, person.email, 'deletion-planned'));
  await page.getByRole('button', { name: 'Keep my account' }).click();
  await expect(page.getByRole('heading', { name: 'Account kept' })).toBeVisible();
  await product.advance(8 * dayMs);
  expect(await uidOf(person.email)).not.toBe('');
});

test('“three months free”: given once, and the owner is told on the page and by mail', {
  tag: '@full',
}, async ({ browser, fields }) => {
  const page = await newPage(product, browser);
  const { owner, id } = await buyPro(page, fields);

  const console = await look(browser, `projects/${id}`);
  await act(console, 'Give free time', { Months: '3' });
  await expect(history(console)).toHaveText(['Free time given · 3 months', 'Looked']);
  await page.goto(`/subscription/${id}/billing`);
  const summary = page.getByRole('region', { name: 'Billing summary' });
  await expect(summary).toContainText(/Renewals until .* cost nothing; then \$10\.00 per week/);
  await newestMail(page.request, { to: owner.email, kind: 'free-time' });
});

/** Buys Pro for a new person; answers who they are and the project. */
async function buyPro(page: Page, fields: PaymentFields) {
  const owner = await arrive(product, page, newPerson('Grace Hopper'));
  await fillBillingStep(page, { fields, words: billingWords, card: cards.works });
  await page.getByRole('button', { name: billingWords.pay }).click();
  return { owner, id: await boughtId(page) };
}

test('“I paid twice”: the second project is refunded and ended, the first goes on', {
  tag: '@full',
}, async ({ browser, fields }) => {
  const page = await newPage(product, browser);
  const { owner, id: first } = await buyPro(page, fields);
  await fillBillingStep(page, { fields, words: billingWords, card: cards.alsoWorks });
  await page.getByRole('button', { name: billingWords.pay }).click();
  await expect(page).not.toHaveURL(new RegExp(first));
  const id = await boughtId(page);

  const console = await look(browser, `projects/${id}`);
  const invoices = console.getByRole('region', { name: 'Invoices' });
  await invoices.getByRole('button').click();
  const dialog = console.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Refund' }).dblclick();
  await expect(invoices).toContainText('$10.00 refunded');
  await act(console, 'End now');
  await expect(history(console).first()).toHaveText('Project ended');
  await newestMail(page.request, { to: owner.email, kind: 'refund' });
  await newestMail(page.request, { to: owner.email, kind: 'subscription-canceled' });
  const rows = await queryAt<{ id: string; status: string }>(
    product.dataFolder,
    'select id, status from subscriptions where id = any($1) order by created_at',
    [[first, id]],
  );
  expect(rows.map(({ status }) => status)).toEqual(['active', 'canceled']);
});

test('“who changed my plan?”: the page of the project says who, and when', async ({
  browser,
  fields,
}) => {
  const page = await newPage(product, browser);
  const { owner, id } = await buyPro(page, fields);
  await previewPlan(page, { id, planId: 'free' });
  await confirmPlan(page);
  await newestMail(page.request, { to: owner.email, kind: 'plan-changed' });
  const console = await look(browser, `projects/${id}`);
  const activity = console.getByRole('region', { name: 'Activity' });
  await expect(activity.getByText(/^Grace Hopper changed the plan/)).toBeVisible();
});
