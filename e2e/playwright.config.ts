import { defineConfig } from '@playwright/test';
import type { BillingOptions } from './support/billing-test.ts';
import {
  addressOf,
  emulator,
  monthlyYearlyConfig,
  type Place,
  places,
  specifiedConfig,
  startUpMs,
} from './support/places.ts';
import type { PricedOptions } from './support/priced-test.ts';

const specified = { HEARTH_CONFIG: specifiedConfig };
const isLong = process.env.HEARTH_LONG === '1';
const billing = '**/billing*.spec.ts';
/** Stands before the journeys on Stripe, and after them. */
const stripeFrame = '**/billing-stripe-*.spec.ts';
const longOnly = '**/keyboard-journeys.spec.ts';
const fullOnly = '**/*.full.spec.ts';
/** No test of the product: `npm run screenshots` makes the README's pictures with it. */
const picturesOnly = '**/pictures.spec.ts';
/** Made on both providers, in both languages, each on servers of their own. */
const priced = [
  '**/billing-month-year.full.spec.ts',
  '**/phone.spec.ts',
  '**/purchase-*.spec.ts',
  '**/subscription-*.spec.ts',
  '**/trial.full.spec.ts',
];
const isFull = isLong || process.env.HEARTH_FULL === '1';
/** Tests that smaller runs do not make, because another one goes most of their way. */
const covered = isFull ? /@long/ : /@long|@full/;

const chromium = process.env.HEARTH_CHROMIUM;
const launchArguments = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

export default defineConfig<object, BillingOptions & PricedOptions>({
  testDir: '.',
  outputDir: '../.cache/e2e-results',
  fullyParallel: true,
  // Two fifths of a journey are waiting, for a notice to be read or for the server, so two cores have room for four; the long run has more servers beside them.
  workers: isLong ? 3 : 4,
  // Deadlines only end what hangs: a busy machine needs several times as long as a quiet one.
  timeout: 300_000,
  expect: { timeout: 45_000 },
  reporter: process.env.HEARTH_E2E_REPORT
    ? [['list'], ['json', { outputFile: process.env.HEARTH_E2E_REPORT }]]
    : 'list',
  use: {
    locale: 'en-US',
    // A recording costs a third of the time; HEARTH_TRACE=1 keeps one of what failed.
    trace: process.env.HEARTH_TRACE ? 'retain-on-failure' : 'off',
    actionTimeout: 60_000,
    launchOptions: launchOptions(),
  },
  projects: [
    {
      name: 'hearth',
      testIgnore: [
        stripeFrame,
        ...(isLong ? [] : [longOnly]),
        ...(isFull ? [] : [fullOnly]),
        ...(process.env.HEARTH_PICTURES ? [] : [picturesOnly]),
      ],
      ...(isLong ? {} : { grepInvert: covered }),
      metadata: { dataFolder: places.sandbox.dataFolder },
      use: { baseURL: addressOf(places.sandbox), provider: 'sandbox' },
    },
    ...(isFull
      ? [
          {
            name: 'hearth zh',
            testMatch: isLong ? priced : '**/purchase-code.full.spec.ts',
            use: { provider: 'sandbox' as const, language: 'zh' as const },
          },
        ]
      : []),
    // The long run makes the journeys about money on Stripe too.
    ...(isLong ? [{ name: 'stripe set-up', testMatch: '**/billing-stripe-set-up.spec.ts' }] : []),
    ...(isLong ? onStripe() : []),
  ],
  webServer: [
    hearth(places.sandbox, { ...specified, PAYMENT_PROVIDER: 'sandbox' }),
    hearth(places.front, { PAYMENT_PROVIDER: 'sandbox' }),
    ...(isFull
      ? [
          hearth(places.monthlyYearly, {
            HEARTH_CONFIG: monthlyYearlyConfig,
            PAYMENT_PROVIDER: 'sandbox',
          }),
        ]
      : []),
    ...(isLong
      ? [emulator.webServer, hearth(places.stripe, { ...specified, ...emulator.environment })]
      : []),
  ],
});

/** The journeys about money once more, with Stripe's own hosts. */
function onStripe() {
  const provider = 'stripe' as const;
  const billingJourneys = {
    name: 'stripe',
    testMatch: billing,
    testIgnore: [stripeFrame, ...priced],
    dependencies: ['stripe set-up'],
    teardown: 'stripe requests',
    metadata: { dataFolder: places.stripe.dataFolder },
    use: {
      baseURL: addressOf(places.stripe),
      provider,
    },
  };
  const pricedJourneys = (['en', 'zh'] as const).map((language) => ({
    name: language === 'en' ? 'stripe prices' : 'stripe prices zh',
    testMatch: priced,
    use: { provider, language },
  }));
  return [
    billingJourneys,
    { name: 'stripe requests', testMatch: '**/billing-stripe-requests.spec.ts' },
    ...pricedJourneys,
  ];
}

function launchOptions() {
  return {
    ...(chromium ? { executablePath: chromium } : {}),
    args: launchArguments,
  };
}

function hearth({ port, dataFolder }: Place, environment: Record<string, string>) {
  return {
    command: `"${process.execPath}" "../server/dist/main.js"`,
    url: `http://127.0.0.1:${port}/readyz`,
    env: {
      HEARTH_MODE: 'local',
      HEARTH_APP: 'off',
      HEARTH_ENV_FILE: 'none',
      PORT: String(port),
      DATA_DIR: dataFolder,
      RATE_LIMITS: 'off',
      ...environment,
    },
    timeout: startUpMs,
    gracefulShutdown: { signal: 'SIGTERM' as const, timeout: 10_000 },
  };
}
