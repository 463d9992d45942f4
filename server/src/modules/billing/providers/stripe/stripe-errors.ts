import Stripe from 'stripe';
import {
  ProviderRefusal,
  ProviderRejected,
  ProviderUnavailable,
  ProviderUnknown,
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
    if (isMissing(error) && param !== undefined) {
      return new ProviderUnknown(sentence);
    }
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

/** For a card that is used up, somebody else's, or made up; the id comes from the browser. */
export const unusableCard = 'This card can no longer be used. Please enter it again.';

/** For money that is due where no card is. */
export const noCard = 'There is no card to charge.';

/** Money is due and there is no card; Stripe names no parameter then. */
export function isWithoutCard(error: unknown): boolean {
  return isMissing(error) && isInvalidRequest(error) && error.param === undefined;
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
