import { catalogue } from '../refusal-entry.ts';

/** Sign-in by other providers. */
export const socialErrors = catalogue({
  'auth/provider-not-enabled': {
    status: 'FAILED_PRECONDITION',
    identity: 'OPERATION_NOT_ALLOWED',
    message: 'This sign-in provider is not enabled.',
  },
  'auth/provider-on-devices-only': {
    status: 'FAILED_PRECONDITION',
    identity: 'OPERATION_NOT_ALLOWED',
    message: 'This provider signs people in on their devices only.',
  },
  'auth/invalid-provider-id': {
    status: 'INVALID_ARGUMENT',
    identity: 'INVALID_PROVIDER_ID',
    message: 'There is no such sign-in provider.',
  },
  'auth/missing-identifier': {
    status: 'INVALID_ARGUMENT',
    identity: 'MISSING_IDENTIFIER',
    message: 'The request names neither a provider nor an email address.',
  },
  'auth/invalid-identifier': {
    status: 'INVALID_ARGUMENT',
    identity: 'INVALID_IDENTIFIER',
    message: 'The email address is not valid.',
  },
  'auth/missing-continue-uri': {
    status: 'INVALID_ARGUMENT',
    identity: 'MISSING_CONTINUE_URI',
    message: 'The request names no address to continue at.',
  },
  'auth/invalid-provider-answer': {
    status: 'INVALID_ARGUMENT',
    identity: 'INVALID_IDP_RESPONSE',
    message: 'The sign-in provider did not confirm the sign-in.',
  },
  'auth/invalid-nonce': {
    status: 'INVALID_ARGUMENT',
    identity: 'MISSING_OR_INVALID_NONCE',
    message: 'The answer of the sign-in provider belongs to another sign-in.',
  },
  'auth/sign-in-cancelled': {
    status: 'CANCELLED',
    identity: 'USER_CANCELLED',
    message: 'The sign-in was canceled.',
  },
  'auth/provider-unavailable': {
    status: 'UNAVAILABLE',
    identity: 'PROVIDER_UNAVAILABLE',
    message: 'The sign-in provider cannot be reached right now. Please try again in a moment.',
  },
  'auth/identity-already-linked': {
    status: 'ALREADY_EXISTS',
    identity: 'FEDERATED_USER_ID_ALREADY_LINKED',
    message: 'This sign-in already belongs to another account.',
  },
  'auth/provider-already-linked': {
    status: 'ALREADY_EXISTS',
    identity: 'PROVIDER_ALREADY_LINKED',
    message: 'The account already has a sign-in from this provider.',
  },
});
