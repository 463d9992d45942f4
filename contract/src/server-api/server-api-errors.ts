import { catalogue } from '../refusal-entry.ts';

/** Refusals that only programs with an API key and operators meet. */
export const serverApiErrors = catalogue({
  'api-key/invalid': {
    status: 'UNAUTHENTICATED',
    message: 'The API key is missing, wrong, expired or revoked.',
  },
  'api-key/missing-scope': {
    status: 'PERMISSION_DENIED',
    message: 'The API key lacks the scope that this call needs.',
  },
  'account/unknown': { status: 'NOT_FOUND', message: 'There is no such account.' },
  'event/unknown': {
    status: 'NOT_FOUND',
    message: 'There is no such event. Events are kept for 30 days.',
  },
  'subscription/unknown': { status: 'NOT_FOUND', message: 'There is no such subscription.' },
  'webhook/unknown-endpoint': {
    status: 'NOT_FOUND',
    message: 'There is no such webhook endpoint.',
  },
  'webhook/unknown-delivery': { status: 'NOT_FOUND', message: 'There is no such delivery.' },
  'webhook/address-refused': {
    status: 'INVALID_ARGUMENT',
    message:
      'A webhook address must be a public https address without a password, or a host of WEBHOOK_ALLOWED_HOSTS.',
  },
  'webhook/too-many-endpoints': {
    status: 'FAILED_PRECONDITION',
    message: 'There can be at most 20 webhook endpoints.',
  },
  'webhook/endpoint-off': {
    status: 'FAILED_PRECONDITION',
    message: 'This webhook endpoint is off. Turn it on first.',
  },
  'webhook/endpoint-full': {
    status: 'FAILED_PRECONDITION',
    message: 'Too many deliveries wait for this webhook endpoint. Try again once fewer do.',
  },
  'metadata/too-many-keys': {
    status: 'FAILED_PRECONDITION',
    message: 'The metadata of a subscription can have at most 50 keys.',
  },
});
