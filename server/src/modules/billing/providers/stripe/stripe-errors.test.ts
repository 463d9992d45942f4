import Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import {
  KeyRefused,
  ProviderRejected,
  ProviderUnavailable,
  SavedFailure,
} from '../../port/payment-provider.ts';
import { toProviderError } from './stripe-errors.ts';

const { StripeAuthenticationError, StripePermissionError } = Stripe.errors;
const replayed = { 'idempotent-replayed': 'true' };

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

it.each([
  ['a limit of one endpoint, told as 400', 400, { code: 'rate_limit' }, {}, ProviderUnavailable],
  ['a key that is in use', 409, { type: 'idempotency_error' }, {}, ProviderUnavailable],
  ['a failure', 500, { type: 'api_error' }, {}, ProviderUnavailable],
  ['a failure that is repeated', 500, { type: 'api_error' }, replayed, SavedFailure],
  ['a key with another body', 400, { type: 'idempotency_error' }, {}, ProviderRejected],
])('%s', (_, statusCode, error, headers, expected) => {
  const raw = { type: 'invalid_request_error', message: '', statusCode, headers, ...error };
  const found = toProviderError(Stripe.errors.StripeError.generate(raw as never));
  expect(found).toBeInstanceOf(expected);
  expect(found instanceof SavedFailure).toBe(expected === SavedFailure);
});
