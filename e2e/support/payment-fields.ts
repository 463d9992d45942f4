import type { Locator, Page } from '@playwright/test';

/** Numbers of test cards, from https://docs.stripe.com/testing. */
export const cards = {
  works: '4242 4242 4242 4242',
  alsoWorks: '5555 5555 5555 4444',
  isDeclined: '4000 0000 0000 0002',
  /** Can be kept, and is declined when it is charged. */
  failsLater: '4000 0000 0000 0341',
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
