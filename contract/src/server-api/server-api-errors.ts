import { catalogue } from '../refusal-entry.ts';

/** Refusals that only programs with an API key meet. */
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
  'metadata/too-many-keys': {
    status: 'FAILED_PRECONDITION',
    message: 'The metadata of a subscription can have at most 50 keys.',
  },
});
