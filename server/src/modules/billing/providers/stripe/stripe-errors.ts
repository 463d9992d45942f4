import Stripe from 'stripe';
import {
  CardDeclined,
  KeyRefused,
  ProviderRejected,
  ProviderUnavailable,
  ProviderUnknown,
  SavedFailure,
} from '../../port/payment-provider.ts';

const { errors } = Stripe;

/** Converts Stripe's error, which has headers and personal data that must not be logged. */
export function toProviderError(error: unknown): unknown {
  if (isCardError(error)) {
    return new CardDeclined(error.message);
  }
  if (isKeyRefused(error)) {
    return new KeyRefused(`Stripe refuses the secret key (${error.type}).`);
  }
  if (isSavedFailure(error)) {
    return new SavedFailure(`Stripe repeats a failure for the key (${error.type}).`);
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
    return isPermanent(error) ? new ProviderRejected(sentence) : new Error(sentence);
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

/** Sentence for an id that is no usable card: the browser sends the id. */
export const unusableCard = 'This card can no longer be used. Please enter it again.';

/** Sentence for money that is due without a card. */
export const noCard = 'There is no card to charge.';

/** Whether money is due and there is no card: Stripe then names no parameter, or says what the invoice lacks. */
export function isWithoutCard(error: unknown): boolean {
  const isLacking =
    isInvalidRequest(error) && error.code === 'invoice_payment_intent_requires_payment_method';
  return isLacking || (isMissing(error) && isInvalidRequest(error) && error.param === undefined);
}

/** Whether the key was used before with another body. A request that is still being carried out is another conflict (409). */
export function isOtherBody(error: unknown): boolean {
  return error instanceof errors.StripeIdempotencyError && error.statusCode === 400;
}

/** Whether a repeated call would fail again. */
function isPermanent(error: unknown): boolean {
  return error instanceof errors.StripeIdempotencyError || isInvalidRequest(error);
}

/** Whether Stripe has kept an answer of its own failure: it gives that to each request with the same key, for a day. */
function isSavedFailure(error: unknown): error is Stripe.errors.StripeError {
  const isFailure = error instanceof errors.StripeError && (error.statusCode ?? 0) >= 500;
  return isFailure && isRepeated(error);
}

/** Whether it is Stripe's first answer to the key, given again. */
export function isRepeated(error: unknown): boolean {
  return error instanceof errors.StripeError && error.headers?.['idempotent-replayed'] === 'true';
}

/** Another request with the same key is being carried out, or one endpoint has a limit of its own, told as 400. */
const isPassing = ({ statusCode, code }: Stripe.errors.StripeError) =>
  statusCode === 409 || code === 'rate_limit' || code === 'lock_timeout';

function isKeyRefused(error: unknown): error is Stripe.errors.StripeError {
  return (
    error instanceof errors.StripeAuthenticationError ||
    error instanceof errors.StripePermissionError
  );
}

function isUnavailable(error: unknown): error is Stripe.errors.StripeError {
  return (
    error instanceof errors.StripeConnectionError ||
    error instanceof errors.StripeRateLimitError ||
    error instanceof errors.StripeAPIError ||
    (error instanceof errors.StripeError && isPassing(error))
  );
}
