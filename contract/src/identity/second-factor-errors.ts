import { catalogue } from '../refusal-entry.ts';

/** Second factors: codes of an authenticator app, recovery codes, and the sign-in that waits for one. */
export const secondFactorErrors = catalogue({
  'auth/second-factor-off': {
    status: 'FAILED_PRECONDITION',
    identity: 'OPERATION_NOT_ALLOWED',
    message: 'Second factors are not offered here.',
  },
  'auth/unverified-email': {
    status: 'FAILED_PRECONDITION',
    identity: 'UNVERIFIED_EMAIL',
    message: 'The email address must be verified first.',
  },
  'auth/maximum-second-factor-count-exceeded': {
    status: 'FAILED_PRECONDITION',
    identity: 'SECOND_FACTOR_LIMIT_EXCEEDED',
    message: 'An account has at most 5 second factors.',
  },
  'auth/second-factor-already-in-use': {
    status: 'ALREADY_EXISTS',
    identity: 'SECOND_FACTOR_EXISTS',
    message: 'This second factor has been added already.',
  },
  'auth/missing-session-info': {
    status: 'INVALID_ARGUMENT',
    identity: 'MISSING_SESSION_INFO',
    message: 'The request names no enrollment.',
  },
  'auth/invalid-session-info': {
    status: 'INVALID_ARGUMENT',
    identity: 'INVALID_SESSION_INFO',
    message: 'This enrollment is not valid for this account.',
  },
  'auth/enrollment-expired': {
    status: 'FAILED_PRECONDITION',
    identity: 'SESSION_EXPIRED',
    message: 'This enrollment took too long. Please start again.',
  },
  'auth/missing-verification-code': {
    status: 'INVALID_ARGUMENT',
    identity: 'MISSING_CODE',
    message: 'A code is required.',
  },
  'auth/invalid-verification-code': {
    status: 'UNAUTHENTICATED',
    identity: 'INVALID_CODE',
    message: 'The code is wrong, too old or already used.',
  },
  'auth/verification-code-of-other-time': {
    status: 'UNAUTHENTICATED',
    identity: 'INVALID_CODE',
    message: 'The code belongs to another time: the clock of the device that shows it is wrong.',
  },
  'auth/missing-mfa-pending-credential': {
    status: 'INVALID_ARGUMENT',
    identity: 'MISSING_MFA_PENDING_CREDENTIAL',
    message: 'The request names no sign-in that waits for a second factor.',
  },
  'auth/invalid-mfa-pending-credential': {
    status: 'UNAUTHENTICATED',
    identity: 'INVALID_MFA_PENDING_CREDENTIAL',
    message: 'This sign-in took too long or had too many wrong codes. Please sign in again.',
  },
  'auth/missing-mfa-enrollment-id': {
    status: 'INVALID_ARGUMENT',
    identity: 'MISSING_MFA_ENROLLMENT_ID',
    message: 'The request names no second factor.',
  },
  'auth/mfa-enrollment-not-found': {
    status: 'NOT_FOUND',
    identity: 'MFA_ENROLLMENT_NOT_FOUND',
    message: 'The account has no such second factor.',
  },
});
