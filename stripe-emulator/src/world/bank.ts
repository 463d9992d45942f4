import { createHash } from 'node:crypto';
import type Stripe from 'stripe';
import type { BankCard, Stored } from '../state.ts';
import { cardError } from '../wire/errors.ts';

/** How a bank says no, in Stripe's words. */
export interface Decline {
  code: string;
  message: string;
  decline_code: string;
  advice_code: 'confirm_card_data' | 'do_not_try_again' | 'try_again_later';
  network_decline_code?: string;
  param?: string;
}

interface Behaviour {
  /** Refused already when the card is saved. */
  refusesSaving?: Decline;
  refusesCharge?: Decline;
  asksHolder?: 'always' | 'unless saved with consent';
  funding?: 'debit';
  /** The charge succeeds and is disputed afterwards. */
  isDisputed?: boolean;
  staysProcessing?: boolean;
}

const declined = (reason: string, advice: Decline['advice_code'], message?: string): Decline => ({
  code: 'card_declined',
  message: message ?? 'Your card was declined.',
  decline_code: reason,
  advice_code: advice,
  network_decline_code: '01',
});
const declinedAs = (
  code: string,
  message: string,
  advice: Decline['advice_code'],
  param?: string,
) => ({
  code,
  message,
  decline_code: code,
  advice_code: advice,
  network_decline_code: '01',
  ...(param !== undefined && { param }),
});
const never = (decline: Decline): Behaviour => ({ refusesSaving: decline, refusesCharge: decline });

const noFunds = declined(
  'insufficient_funds',
  'try_again_later',
  'Your card has insufficient funds.',
);
const generic = declined('generic_decline', 'try_again_later');

/** https://docs.stripe.com/testing; the words of declines and their advice as recorded. */
const behaviours: Record<string, Behaviour> = {
  '4000000000000002': never(generic),
  '4000000000009995': never(noFunds),
  '4000000000009987': never(declined('lost_card', 'do_not_try_again')),
  '4000000000009979': never(declined('stolen_card', 'do_not_try_again')),
  '4000000000006975': never(
    declined(
      'card_velocity_exceeded',
      'try_again_later',
      'Your card was declined for making repeated attempts too frequently or exceeding its amount limit.',
    ),
  ),
  '4000000000000069': never(
    declinedAs('expired_card', 'Your card has expired.', 'confirm_card_data', 'exp_month'),
  ),
  '4000000000000127': never(
    declinedAs(
      'incorrect_cvc',
      "Your card's security code is incorrect.",
      'confirm_card_data',
      'cvc',
    ),
  ),
  '4000000000000119': never(
    declinedAs(
      'processing_error',
      'An error occurred while processing your card. Try again in a little bit.',
      'try_again_later',
    ),
  ),
  '4000000000000341': { refusesCharge: generic },
  '4000002500003155': { asksHolder: 'unless saved with consent' },
  '4000003800000446': { asksHolder: 'unless saved with consent' },
  '4000002760003184': { asksHolder: 'always' },
  '4000000000003220': { asksHolder: 'always' },
  '4000008260003178': { asksHolder: 'always', refusesCharge: noFunds },
  '4000000000000259': { isDisputed: true },
  '4000056655665556': { funding: 'debit' },
  // None of Stripe's: stands for a payment that the bank has not decided on.
  '4000000000000010': { staysProcessing: true },
};

const numbers: Record<string, string> = {
  visa: '4242424242424242',
  visa_debit: '4000056655665556',
  mastercard: '5555555555554444',
  amex: '378282246310005',
  discover: '6011111111111117',
  chargeDeclined: '4000000000000002',
  visa_chargeDeclined: '4000000000000002',
  chargeDeclinedInsufficientFunds: '4000000000009995',
  visa_chargeDeclinedInsufficientFunds: '4000000000009995',
  visa_chargeDeclinedLostCard: '4000000000009987',
  visa_chargeDeclinedStolenCard: '4000000000009979',
  chargeDeclinedExpiredCard: '4000000000000069',
  chargeDeclinedIncorrectCvc: '4000000000000127',
  chargeDeclinedProcessingError: '4000000000000119',
  chargeCustomerFail: '4000000000000341',
  createDispute: '4000000000000259',
  authenticationRequired: '4000002760003184',
  authenticationRequiredOnSetup: '4000002500003155',
  authenticationRequiredSetupForOffSession: '4000003800000446',
  authenticationRequiredChargeDeclinedInsufficientFunds: '4000008260003178',
  threeDSecure2Required: '4000000000003220',
  threeDSecureRequired: '4000000000003220',
  staysProcessing: '4000000000000010',
};

