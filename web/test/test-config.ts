import type { PublicConfig, PublicPlan } from '@hearth/contract';

function plan(id: string, price: number): PublicPlan {
  return {
    id,
    titleKey: `plans.${id}.title`,
    descriptionKeys: ['users', 'storage', 'help', 'support'].map((part) => `plans.${id}.${part}`),
    prices: [
      { frequency: 'week', currency: 'usd', amount: price * 100, forSale: true, legacy: false },
    ],
    seats: 10,
    popular: id === 'pro',
    free: price === 0,
    legacy: id === 'gold',
    forSale: true,
  };
}

/** Plans of the configuration below, of which some cannot be sold now. */
export function withheld(isWithheld: (plan: PublicPlan) => boolean): PublicPlan[] {
  return testConfig.plans.map((plan) => {
    const forSale = !isWithheld(plan);
    return { ...plan, forSale, prices: plan.prices.map((price) => ({ ...price, forSale })) };
  });
}

/** A configuration for tests, shaped as the server hands it out. */
export const testConfig: PublicConfig = {
  localMode: true,
  productName: 'Hearth',
  projectId: 'hearth',
  region: 'us-central1',
  apiKey: 'test-key',
  plans: [plan('free', 0), plan('pro', 10), plan('enterprise', 30), plan('gold', 10)],
  permissions: [
    { key: 'access', label: 'permissions.access', default: true, admin: false },
    { key: 'editor', label: 'permissions.editor', default: false, admin: false },
    { key: 'admin', label: 'permissions.admin', default: false, admin: true },
  ],
  landing: false,
  front: { answers: [], links: [] },
  payments: { provider: 'sandbox', selling: true, publishableKey: 'pk_test_sandbox' },
  billing: { cancel: 'now', promotionCodes: false },
  socialProviders: [],
  passwordPolicy: {
    profile: 'default',
    minLength: 6,
    maxLength: 4096,
    requireLowercase: false,
    requireUppercase: false,
    requireNumeric: false,
    requireNonAlphanumeric: false,
  },
  redirectDelays: { shortMs: 1500, longMs: 2000 },
  texts: {
    en: { 'plans.free.title': 'Free', 'plans.pro.title': 'Pro' },
    zh: { 'plans.free.title': '免费版', 'plans.pro.title': '专业版' },
  },
};

function payable(id: string, months: Readonly<Record<string, number>>): PublicPlan {
  const prices = Object.entries(months).flatMap(([currency, amount]) => [
    { frequency: 'month' as const, currency, amount, forSale: true, legacy: false },
    { frequency: 'year' as const, currency, amount: 10 * amount, forSale: true, legacy: false },
  ]);
  return { ...plan(id, Math.max(...Object.values(months))), prices };
}

/** A configuration whose plans are paid by month or year, in dollars or euros: as config/examples/monthly-yearly.json. */
export const monthlyYearly: PublicConfig = {
  ...testConfig,
  plans: [
    {
      ...plan('free', 0),
      prices: ['usd', 'eur'].map((currency) => ({
        frequency: 'month',
        currency,
        amount: 0,
        forSale: true,
        legacy: false,
      })),
    },
    payable('pro', { usd: 4_000, eur: 3_900 }),
    payable('enterprise', { usd: 12_000, eur: 11_000 }),
  ],
};

/** Prices of that configuration whose taxes are computed: added in dollars, included in euros. */
export const taxed: PublicConfig = {
  ...monthlyYearly,
  billing: { ...monthlyYearly.billing, tax: 'automatic' },
  plans: monthlyYearly.plans.map((plan) => ({
    ...plan,
    prices: plan.prices.map((price) => ({
      ...price,
      ...(price.amount > 0 && { tax: price.currency === 'usd' ? 'exclusive' : 'inclusive' }),
    })),
  })),
};
