import { expect } from '@playwright/test';
import { boughtId, subscriptionRow } from './support/billing.ts';
import { test } from './support/billing-test.ts';
import { tabTo } from './support/keyboard.ts';
import { cards, newYork } from './support/payment-fields.ts';
import { signUp } from './support/people.ts';

test('a plan is bought by the keyboard alone', async ({ page, words, provider }) => {
  await signUp(page);
  await page.goto('/create-plan');
  await tabTo(page, page.getByRole('button', { name: words.choosePro }));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/plan=pro$/);
  if (provider === 'sandbox') {
    await tabTo(
      page,
      page.getByRole('button', { name: /^Fill in .*: Asks for confirmation every time$/ }),
    );
    await page.keyboard.press('Enter');
  } else {
    // Stripe offers no test cards to press.
    await tabTo(page, page.getByTestId('stripe-payment-number'));
    for (const text of [cards.asksAlways, '12/34', '123']) {
      await page.keyboard.type(text);
      await page.keyboard.press('Tab');
    }
  }

  await tabTo(page, page.getByTestId('stripe-address-name'));
  const { name, phone, line1, city, state, postalCode } = newYork;
  // The country stays as it stands, and there is no second line.
  for (const text of [name, '', line1, '', city, state, postalCode, phone]) {
    await page.keyboard.type(text);
    await page.keyboard.press('Tab');
  }
  await expect(page.getByRole('button', { name: words.pay })).toBeFocused();
  await page.keyboard.press('Enter');

  await expect(page.getByTestId('stripe-3ds')).toBeVisible();
  await tabTo(page, page.getByTestId('stripe-3ds-complete'));
  await page.keyboard.press('Enter');
  const id = await boughtId(page);
  await expect.poll(() => subscriptionRow(id)).toEqual({ plan_id: 'pro', status: 'active' });
});
