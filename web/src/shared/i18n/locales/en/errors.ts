import type { RefusalCode } from '@hearth/contract';
import type { FunctionCode } from '../../../api/function-code.ts';

/** Refusals that only a broken program meets; people can do nothing but try again. */
const requestFailed = 'The request could not be processed. Please try again.';
const signInAgain = 'Your session has ended. Please sign in again.';
const busy = 'The server is busy. Please try again in a moment.';

const refusals: Readonly<Record<RefusalCode, string>> = {
  'request/invalid-json': requestFailed,
  'request/invalid': 'Please check what you entered and try again.',
  'request/too-large': 'What you sent is too large.',
  'request/unsupported-content-type': requestFailed,
  'request/unknown-path': requestFailed,
  'request/wrong-method': requestFailed,
  'request/missing-api-key': requestFailed,
  'request/invalid-api-key': requestFailed,
  'request/cross-site': 'Please open this page at its own address and try again.',
  'server/busy': busy,
  'server/unavailable': 'The service is not available right now. Please try again in a moment.',
  'server/internal': 'Something went wrong on our side. Please try again.',
  'auth/unauthenticated': 'Please sign in to continue.',
  'auth/missing-email': 'Please enter your email address.',
  'auth/invalid-email': 'This email address is not valid.',
  'auth/missing-password': 'Please enter your password.',
  'auth/weak-password': 'The password is too short.',
  'auth/password-does-not-meet-requirements': 'The password does not meet the requirements.',
  'auth/invalid-display-name': 'The name must have at most 200 characters.',
  'auth/email-already-in-use': 'An account with this email address already exists.',
  'auth/unexpected-parameter': requestFailed,
  'auth/admin-restricted-operation': 'An account needs an email address.',
  'auth/linking-not-allowed': 'Please sign out before you create another account.',
  'auth/invalid-credential': 'The email address or the password is wrong.',
  'auth/user-not-found': 'There is no account with this email address.',
  'auth/wrong-password': 'The password is wrong.',
  'auth/user-disabled': 'This account has been disabled.',
  'auth/missing-id-token': signInAgain,
  'auth/invalid-id-token': signInAgain,
  'auth/token-expired': signInAgain,
  'auth/account-deleted': 'This account no longer exists.',
  'auth/missing-grant-type': requestFailed,
  'auth/invalid-grant-type': requestFailed,
  'auth/missing-refresh-token': signInAgain,
  'auth/invalid-refresh-token': signInAgain,
  'access/denied': 'Access denied',
  'access/owner-only': 'Only the subscription owner can perform this action',
  'subscription/invalid-name': 'The name must have 1 to 200 characters.',
  'plan/unknown': 'This plan does not exist.',
  'plan/legacy': 'This plan is no longer offered.',
  'plan/paid-not-available': 'Paid plans cannot be bought here yet. Please choose a free plan.',
};

const functions: Readonly<Record<FunctionCode, string>> = {
  'invalid-argument': 'Please check what you entered and try again.',
  'failed-precondition': 'This is not possible right now.',
  'out-of-range': 'Please check what you entered and try again.',
  unauthenticated: 'Please sign in to continue.',
  'permission-denied': 'Access denied',
  'not-found': 'This could not be found.',
  'already-exists': 'This already exists.',
  aborted: 'Something changed in the meantime. Please try again.',
  'resource-exhausted': 'Too many attempts. Please wait a moment and try again.',
  cancelled: 'The request was canceled.',
  'data-loss': 'Something went wrong on our side. Please try again.',
  internal: 'Something went wrong on our side. Please try again.',
  unimplemented: 'This is not available here.',
  unavailable: 'The service is not available right now. Please try again in a moment.',
  'deadline-exceeded': 'The server took too long to answer. Please try again.',
  'network-request-failed':
    'The server cannot be reached. Please check your connection and try again.',
  unknown: 'Something went wrong. Please try again.',
};

export const errors = {
  failedSignIn: 'Failed to sign in',
  failedSignUp: 'Failed to sign up',
  failedSignOut: 'You are still signed in: the server cannot be reached. Please try again.',
  refusals,
  functions,
  subscriptionContext: {
    noSubscriptionId: 'No subscription ID provided',
    unauthenticated: 'User not authenticated',
    notFound: 'Subscription not found',
    accessDenied: 'Access denied',
    fetchFailed: 'Error fetching subscription data',
  },
  crash: {
    title: 'Something went wrong',
    hint: 'This page could not be shown. Reloading usually helps.',
    reload: 'Reload the page',
  },
  unreachable: {
    title: '{{productName}} cannot be reached',
    hint: 'Please check your connection. Nothing is lost; you stay signed in.',
    retry: 'Try again',
  },
} as const;
