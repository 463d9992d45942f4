import { catalogue } from '../refusal-entry.ts';

/** Changes of an account and mailed links. */
export const accountErrors = catalogue({
  'auth/too-many-requests': {
    status: 'RESOURCE_EXHAUSTED',
    identity: 'TOO_MANY_ATTEMPTS_TRY_LATER',
    message: 'Too many attempts. Please try again later.',
  },
  'auth/reset-limit-exceeded': {
    status: 'RESOURCE_EXHAUSTED',
    identity: 'RESET_PASSWORD_EXCEED_LIMIT',
    message: 'Too many attempts to reset a password. Please try again later.',
  },
  'auth/requires-recent-login': {
    status: 'FAILED_PRECONDITION',
    identity: 'CREDENTIAL_TOO_OLD_LOGIN_AGAIN',
    message: 'Please sign in again before retry',
  },
  'auth/email-verification-required': {
    status: 'FAILED_PRECONDITION',
    identity: 'OPERATION_NOT_ALLOWED',
    message: 'Please verify your email address first.',
  },
  'auth/email-change-needs-link': {
    status: 'FAILED_PRECONDITION',
    identity: 'OPERATION_NOT_ALLOWED',
    message: 'To change the email address, open the link that is sent to the new one.',
  },
  'auth/disabling-not-allowed': {
    status: 'PERMISSION_DENIED',
    identity: 'OPERATION_NOT_ALLOWED',
    message: 'Only an operator can disable an account.',
  },
  'auth/last-sign-in-method': {
    status: 'FAILED_PRECONDITION',
    identity: 'OPERATION_NOT_ALLOWED',
    message: 'The last way to sign in cannot be removed.',
  },
  'auth/insufficient-permission': {
    status: 'PERMISSION_DENIED',
    identity: 'INSUFFICIENT_PERMISSION',
    message: 'Only the server may set this.',
  },
  'auth/invalid-photo-url': {
    status: 'INVALID_ARGUMENT',
    identity: 'INVALID_PHOTO_URL',
    message: 'The picture must be an http or https address of at most 2048 characters.',
  },
  'auth/invalid-req-type': {
    status: 'INVALID_ARGUMENT',
    identity: 'INVALID_REQ_TYPE',
    message: 'Unsupported request parameters.',
  },
  'auth/missing-req-type': {
    status: 'INVALID_ARGUMENT',
    identity: 'MISSING_REQ_TYPE',
    message: 'The request names no type.',
  },
  'auth/missing-action-code': {
    status: 'INVALID_ARGUMENT',
    identity: 'MISSING_OOB_CODE',
    message: 'The request carries no action code.',
  },
  'auth/invalid-action-code': {
    status: 'INVALID_ARGUMENT',
    identity: 'INVALID_OOB_CODE',
    message: 'This link is not valid. It may have been used already.',
  },
  'auth/expired-action-code': {
    status: 'INVALID_ARGUMENT',
    identity: 'EXPIRED_OOB_CODE',
    message: 'This link has expired.',
  },
  'auth/missing-new-email': {
    status: 'INVALID_ARGUMENT',
    identity: 'MISSING_NEW_EMAIL',
    message: 'A new email address is required.',
  },
  'auth/invalid-new-email': {
    status: 'INVALID_ARGUMENT',
    identity: 'INVALID_NEW_EMAIL',
    message: 'The new email address is not valid.',
  },
  'auth/invalid-continue-uri': {
    status: 'INVALID_ARGUMENT',
    identity: 'INVALID_CONTINUE_URI',
    message: 'The address to continue at is not valid.',
  },
  'auth/unauthorized-continue-uri': {
    status: 'PERMISSION_DENIED',
    identity: 'UNAUTHORIZED_DOMAIN',
    message: 'The address to continue at is not on a known site.',
  },
  'auth/owns-active-subscription': {
    status: 'FAILED_PRECONDITION',
    identity: 'OWNS_ACTIVE_SUBSCRIPTION',
    message: 'The account still owns subscriptions that are not canceled.',
  },
  'auth/account-contested': {
    status: 'FAILED_PRECONDITION',
    identity: 'ACCOUNT_CONTESTED',
    message:
      'The account was taken back from an old mailbox, and someone else says, or can still say, that it is theirs. Until this is settled, it cannot be deleted.',
  },
});
