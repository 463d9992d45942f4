import { expect, type Page } from '@playwright/test';
import { test as billingTest } from './billing-test.ts';
import { en, zh } from './billing-words.ts';
import { expectFit, prepareLooks, settled } from './looks.ts';
import { type OwnProduct, productAt, type RunningProduct, startOwnProduct } from './own-product.ts';
import { type OwnStripe, startOwnStripe } from './own-stripe.ts';
import { monthlyYearlyConfig, places, startUpMs, taxedConfig, trialConfig } from './places.ts';
import { type PriceWords, priceWords } from './price-words.ts';
import { readRequests, wrongAmong } from './stripe-requests.ts';

const configs = {
  /** Prices per month and year, without a trial and taxes. */
  plain: monthlyYearlyConfig,
  /** Pro begins with 14 free days. */
  trial: trialConfig,
  taxed: taxedConfig,
} as const;

/** Set for each project or file; a worker has one of each. */
export interface PricedOptions {
  readonly language: 'en' | 'zh';
  readonly sells: keyof typeof configs;
  /** Whether the clock is moved, so that nobody else may be there. */
  readonly movesClock: boolean;
}

/** Sells by month and year, and takes its money from the provider of the project. */
export interface PricedProduct extends RunningProduct {
  /** The Stripe emulator, if it takes the money. */
  readonly stripe?: OwnStripe;
  /** Moves product and provider ahead; refused where others are there too. */
  advance(days: number): Promise<void>;
}

interface PricedFixtures {
  readonly prices: PriceWords;
  /** Looks at the page in every width and theme; with Stripe's fields in it is not ours to look at. */
  readonly look: (page: Page, name: string) => Promise<void>;
  /** Leaves the page and moves the product's clock; a call on its way would be older than its token. */
  readonly waitDays: (days: number) => Promise<void>;
  /** Stripe was sent nothing that it refuses. */
  readonly soundRequests: undefined;
}

/** A journey about prices that is made on both providers, in both languages. */
export const test = billingTest.extend<
  PricedFixtures,
  PricedOptions & { readonly product: PricedProduct }
>({
  language: ['en', { option: true, scope: 'worker' }],
  sells: ['plain', { option: true, scope: 'worker' }],
  movesClock: [false, { option: true, scope: 'worker' }],
  product: [
    async ({ provider, sells, movesClock }, use) => {
      if (provider === 'sandbox' && sells === 'plain' && !movesClock) {
        return use(sharedProduct());
      }
      const { product, stop } = await (provider === 'sandbox' ? onSandbox : onStripe)(sells);
      await use(product);
      await stop();
    },
    { scope: 'worker', timeout: 2 * startUpMs },
  ],
  stripeUrl: ({ product: { stripe } }, use) => use(stripe?.url ?? ''),
  contextOptions: ({ contextOptions }, use) => use({ ...contextOptions, reducedMotion: 'reduce' }),
  baseURL: ({ product }, use) => use(product.origin),
  words: ({ language }, use) => use(language === 'zh' ? zh : en),
  prices: ({ language }, use) => use(priceWords[language]),
  look: ({ language, provider }, use) =>
    use(async (page, name) => {
      if (provider === 'sandbox') {
        await settled(page, { mayLoad: false });
        await expectFit(page, name, language);
      }
    }),
  waitDays: ({ page, product }, use) =>
    use(async (days) => {
      await page.goto('about:blank');
      await product.advance(days);
    }),
  context: async ({ context }, use) => {
    await prepareLooks(context);
    await use(context);
  },
  soundRequests: [
    async ({ product: { stripe } }, use) => {
      await use(undefined);
      const requests = stripe ? await readRequests(stripe.url) : [];
      expect(wrongAmong(requests), 'what Stripe refused').toEqual([]);
    },
    { auto: true },
  ],
});

const dayMs = 86_400_000;

interface Started {
  readonly product: PricedProduct;
  stop(): Promise<void>;
}

function sharedProduct(): PricedProduct {
  const environment = { HEARTH_CONFIG: configs.plain, PAYMENT_PROVIDER: 'sandbox' };
  return {
    ...productAt(places.monthlyYearly, environment),
    advance: () => Promise.reject(new Error('Other journeys are there: set movesClock.')),
  };
}

async function onSandbox(sells: PricedOptions['sells']): Promise<Started> {
  const environment = { HEARTH_CONFIG: configs[sells], PAYMENT_PROVIDER: 'sandbox' };
  const own = await startOwnProduct(environment);
  return { product: toPriced(own), stop: () => own.stop() };
}

async function onStripe(sells: PricedOptions['sells']): Promise<Started> {
  const stripe = await startOwnStripe(configs[sells]);
  const own = await startOwnProduct({ ...stripe.environment, HEARTH_CONFIG: configs[sells] });
  await stripe.tell(own.origin);
  return {
    product: toPriced(own, stripe),
    async stop() {
      await own.stop();
      await stripe.stop();
    },
  };
}

/** The product's clock moves first: what the provider then tells is not ahead of it. */
function toPriced(own: OwnProduct, stripe?: OwnStripe): PricedProduct {
  return {
    ...own,
    ...(stripe && { stripe }),
    async advance(days) {
      // A minute more, so that what is due at that time has begun.
      const ms = days * dayMs + 60_000;
      await own.advance(ms);
      await stripe?.advance(ms);
    },
  };
}
