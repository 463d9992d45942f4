import { catalogue } from './refusal-entry.ts';

/** Faults of a request that are found before its meaning is read, and faults of the server. */
export const requestErrors = catalogue({
  'request/invalid-json': {
    status: 'INVALID_ARGUMENT',
    message: 'The request body is not valid JSON.',
  },
  'request/invalid': { status: 'INVALID_ARGUMENT', message: 'The request is not valid.' },
  'request/too-large': {
    status: 'INVALID_ARGUMENT',
    httpStatus: 413,
    message: 'The request body is too large.',
  },
  'request/headers-too-large': {
    status: 'INVALID_ARGUMENT',
    httpStatus: 431,
    message: 'The headers of the request are too large.',
  },
  'request/timeout': {
    status: 'DEADLINE_EXCEEDED',
    httpStatus: 408,
    message: 'The request took too long to arrive.',
  },
  'request/unsupported-content-type': {
    status: 'INVALID_ARGUMENT',
    httpStatus: 415,
    message: 'The content type of the request is not supported.',
  },
  'request/unknown-path': { status: 'NOT_FOUND', message: 'There is nothing at this address.' },
  'request/wrong-method': {
    status: 'UNIMPLEMENTED',
    httpStatus: 405,
    message: 'This address does not answer to this method.',
  },
  'request/missing-api-key': {
    status: 'PERMISSION_DENIED',
    identity: 'The request is missing a valid API key.',
    message: 'The request is missing a valid API key.',
  },
  'request/invalid-api-key': {
    status: 'INVALID_ARGUMENT',
    identity: 'API key not valid. Please pass a valid API key.',
    message: 'API key not valid. Please pass a valid API key.',
  },
  'request/cross-site': {
    status: 'PERMISSION_DENIED',
    identity: 'CORS_UNSUPPORTED',
    message: 'A cookie session is only usable from its own site.',
  },
  'signed-address/invalid': {
    status: 'PERMISSION_DENIED',
    message: 'This address was not made for this request.',
  },
  'signed-address/expired': {
    status: 'PERMISSION_DENIED',
    message: 'This address has expired. Please open the page again that led here.',
  },
  'server/busy': {
    status: 'UNAVAILABLE',
    message: 'The server is busy. Please try again in a moment.',
  },
  'server/unavailable': {
    status: 'UNAVAILABLE',
    message: 'The service is not available right now. Please try again in a moment.',
  },
  'server/stopping': {
    status: 'UNAVAILABLE',
    message: 'The server is restarting. Please try again in a moment.',
  },
  'server/internal': { status: 'INTERNAL', message: 'INTERNAL' },

  'auth/unauthenticated': { status: 'UNAUTHENTICATED', message: 'User not authenticated' },
  'auth/missing-email': {
    status: 'INVALID_ARGUMENT',
    identity: 'MISSING_EMAIL',
    message: 'An email address is required.',
  },
});
