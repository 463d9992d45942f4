import type { Page } from '@playwright/test';
import type { Address, PaymentFields } from './payment-fields.ts';

/** Stripe's fields and the bank's question, as the emulator's script draws them. */
export function stripeFields(): PaymentFields {
  return {
    async fillCard(page, number) {
      await page.getByTestId('stripe-payment-number').fill(number);
      await page.getByTestId('stripe-payment-exp').fill('12/34');
      await page.getByTestId('stripe-payment-cvc').fill('123');
    },
    async fillAddress(page, address) {
      const { country, ...texts } = toFields(address);
      if (country) {
        await page.getByTestId('stripe-address-country').selectOption(country);
      }
      for (const [name, text] of Object.entries(texts)) {
        await page.getByTestId(`stripe-address-${name}`).fill(text);
      }
    },
    country: (page) => page.getByTestId('stripe-address-country'),
    city: (page) => page.getByTestId('stripe-address-city'),
    confirm: (page) => answer(page, 'complete'),
    refuse: (page) => answer(page, 'fail'),
  };
}

function toFields({ postalCode, ...rest }: Address): Record<string, string> {
  return { ...rest, postal_code: postalCode };
}

function answer(page: Page, choice: 'complete' | 'fail'): Promise<void> {
  return page.getByTestId(`stripe-3ds-${choice}`).click();
}
