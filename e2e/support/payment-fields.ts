import type { Locator, Page } from '@playwright/test';
import type { BillingWords } from './billing-words.ts';

/** Numbers that both providers know, from https://docs.stripe.com/testing. */
export const cards = {
  works: '4242 4242 4242 4242',
  alsoWorks: '5555 5555 5555 4444',
  isDeclined: '4000 0000 0000 0002',
  /** Its bank asks when it is kept. */
  asksOnce: '4000 0025 0000 3155',
  asksAlways: '4000 0027 6000 3184',
} as const;

export interface Address {
  readonly name: string;
  readonly phone: string;
  /** ISO code; left as it stands where there is none. */
  readonly country?: string;
  readonly line1: string;
  readonly city: string;
  readonly state: string;
  readonly postalCode: string;
}

export const newYork: Address = {
  name: 'Ada Lovelace',
  phone: '+1 212 555 0100',
  country: 'US',
  line1: '350 Fifth Avenue',
  city: 'New York',
  state: 'NY',
  postalCode: '10118',
};

export const berlin: Address = {
  name: 'Ada Lovelace',
  phone: '+49 30 5550100',
  country: 'DE',
  line1: 'Unter den Linden 1',
  city: 'Berlin',
  state: 'Berlin',
  postalCode: '10117',
};

export const london: Address = {
  name: 'Ada King',
  phone: '+44 20 7946 0000',
  country: 'GB',
  line1: '12 St James’s Square',
  city: 'London',
  state: 'Greater London',
  postalCode: 'SW1Y 4LB',
};

/** How a card and an address are filled in, and how the bank is answered. */
export interface PaymentFields {
  fillCard(page: Page, number: string): Promise<void>;
  fillAddress(page: Page, address: Address): Promise<void>;
  /** Holds an ISO code. */
  country(page: Page): Locator;
  city(page: Page): Locator;
  confirm(page: Page): Promise<void>;
  refuse(page: Page): Promise<void>;
}

export function sandboxFields(words: BillingWords): PaymentFields {
  const bank = (page: Page) => page.getByRole('alertdialog', { name: words.bank });
  return {
    async fillCard(page, number) {
      await page.getByLabel(words.cardNumber).fill(number);
      await page.getByLabel(words.expiry).fill('12 / 34');
      await page.getByLabel(words.cvc).fill('123');
      await page.getByLabel(words.holder).fill('Ada Lovelace');
    },
    fillAddress: (page, address) => fillAddress(page, address, words),
    country: (page) => page.getByLabel(words.country),
    city: (page) => page.getByLabel(words.city),
    confirm: (page) => bank(page).getByRole('button', { name: words.confirm }).click(),
    refuse: (page) => bank(page).getByRole('button', { name: words.refuse }).click(),
  };
}

/** Address fields of our own, which the page for it has with every provider. */
export async function fillAddress(
  page: Page,
  address: Address,
  words: BillingWords,
): Promise<void> {
  await page.getByLabel(words.name).fill(address.name);
  await page.getByLabel(words.phone).fill(address.phone);
  if (address.country) {
    await page.getByLabel(words.country).selectOption(address.country);
  }
  await page.getByLabel(words.line1, { exact: true }).fill(address.line1);
  await page.getByLabel(words.city).fill(address.city);
  await page.getByLabel(words.state).fill(address.state);
  await page.getByLabel(words.postalCode).fill(address.postalCode);
}