/** The number that a name such as `pm_card_visa`, `tok_visa` or `visa` stands for. */
export function numberOf(name: string): string | undefined {
  const short = name.replace(/^(pm_card|tok)_/, '');
  return Object.hasOwn(numbers, short) ? numbers[short] : undefined;
}

const behaviourOf = ({ number }: BankCard): Behaviour => behaviours[number] ?? {};

/** Whether the bank wants its holder's consent first. */
export function asksHolder(card: BankCard): boolean {
  const { asksHolder: asks } = behaviourOf(card);
  return asks === 'always' || (asks !== undefined && !card.isAuthenticated);
}

export const refusalToSave = (card: BankCard) => behaviourOf(card).refusesSaving;
export const refusalToPay = (card: BankCard) => behaviourOf(card).refusesCharge;
export const isDisputed = (card: BankCard) => behaviourOf(card).isDisputed ?? false;
export const staysProcessing = (card: BankCard) => behaviourOf(card).staysProcessing ?? false;

export const authenticationRequired: Decline = {
  code: 'authentication_required',
  message: 'Your card was declined. This transaction requires authentication.',
  decline_code: 'authentication_required',
  advice_code: 'try_again_later',
};

export interface TypedCard {
  number?: string;
  token?: string;
  exp_month?: number;
  exp_year?: number;
  cvc?: string;
}

/** Typed card data, checked as Stripe checks it before it asks a bank. */
export function readCard(typed: TypedCard, now: number) {
  const given = typed.token === undefined ? typed.number : numberOf(typed.token);
  const number = given?.replace(/[\s-]/g, '') ?? '';
  if (!/^\d{12,19}$/.test(number) || !isChecksumRight(number)) {
    throw cardError('incorrect_number', 'Your card number is incorrect.', { param: 'number' });
  }
  const { exp_month, exp_year } = readExpiry(typed, now);
  if (typed.cvc !== undefined && !/^\d{3,4}$/.test(typed.cvc)) {
    throw cardError('invalid_cvc', "Your card's security code is invalid.", { param: 'cvc' });
  }
  return {
    bankCard: { number, isAuthenticated: false },
    card: describe(number, exp_month, exp_year),
  };
}

function readExpiry(typed: TypedCard, now: number) {
  const date = new Date(now * 1000);
  const year = typed.exp_year ?? date.getUTCFullYear() + 1;
  const exp_year = year < 100 ? 2000 + year : year;
  const exp_month = typed.exp_month ?? 12;
  if (exp_month < 1 || exp_month > 12) {
    throw cardError('invalid_expiry_month', "Your card's expiration month is invalid.", {
      param: 'exp_month',
    });
  }
  const monthsLeft = (exp_year - date.getUTCFullYear()) * 12 + exp_month - 1 - date.getUTCMonth();
  if (monthsLeft < 0 || exp_year > date.getUTCFullYear() + 50) {
    throw cardError('invalid_expiry_year', "Your card's expiration year is invalid.", {
      param: 'exp_year',
    });
  }
  return { exp_month, exp_year };
}

function describe(number: string, exp_month: number, exp_year: number) {
  const brand = brandOf(number);
  const card: Stored<Stripe.PaymentMethod.Card> = {
    brand,
    checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
    country: 'US',
    display_brand: brand,
    exp_month,
    exp_year,
    fingerprint: createHash('sha256').update(number).digest('hex').slice(0, 16),
    funding: behaviours[number]?.funding ?? 'credit',
    generated_from: null,
    last4: number.slice(-4),
    networks: { available: [brand], preferred: null },
    regulated_status: 'unregulated',
    three_d_secure_usage: { supported: true },
    wallet: null,
  };
  return card;
}

function brandOf(number: string): string {
  const brands: [RegExp, string][] = [
    [/^3[47]/, 'amex'],
    [/^(5[1-5]|2[2-7])/, 'mastercard'],
    [/^6(011|5)/, 'discover'],
    [/^4/, 'visa'],
  ];
  return brands.find(([pattern]) => pattern.test(number))?.[1] ?? 'unknown';
}

/** https://en.wikipedia.org/wiki/Luhn_algorithm */
function isChecksumRight(number: string): boolean {
  const sum = [...number].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}
