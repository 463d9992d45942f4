import type { Language } from '@hearth/contract';
import type { TFunction } from 'i18next';
import type { ApiError } from '../../../shared/api/index.ts';
import { isRefused } from '../../../shared/api-error.ts';
import { isUnanswered } from '../../../shared/failure-title.ts';
import { toServerText } from '../../../shared/i18n/to-server-text.ts';

/** A reason why a card or an address cannot be used; its message is a sentence for the person. */
export class PaymentProblem extends Error {
  override readonly name = 'PaymentProblem';
}

/** Words for whatever kept a payment from happening: the provider's sentence about a card goes first. */
export function toPaymentText(error: unknown, t: TFunction, language: Language): string {
  if (error instanceof PaymentProblem) {
    return error.message;
  }
  if (isUnanswered(error)) {
    return t('shell.moneyLost');
  }
  return isDecline(error) && error.message !== ''
    ? error.message
    : toServerText(error, t, language);
}

/** The provider's answer is final for this card: another attempt needs another payment method. */
export function isDecline(error: unknown): error is ApiError {
  return isRefused(error, 'billing/card-refused');
}
