import { catalogue } from '../refusal-entry.ts';

/** Passkeys: adding, showing and removing one. */
export const passkeyErrors = catalogue({
  'auth/passkeys-off': {
    status: 'FAILED_PRECONDITION',
    identity: 'OPERATION_NOT_ALLOWED',
    message: 'Passkeys need a public address with https, or localhost.',
  },
  'auth/missing-passkey': {
    status: 'INVALID_ARGUMENT',
    identity: 'MISSING_PASSKEY',
    message: 'The request shows no passkey.',
  },
  'auth/passkey-request-expired': {
    status: 'FAILED_PRECONDITION',
    identity: 'PASSKEY_REQUEST_EXPIRED',
    message: 'This took too long or was already used. Please try again.',
  },
  'auth/invalid-passkey': {
    status: 'UNAUTHENTICATED',
    identity: 'INVALID_PASSKEY',
    message: 'The passkey could not be checked.',
  },
  'auth/passkey-copied': {
    status: 'UNAUTHENTICATED',
    identity: 'PASSKEY_COPIED',
    message: 'The passkey was used elsewhere since: it may have been copied.',
  },
  'auth/passkey-not-found': {
    status: 'NOT_FOUND',
    identity: 'PASSKEY_NOT_FOUND',
    message: 'No account has this passkey.',
  },
  'auth/passkey-already-in-use': {
    status: 'ALREADY_EXISTS',
    identity: 'PASSKEY_EXISTS',
    message: 'This passkey has been added already.',
  },
  'auth/maximum-passkey-count-exceeded': {
    status: 'FAILED_PRECONDITION',
    identity: 'PASSKEY_LIMIT_EXCEEDED',
    message: 'An account has at most 20 passkeys.',
  },
});
