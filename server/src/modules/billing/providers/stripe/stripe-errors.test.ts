import Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { KeyRefused } from '../../port/payment-provider.ts';
import { toProviderError } from './stripe-errors.ts';

const { StripeAuthenticationError, StripePermissionError } = Stripe.errors;

describe('a key that Stripe refuses', () => {
  it.each([
    new StripeAuthenticationError({ type: 'authentication_error', message: 'sk_test_secret' }),
    new StripePermissionError({ type: 'invalid_request_error', message: 'sk_test_secret' }),
  ])('$type: nobody is answered an error of ours, and the key is not told', (error) => {
    const told = toProviderError(error);
    expect(told).toBeInstanceOf(KeyRefused);
    expect(String(told)).not.toContain('sk_test_secret');
  });
});
