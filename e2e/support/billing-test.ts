import { type BrowserContext, test as base, type ConsoleMessage, expect } from '@playwright/test';
import { type BillingWords, en } from './billing-words.ts';
import type { PaymentFields } from './payment-fields.ts';
import { emulator } from './places.ts';
import { stripeFields } from './stripe-fields.ts';

/** Set for each project; a worker has one of each. */
export interface BillingOptions {
  readonly provider: 'sandbox' | 'stripe';
}

export interface BillingFixtures {
  /** Words of the screens in the language of the journey. */
  readonly words: BillingWords;
  /** Card, address and bank. */
  readonly fields: PaymentFields;
  /** Has the emulator answer there, also where a journey fills the fields itself. */
  readonly stripeHosts: undefined;
  /** Where the emulator answers in place of Stripe's hosts. */
  readonly stripeUrl: string;
  /** Checks that nothing went wrong behind the screen. */
  readonly quietConsole: undefined;
}

/** A journey that is made on the sandbox, and on Stripe's hosts with the emulator behind them. */
export const test = base.extend<BillingFixtures, BillingOptions>({
  provider: ['sandbox', { option: true, scope: 'worker' }],
  words: [en, { option: true }],
  stripeUrl: [emulator.url, { option: true }],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright wants a pattern.
  fields: ({}, use) => use(stripeFields()),
  stripeHosts: [
    async ({ provider, context, stripeUrl }, use) => {
      if (provider === 'stripe') {
        await reachStripe(context, stripeUrl);
      }
      await use(undefined);
    },
    { auto: true },
  ],
  quietConsole: [
    async ({ context }, use) => {
      const heard: string[] = [];
      context.on('console', (message) => isTrouble(message) && heard.push(message.text()));
      context.on('weberror', (thrown) => heard.push(String(thrown.error())));
      await use(undefined);
      expect(heard, 'what the browser complained of').toEqual([]);
    },
    { auto: true },
  ],
});

/** The page asks Stripe's own hosts, so our policy for them stays in force. */
export async function reachStripe(context: BrowserContext, stripeUrl: string): Promise<void> {
  await context.route(/^https:\/\/(js|api)\.stripe\.com\//, async (route) => {
    const { pathname, search } = new URL(route.request().url());
    await route.fulfill({ response: await route.fetch({ url: stripeUrl + pathname + search }) });
  });
}

/** A refusal (400, Stripe's 402) is an answer; the browser alone thinks it worth a line. */
function isTrouble(message: ConsoleMessage): boolean {
  const isRefusal = /^Failed to load resource: .* status of 40[02]\b/.test(message.text());
  return ['error', 'warning'].includes(message.type()) && !isRefusal;
}
