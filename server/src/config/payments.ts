import type { Environment } from './environment.ts';

/** The payment provider, with its keys and settings. */
export type PaymentsConfig =
  | { readonly provider: 'none' }
  /** The Stripe emulator. */
  | { readonly provider: 'sandbox' }
  | {
      readonly provider: 'stripe';
      readonly secretKey: string;
      readonly publishableKey: string;
      /** One, or several while a secret is being replaced. */
      readonly webhookSecrets: readonly string[];
      /** Another address than Stripe's own, for tests. */
      readonly apiBase: string | undefined;
      /** Most requests that one process sends. */
      readonly requestsPerSecond: number;
    };

/** Key for the browser; the emulator takes any of test mode. Empty if no provider is set. */
export function publishableKeyOf(payments: PaymentsConfig): string {
  switch (payments.provider) {
    case 'none':
      return '';
    case 'sandbox':
      return 'pk_test_sandbox';
    case 'stripe':
      return payments.publishableKey;
  }
}

const stripeNames = [
  'STRIPE_SECRET_KEY',
  'STRIPE_PUBLISHABLE_KEY',
  'STRIPE_WEBHOOK_SECRET',
] as const;

/** Without PAYMENT_PROVIDER: Stripe if its keys are set, else the sandbox in local mode, else none. */
export function readPayments(environment: Environment): PaymentsConfig {
  const { PAYMENT_PROVIDER, HEARTH_MODE, STRIPE_API_BASE, STRIPE_REQUESTS_PER_SECOND } =
    environment;
  const [secretKey, publishableKey, webhookSecret] = stripeNames.map((name) => environment[name]);
  const hasKeys = secretKey && publishableKey && webhookSecret;
  const byItself = HEARTH_MODE === 'local' ? 'sandbox' : 'none';
  const provider = PAYMENT_PROVIDER ?? (hasKeys ? 'stripe' : byItself);
  return provider === 'stripe' && hasKeys
    ? {
        provider,
        secretKey,
        publishableKey,
        webhookSecrets: webhookSecret.split(',').map((secret) => secret.trim()),
        apiBase: STRIPE_API_BASE,
        requestsPerSecond: STRIPE_REQUESTS_PER_SECOND,
      }
    : { provider: provider === 'sandbox' ? 'sandbox' : 'none' };
}

/** Beginnings by which Stripe tells its keys apart. */
const beginnings = {
  STRIPE_SECRET_KEY: ['sk_', 'rk_'],
  STRIPE_PUBLISHABLE_KEY: ['pk_'],
  STRIPE_WEBHOOK_SECRET: ['whsec_'],
} as const;

/** Half a set of keys takes no money, and nobody would notice. Swapped ones would publish the secret key. */
export function paymentsFaults(environment: Environment): string[] {
  const { PAYMENT_PROVIDER } = environment;
  if (PAYMENT_PROVIDER === 'sandbox' || PAYMENT_PROVIDER === 'none') {
    return [];
  }
  const missing = stripeNames.filter((name) => environment[name] === undefined);
  const isWanted = PAYMENT_PROVIDER === 'stripe' || missing.length < stripeNames.length;
  return [
    ...(isWanted && missing.length > 0
      ? [`${missing.join(', ')}: Stripe needs ${stripeNames.join(', ')}.`]
      : []),
    ...stripeNames.flatMap((name) => findOtherKey(name, environment[name])),
  ];
}

/** Names no value: it may be a secret that stands in the wrong place. */
function findOtherKey(name: (typeof stripeNames)[number], value: string | undefined): string[] {
  const expected: readonly string[] = beginnings[name];
  const all = name === 'STRIPE_WEBHOOK_SECRET' ? value?.split(',') : value && [value];
  const isOther = (all || []).some(
    (one) => !expected.some((beginning) => one.trim().startsWith(beginning)),
  );
  return isOther
    ? [
        `${name}: has to begin with ${expected.join(' or ')}. Copy it again from Stripe's dashboard.`,
      ]
    : [];
}
