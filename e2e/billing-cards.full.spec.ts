import { expect, type Page } from '@playwright/test';
import { billingAccountRow, buyPro } from './support/billing.ts';
import { test } from './support/billing-test.ts';
import { cards, type PaymentFields } from './support/payment-fields.ts';

test('a card is added, made the default, and the old one deleted', async ({
  page,
  fields,
  words,
}) => {
  const id = await buyPro(page, { fields, words });
  await page.goto(`/subscription/${id}/billing/payment-methods`);
  await expect(rowOf(page, '4242')).toContainText('Default');
  await expect(rowOf(page, '4242')).toContainText('12/34');

  const remove = rowOf(page, '4242').getByRole('button', { name: /^Delete/ });
  await expect(remove).toBeDisabled();
  await expect(remove).toHaveAccessibleDescription(/A paid project needs a card/);
  const dialog = page.getByRole('alertdialog');

  await addCard(page, fields, cards.alsoWorks);
  await expect(page.getByText('The card has been added.')).toBeVisible();
  await expect(rowOf(page, '4444')).not.toContainText('Default');

  await rowOf(page, '4444').getByRole('button', { name: /^Make/ }).click();
  await expect(rowOf(page, '4444')).toContainText('Default');
  await expect(rowOf(page, '4242')).not.toContainText('Default');
  await expect.poll(() => billingAccountRow(id)).toMatchObject({ last4: '4444' });

  await rowOf(page, '4242')
    .getByRole('button', { name: /^Delete/ })
    .click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  // An open dialog hides the list, so that no row is seen before the card is gone.
  await expect(dialog).toBeHidden();
  await expect(rowOf(page, '4242')).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('list', { name: 'Cards' }).getByRole('listitem')).toHaveCount(1);
  await expect(rowOf(page, '4444')).toContainText('Default');
});

test('a card that is refused stays in the form; one whose bank asks is kept', async ({
  page,
  fields,
  words,
}) => {
  const id = await buyPro(page, { fields, words });
  await page.goto(`/subscription/${id}/billing/payment-methods`);
  await addCard(page, fields, cards.isDeclined);
  await expect(page.getByText('Your card was declined.').first()).toBeVisible();

  await fields.fillCard(page, cards.asksOnce);
  await page.getByRole('button', { name: 'Save card' }).click();
  await fields.refuse(page);
  await expect(page.getByText('Failed to add the card')).toBeVisible();
  await page.getByRole('button', { name: 'Save card' }).click();
  await fields.confirm(page);
  await expect(page.getByText('The card has been added.')).toBeVisible();
  // Added where the person stood.
  await expect(page).toHaveURL(`/subscription/${id}/billing/payment-methods`);
  await expect(rowOf(page, '3155')).toHaveCount(1);
  await expect(rowOf(page, '0002')).toHaveCount(0);

  // Some banks take the person away for the question, and send them back with the answer.
  const back = (status: string) =>
    `/subscription/${id}/billing/payment-methods?setup_intent=seti_1&setup_intent_client_secret=seti_1_secret_2&redirect_status=${status}`;
  await page.goto(back('failed'));
  await expect(page.getByText('Failed to add the card')).toBeVisible();
  await expect(page).toHaveURL(`/subscription/${id}/billing/payment-methods`);
  await page.goto(back('succeeded'));
  await expect(page.getByText('The card has been added.')).toBeVisible();
  await expect(page).toHaveURL(`/subscription/${id}/billing/payment-methods`);
});

test('the card is replaced on the billing page, and the bank asks above the dialog', async ({
  page,
  fields,
  words,
}) => {
  const id = await buyPro(page, { fields, words });
  await page.goto(`/subscription/${id}/billing`);
  await page.getByRole('button', { name: 'Replace card' }).click();
  const dialog = page.getByRole('dialog', { name: 'Replace Visa ending in 4242' });
  await fields.fillCard(page, cards.asksOnce);
  await dialog.getByRole('button', { name: 'Save card' }).click();
  await fields.refuse(page);
  await expect(dialog.getByRole('alert')).toBeVisible();
  await dialog.getByRole('button', { name: 'Save card' }).click();
  await fields.confirm(page);
  await expect(page.getByText('Visa ending in 3155 pays the next charges.')).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'Replace card' })).toBeFocused();
  await expect.poll(() => billingAccountRow(id)).toMatchObject({ last4: '3155' });
});

function rowOf(page: Page, last4: string) {
  return page.getByRole('list', { name: 'Cards' }).getByRole('listitem').filter({ hasText: last4 });
}

async function addCard(page: Page, fields: PaymentFields, number: string): Promise<void> {
  await page.getByRole('button', { name: 'Add card' }).click();
  await fields.fillCard(page, number);
  await page.getByRole('button', { name: 'Save card' }).click();
}
