import { catalogue } from '../refusal-entry.ts';

/** Signing up and in, tokens and sessions. */
export const signInErrors = catalogue({
  'auth/invalid-email': {
    status: 'INVALID_ARGUMENT',
    identity: 'INVALID_EMAIL',
    message: 'The email address is not valid.',
  },
  'auth/missing-password': {
    status: 'INVALID_ARGUMENT',
    identity: 'MISSING_PASSWORD',
    message: 'A password is required.',
  },
  'auth/weak-password': {
    status: 'INVALID_ARGUMENT',
    identity: 'WEAK_PASSWORD',
    message: 'The password is too short.',
  },
  'auth/password-does-not-meet-requirements': {
    status: 'INVALID_ARGUMENT',
    identity: 'PASSWORD_DOES_NOT_MEET_REQUIREMENTS',
    message: 'The password does not meet the requirements.',
  },
  'auth/password-too-common': {
    status: 'INVALID_ARGUMENT',
    identity: 'PASSWORD_DOES_NOT_MEET_REQUIREMENTS',
    message: 'This password is too easy to guess.',
  },
  'auth/invalid-display-name': {
    status: 'INVALID_ARGUMENT',
    identity: 'INVALID_DISPLAY_NAME',
    message: 'The name must have at most 200 characters, one of them visible.',
  },
  'auth/email-already-in-use': {
    status: 'ALREADY_EXISTS',
    identity: 'EMAIL_EXISTS',
    message: 'An account with this email address already exists.',
  },
  'auth/unexpected-parameter': {
    status: 'INVALID_ARGUMENT',
    identity: 'UNEXPECTED_PARAMETER',
    message: 'The request carries a parameter that only the server may set.',
  },
  'auth/admin-restricted-operation': {
    status: 'PERMISSION_DENIED',
    identity: 'ADMIN_ONLY_OPERATION',
    message: 'This email address may not be that of an account here, or none was given.',
  },
  'auth/invalid-credential': {
    status: 'UNAUTHENTICATED',
    identity: 'INVALID_LOGIN_CREDENTIALS',
    message: 'The email address or the password is wrong.',
  },
  'auth/user-not-found': {
    status: 'NOT_FOUND',
    identity: 'EMAIL_NOT_FOUND',
    message: 'There is no account with this email address.',
  },
  'auth/wrong-password': {
    status: 'UNAUTHENTICATED',
    identity: 'INVALID_PASSWORD',
    message: 'The password is wrong.',
  },
  'auth/email-sign-in-off': {
    status: 'FAILED_PRECONDITION',
    identity: 'OPERATION_NOT_ALLOWED',
    message: 'Signing in by email is not offered here.',
  },
  'auth/mailed-code-over': {
    status: 'FAILED_PRECONDITION',
    identity: 'SESSION_EXPIRED',
    message:
      'This code took too long, had too many wrong tries, or was not asked for in this browser.',
  },
  'auth/user-disabled': {
    status: 'UNAUTHENTICATED',
    identity: 'USER_DISABLED',
    message: 'This account has been disabled.',
  },
  'auth/missing-id-token': {
    status: 'UNAUTHENTICATED',
    identity: 'MISSING_ID_TOKEN',
    message: 'The request carries no ID token.',
  },
  'auth/invalid-id-token': {
    status: 'UNAUTHENTICATED',
    identity: 'INVALID_ID_TOKEN',
    message: 'The ID token is not valid.',
  },
  'auth/token-expired': {
    status: 'UNAUTHENTICATED',
    identity: 'TOKEN_EXPIRED',
    message: 'The session has ended. Please sign in again.',
  },
  'auth/account-deleted': {
    status: 'UNAUTHENTICATED',
    identity: 'USER_NOT_FOUND',
    message: 'The account of this session no longer exists.',
  },
  'auth/missing-grant-type': {
    status: 'INVALID_ARGUMENT',
    identity: 'MISSING_GRANT_TYPE',
    message: 'The request names no grant type.',
  },
  'auth/invalid-grant-type': {
    status: 'INVALID_ARGUMENT',
    identity: 'INVALID_GRANT_TYPE',
    message: 'Only the grant type refresh_token is supported.',
  },
  'auth/missing-refresh-token': {
    status: 'INVALID_ARGUMENT',
    identity: 'MISSING_REFRESH_TOKEN',
    message: 'The request carries no refresh token.',
  },
  'auth/invalid-refresh-token': {
    status: 'UNAUTHENTICATED',
    identity: 'INVALID_REFRESH_TOKEN',
    message: 'The refresh token is not valid.',
  },
});
