import { expect } from '@playwright/test';
import {
  billingAccountRow,
  buyPro,
  confirmPlan,
  invoiceRows,
  previewPlan,
  subscriptionRow,
} from './support/billing.ts';
import { test } from './support/billing-test.ts';
import { cards } from './support/payment-fields.ts';

test('up is paid at once, down is credited, and free keeps the credit for the way back', async ({
  page,
  fields,
  words,
}) => {
  const id = await buyPro(page, { fields, words });

  const up = await previewPlan(page, { id, planId: 'enterprise' });
  expect(up).toEqual({ dueNow: 2000, credit: 0 });
  await confirmPlan(page);
  await expect(page.getByText('You’re on Enterprise.')).toBeVisible();
  expect(await subscriptionRow(id)).toEqual({ plan_id: 'enterprise', status: 'active' });
  expect(await invoiceRows(id)).toMatchObject([
    { total: 1000, status: 'paid' },
    { total: up.dueNow, status: 'paid' },
  ]);

  const down = await previewPlan(page, { id, planId: 'pro' });
  expect(down).toEqual({ dueNow: 0, credit: 2000 });
  await confirmPlan(page);
  await expect(page.getByText('You’re on Pro.')).toBeVisible();
  expect(await subscriptionRow(id)).toEqual({ plan_id: 'pro', status: 'active' });
  expect(await invoiceRows(id)).toHaveLength(3);
  expect((await invoiceRows(id)).at(-1)).toMatchObject({ total: -2000, status: 'paid' });
  expect(await billingAccountRow(id)).toMatchObject({ is_charged: true });

  await previewPlan(page, { id, planId: 'free' });
  await confirmPlan(page);
  await expect(page.getByText('You’re on Free.')).toBeVisible();
  expect(await subscriptionRow(id)).toEqual({ plan_id: 'free', status: 'active' });
  // The subscription stays at the provider, at a price of 0.
  expect(await billingAccountRow(id)).toMatchObject({ is_charged: true });

  const back = await previewPlan(page, { id, planId: 'pro' });
  expect(back.dueNow).toBe(0);
  // Card and address are saved, so nothing is asked for.
  await expect(page.getByRole('main').getByText('Visa ·· 4242')).toBeVisible();
  await confirmPlan(page);
  await expect(page.getByText('You’re on Pro.')).toBeVisible();
  expect(await subscriptionRow(id)).toEqual({ plan_id: 'pro', status: 'active' });
  expect((await invoiceRows(id)).at(-1)).toMatchObject({ total: 1000, status: 'paid' });
  expect(await billingAccountRow(id)).toMatchObject({ last4: '4242', is_charged: true });
});

test('the bank asks before the bigger plan begins', { tag: '@full' }, async ({
  page,
  fields,
  words,
}) => {
  const id = await buyPro(page, { fields, words }, cards.asksAlways);
  const { dueNow } = await previewPlan(page, { id, planId: 'enterprise' });
  await confirmPlan(page);
  await fields.refuse(page);
  await expect(page.getByRole('alert')).toBeVisible();
  expect(await subscriptionRow(id)).toEqual({ plan_id: 'pro', status: 'active' });

  await confirmPlan(page);
  await fields.confirm(page);
  await expect(page.getByText('You’re on Enterprise.')).toBeVisible();
  expect(await subscriptionRow(id)).toEqual({ plan_id: 'enterprise', status: 'active' });
  expect(await invoiceRows(id)).toMatchObject([
    { total: 1000, status: 'paid' },
    // The one that was refused.
    { total: dueNow, status: 'void' },
    { total: dueNow, status: 'paid' },
  ]);
});

test('the typed id cancels, and nothing more is charged', { tag: '@full' }, async ({
  page,
  fields,
  words,
}) => {
  const id = await buyPro(page, { fields, words });
  await page.goto(`/subscription/${id}/billing`);
  await page.getByRole('link', { name: 'Cancel subscription' }).click();
  const cancel = page.getByRole('button', { name: 'Cancel subscription' });
  await expect(cancel).toBeDisabled();
  const typed = page.getByRole('textbox', { name: 'Subscription ID' });
  await typed.fill(id.slice(0, -1));
  await expect(cancel).toBeDisabled();
  await typed.fill(id);
  await cancel.click();
  await expect(page.getByText('Untitled Project has ended.')).toBeVisible();
  await expect.poll(() => subscriptionRow(id)).toEqual({ plan_id: 'pro', status: 'canceled' });

  await page.goto(`/subscription/${id}/billing`);
  await expect(page.getByRole('button', { name: 'Change plan' })).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Payment methods' })).toBeDisabled();
  expect(await invoiceRows(id)).toMatchObject([{ total: 1000, status: 'paid' }]);
});
