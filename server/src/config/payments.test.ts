import { describe, expect, it } from 'vitest';
import { makeFolder } from '../../test/harness/make-folder.ts';
import { production, stripeKeys } from '../../test/harness/production-environment.ts';
import { ConfigFaults, readConfig } from './config.ts';

const read = (env: Record<string, string>) =>
  readConfig({ DATA_DIR: makeFolder('payments'), ...env });

function faultsOf(env: Record<string, string>): readonly string[] {
  try {
    read(env);
    return [];
  } catch (error) {
    return error instanceof ConfigFaults ? error.faults : [`bug: ${error}`];
  }
}

const local = { HEARTH_MODE: 'local' };

describe('the payment provider', () => {
  it.each([
    ['the sandbox in local mode', {}, 'sandbox'],
    ['nobody in production', production, 'none'],
    ['Stripe where its keys are set', { ...production, ...stripeKeys }, 'stripe'],
    ['Stripe in local mode too', { ...local, ...stripeKeys }, 'stripe'],
    ['nobody where it says so', { PAYMENT_PROVIDER: 'none' }, 'none'],
    [
      'the sandbox in production by name only',
      { ...production, PAYMENT_PROVIDER: 'sandbox' },
      'sandbox',
    ],
    [
      'who is named, keys or not',
      { ...local, ...stripeKeys, PAYMENT_PROVIDER: 'sandbox' },
      'sandbox',
    ],
    [
      'nobody by name, keys or not',
      { ...production, ...stripeKeys, PAYMENT_PROVIDER: 'none' },
      'none',
    ],
  ])('is %s', (_who, env, provider) => {
    expect(read(env).payments.provider).toBe(provider);
  });

  it('gets every key, and each of several webhook secrets', () => {
    const STRIPE_WEBHOOK_SECRET = 'whsec_old, whsec_new';
    expect(read({ ...production, ...stripeKeys, STRIPE_WEBHOOK_SECRET }).payments).toEqual({
      provider: 'stripe',
      secretKey: 'sk_test_1',
      publishableKey: 'pk_test_1',
      webhookSecrets: ['whsec_old', 'whsec_new'],
      apiBase: undefined,
      requestsPerSecond: 20,
    });
  });

  it.each(Object.keys(stripeKeys))('is not Stripe without %s: all keys or none', (missing) => {
    const [fault, ...others] = faultsOf({ ...production, ...stripeKeys, [missing]: '' });
    expect(others).toEqual([]);
    expect(fault).toMatch(new RegExp(`^${missing}: Stripe needs `));
  });

  it.each([
    ['STRIPE_SECRET_KEY', 'pk_test_1', 'sk_ or rk_'],
    ['STRIPE_PUBLISHABLE_KEY', 'sk_test_SECRET', 'pk_'],
    ['STRIPE_WEBHOOK_SECRET', 'whsec_1, we_1SECRET', 'whsec_'],
  ])('is not Stripe with another key as %s, whose value is not repeated', (name, value, words) => {
    expect(faultsOf({ ...production, ...stripeKeys, [name]: value })).toEqual([
      `${name}: has to begin with ${words}. Copy it again from Stripe's dashboard.`,
    ]);
  });

  it('takes a restricted key', () => {
    const restricted = { ...production, ...stripeKeys, STRIPE_SECRET_KEY: 'rk_live_1' };
    expect(faultsOf(restricted)).toEqual([]);
  });

  it('is not Stripe by its name alone', () => {
    const faults = faultsOf({ ...local, PAYMENT_PROVIDER: 'stripe' });
    expect(faults).toHaveLength(1);
    expect(faults[0]).toMatch(
      /^STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET: /,
    );
  });

  it('is refused if the product does not support it', () => {
    expect(faultsOf({ PAYMENT_PROVIDER: 'paypal' }).join()).toMatch(
      /PAYMENT_PROVIDER: must be stripe, sandbox or none/,
    );
  });
});
