import { billingErrors } from './billing/billing-errors.ts';
import { hostedSignInErrors } from './hosted-sign-in/hosted-sign-in-errors.ts';
import { accountErrors } from './identity/account-errors.ts';
import { passkeyErrors } from './identity/passkey-errors.ts';
import { secondFactorErrors } from './identity/second-factor-errors.ts';
import { signInErrors } from './identity/sign-in-errors.ts';
import { socialErrors } from './identity/social-errors.ts';
import { memberErrors } from './members/member-errors.ts';
import { operatorErrors } from './operator/operator-errors.ts';
import { catalogue, httpStatusOf, type RefusalEntry } from './refusal-entry.ts';
import type { RegisteredKey } from './register.ts';
import { requestErrors } from './request-errors.ts';
import { serverApiErrors } from './server-api/server-api-errors.ts';

export type { CallableStatus, RefusalEntry } from './refusal-entry.ts';

/** Every refusal of Hearth. A code that is neither here nor registered does not compile. */
export const refusals = catalogue({
  ...requestErrors,
  ...signInErrors,
  ...secondFactorErrors,
  ...passkeyErrors,
  ...accountErrors,
  ...socialErrors,
  ...memberErrors,
  ...billingErrors,
  ...serverApiErrors,
  ...operatorErrors,
  ...hostedSignInErrors,

  'access/denied': { status: 'PERMISSION_DENIED', message: 'Access denied' },
  'access/owner-only': {
    status: 'PERMISSION_DENIED',
    message: 'Only the subscription owner can perform this action',
  },
  'access/second-factor-required': {
    status: 'PERMISSION_DENIED',
    message: 'This takes a second factor. Add one to your account first.',
  },
  'subscription/invalid-name': {
    status: 'INVALID_ARGUMENT',
    message: 'The name must have 1 to 200 characters, one of them visible.',
  },
  'subscription/canceled': {
    status: 'FAILED_PRECONDITION',
    message: 'This subscription has been canceled.',
  },
  'subscription/only-now': {
    status: 'FAILED_PRECONDITION',
    message: 'Here a subscription can only be canceled immediately.',
  },
  'subscription/nothing-to-end': {
    status: 'FAILED_PRECONDITION',
    message: 'Nothing is charged, so there is no paid period to wait for. Cancel it now instead.',
  },
  'subscription/ending': {
    status: 'FAILED_PRECONDITION',
    message: 'This subscription is already going to end.',
  },
  'subscription/not-ending': {
    status: 'FAILED_PRECONDITION',
    message: 'This subscription is not going to end.',
  },
  'subscription/frozen': {
    status: 'FAILED_PRECONDITION',
    message:
      'Someone else claims this subscription. Until an operator has decided whose it is, it cannot be canceled, transferred, refunded or moved to a free plan.',
  },
  'subscription/unpaid': {
    status: 'FAILED_PRECONDITION',
    message: 'This subscription is waiting for a payment.',
  },
  'subscription/too-many-free': {
    status: 'FAILED_PRECONDITION',
    message:
      'You own as many free projects as one account may. Cancel one of them, or choose a paid plan.',
  },
  'subscription/new-owner-has-too-many': {
    status: 'FAILED_PRECONDITION',
    message:
      'The new owner owns as many free projects as one account may, and has to cancel one of them first.',
  },
  'subscription/not-eligible-owner': {
    status: 'FAILED_PRECONDITION',
    message: 'The new owner must be an active administrator.',
  },
  'plan/unknown': { status: 'NOT_FOUND', message: 'There is no such plan.' },
  'plan/legacy': {
    status: 'FAILED_PRECONDITION',
    message: 'This plan is no longer offered.',
  },
  'plan/no-such-price': {
    status: 'FAILED_PRECONDITION',
    message: 'This plan is not offered for this billing period and currency.',
  },
  'plan/limit-reached': {
    status: 'PERMISSION_DENIED',
    message: 'Your plan does not allow more of these.',
  },
  'plan/not-included': { status: 'PERMISSION_DENIED', message: 'This is not part of your plan.' },
  'plan/price-ambiguous': {
    status: 'INVALID_ARGUMENT',
    message: 'This plan has several prices. Please choose a billing period and a currency.',
  },
});

/** A refusal of Hearth; tables of ours have a row for each. */
export type HearthRefusalCode = keyof typeof refusals;

export type RefusalCode = HearthRefusalCode | RegisteredKey<'refusals'>;

const added = new Map<string, RefusalEntry>();

/** Adds the refusals of the product on Hearth; one that Hearth has is a fault of the product. */
export function addRefusals(entries: Readonly<Record<string, RefusalEntry>>): void {
  for (const [code, entry] of Object.entries(entries)) {
    if (code in refusals) {
      throw new Error(`The refusal \`${code}\` is Hearth's. Choose another name.`);
    }
    added.set(code, entry);
  }
}

/** Typed view of one entry, with its optional fields. */
export function refusalEntry(code: RefusalCode): RefusalEntry {
  return added.get(code) ?? refusals[code];
}

/** HTTP status of a refusal. In the identity dialect, refusals about people and their requests are 400. */
export function httpStatusIn(
  dialect: 'identity' | 'callable' | 'document' | 'server',
  code: RefusalCode,
): number {
  const { status, httpStatus } = refusalEntry(code);
  const isBusiness = dialect === 'identity' && code.startsWith('auth/');
  return isBusiness ? 400 : (httpStatus ?? httpStatusOf[status]);
}
