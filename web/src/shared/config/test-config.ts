import type { PublicConfig, PublicPlan } from '@hearth/contract';

function plan(id: string, price: number): PublicPlan {
  return {
    id,
    titleKey: `plans.${id}.title`,
    descriptionKeys: ['users', 'storage', 'help', 'support'].map((part) => `plans.${id}.${part}`),
    prices: [{ frequency: 'week', currency: 'usd', amount: price * 100, forSale: true }],
    seats: 10,
    popular: id === 'pro',
    free: price === 0,
    legacy: id === 'gold',
    forSale: true,
  };
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
  payments: { provider: 'sandbox', selling: true, publishableKey: '' },
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
