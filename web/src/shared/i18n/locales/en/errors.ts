import type { HearthRefusalCode } from '@hearth/contract';
import type { FunctionCode } from '../../../function-code.ts';

/** Refusals that the public screens can meet; others are in `action.ts` and `refusals.ts`. */
const refusals = {
  'auth/missing-email': 'Please enter your email address.',
  'auth/invalid-email': 'This email address is not valid.',
  'auth/missing-password': 'Please enter your password.',
  'auth/invalid-credential': 'The email address or the password is wrong.',
  'auth/user-not-found': 'There is no account with this email address.',
  'auth/wrong-password': 'The password is wrong.',
  'auth/user-disabled': 'This account has been disabled.',
  'auth/account-deleted': 'This account no longer exists.',
  'auth/too-many-requests': 'Too many attempts. Please wait a while and try again.',
  'server/busy': 'The server is busy. Please try again in a moment.',
  'server/stopping': 'The server is restarting. Please try again in a moment.',
  'server/unavailable': 'The service is not available right now. Please try again in a moment.',
  'server/internal': 'Something went wrong on our side. Please try again.',
  'auth/weak-password': 'The password is too short.',
  'auth/password-does-not-meet-requirements': 'The password does not meet the requirements.',
  'auth/invalid-display-name': 'The name must have at most 200 characters, one of them visible.',
  'auth/email-already-in-use': 'An account with this email address already exists.',
  'auth/admin-restricted-operation': 'This email address cannot be used for an account here.',
  'auth/reset-limit-exceeded':
    'Too many attempts to reset a password. Please wait a while and try again.',
  'auth/password-too-common': 'This password is too easy to guess.',
} as const satisfies Partial<Record<HearthRefusalCode, string>>;

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
  refusals,
  functions,
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
  failedSignUp: 'Failed to sign up',
  failedToSendResetEmail: 'Failed to send the reset email',
} as const;
