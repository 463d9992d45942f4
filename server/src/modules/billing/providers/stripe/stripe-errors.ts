import Stripe from 'stripe';
import {
  ProviderRefusal,
  ProviderRejected,
  ProviderUnavailable,
} from '../../port/payment-provider.ts';

const { errors } = Stripe;

/** In our words; Stripe's own error carries headers and persons' data, which no log needs. */
export function toProviderError(error: unknown): unknown {
  if (isCardError(error)) {
    return new ProviderRefusal(error.message);
  }
  if (isUnavailable(error)) {
    return new ProviderUnavailable(`Stripe is not available (${error.type}).`);
  }
  if (error instanceof errors.StripeError) {
    const { type, code, param } = error;
    const sentence = `Stripe refuses our request (${[type, code, param].filter(Boolean).join(', ')}).`;
    return isForGood(error) ? new ProviderRejected(sentence) : new Error(sentence);
  }
  return error;
}

export function isCardError(error: unknown): error is Stripe.errors.StripeCardError {
  return error instanceof errors.StripeCardError;
}

export function isInvalidRequest(error: unknown): error is Stripe.errors.StripeInvalidRequestError {
  return error instanceof errors.StripeInvalidRequestError;
}

export function isMissing(error: unknown): boolean {
  return isInvalidRequest(error) && error.code === 'resource_missing';
}

/** Asked in the same way it will never be answered otherwise. */
function isForGood(error: unknown): boolean {
  return error instanceof errors.StripeIdempotencyError || isInvalidRequest(error);
}

function isUnavailable(error: unknown): error is Stripe.errors.StripeError {
  return (
    error instanceof errors.StripeConnectionError ||
    error instanceof errors.StripeRateLimitError ||
    error instanceof errors.StripeAPIError
  );
}
