import { catalogue } from '../refusal-entry.ts';

/** Everything about money. */
export const billingErrors = catalogue({
  'billing/not-set-up': {
    status: 'FAILED_PRECONDITION',
    message: 'Payments are not set up here. Please choose a free plan.',
  },
  'billing/details-incomplete': {
    status: 'INVALID_ARGUMENT',
    message: 'Please fill in all required address fields',
  },
  'billing/address-incomplete': {
    status: 'INVALID_ARGUMENT',
    message:
      'Taxes cannot be computed for this address. Please check the country, the state and the postal code.',
  },
  'billing/time-zone-unknown': {
    status: 'INVALID_ARGUMENT',
    message: 'This time zone is not known. Please choose another one.',
  },
  'billing/tax-id-invalid': {
    status: 'INVALID_ARGUMENT',
    message:
      'This tax ID does not match the format of this country. Please check it, or leave it out.',
  },
  'billing/phone-missing': { status: 'INVALID_ARGUMENT', message: 'A phone number is required.' },
  'billing/card-missing': { status: 'FAILED_PRECONDITION', message: 'A card is required.' },
  'billing/card-refused': {
    status: 'FAILED_PRECONDITION',
    message: 'The card was declined.',
    speaksInDetail: true,
  },
  'billing/foreign-card': {
    status: 'PERMISSION_DENIED',
    message: 'This card does not belong to the subscription.',
  },
  'billing/last-card': {
    status: 'FAILED_PRECONDITION',
    message: 'The last card of a paid subscription cannot be deleted. Add another one first.',
  },
  'billing/wrong-confirmation': {
    status: 'INVALID_ARGUMENT',
    message: 'This is not the ID of the subscription.',
  },
  'billing/preview-outdated': {
    status: 'ABORTED',
    message: 'The price has changed since you looked. Please look again.',
  },
  'billing/payment-open': {
    status: 'FAILED_PRECONDITION',
    message: 'The last invoice is not paid yet. Please try again once it is.',
  },
  'billing/payment-processing': {
    status: 'FAILED_PRECONDITION',
    message:
      'Your bank is still processing a payment. Nothing else is charged until it has decided. Please check again later.',
  },
  'billing/payment-returned': {
    status: 'FAILED_PRECONDITION',
    message:
      'A payment of this period was refunded or is disputed. The plan can be changed after the next renewal is paid.',
  },
  'billing/invoice-unknown': {
    status: 'NOT_FOUND',
    message: 'This invoice cannot be found or opened.',
  },
  'billing/under-way': {
    status: 'ABORTED',
    message: 'Another change to this subscription is in progress. Please try again in a moment.',
  },
  'billing/nothing-to-pay': {
    status: 'FAILED_PRECONDITION',
    message: 'There is nothing to pay.',
  },
  'billing/key-reused': {
    status: 'INVALID_ARGUMENT',
    message: 'This idempotency key belongs to another request.',
  },
  'billing/provider-unavailable': {
    status: 'UNAVAILABLE',
    message:
      'The payment provider is not responding right now. Nothing is lost. Please check again in a moment.',
  },
  'billing/rejected': {
    status: 'FAILED_PRECONDITION',
    message:
      'The payment provider could not do this. Please check what has changed before you try again.',
  },
  'billing/too-many-attempts': {
    status: 'RESOURCE_EXHAUSTED',
    message: 'Too many cards were tried. Please try again in half an hour.',
  },
  'billing/code-invalid': {
    status: 'FAILED_PRECONDITION',
    message: 'This code does not apply here. Please check it, or go on without a code.',
  },
  'billing/too-many-codes': {
    status: 'RESOURCE_EXHAUSTED',
    message: 'Too many codes were tried. Please try again in a few minutes.',
  },
  'billing/trial-used': {
    status: 'FAILED_PRECONDITION',
    message:
      'You or this card had a free trial before, so there is no second one. Nothing was charged. Please check the price and try again.',
  },
  'billing/verification-required': {
    status: 'FAILED_PRECONDITION',
    message: 'Please verify your email address before you use a card.',
  },
  'plan/same': {
    status: 'FAILED_PRECONDITION',
    message: 'The subscription is already on this plan.',
  },
  'plan/scheduled': {
    status: 'FAILED_PRECONDITION',
    message: 'This plan change is already scheduled.',
  },
  'plan/not-scheduled': {
    status: 'FAILED_PRECONDITION',
    message: 'No plan change is scheduled.',
  },
  'seats/too-many-in-use': {
    status: 'FAILED_PRECONDITION',
    message: 'More seats are in use than the plan has.',
  },
});
