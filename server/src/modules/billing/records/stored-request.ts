import type { IntentRequest, RequestOf } from './intent.ts';

/**
 * Request as its row has it. Where it has terms that version 0.1 would leave out, its kind is one that version 0.1
 * cannot carry out: a process of it that still runs would charge for a trial, or make a change that should wait.
 */
export type StoredRequest =
  | IntentRequest
  | (Omit<RequestOf<'create'>, 'kind'> & { readonly kind: 'create-with-terms' })
  | (Omit<RequestOf<'change-plan'>, 'kind'> & { readonly kind: 'change-plan-with-terms' });

const laterTerms = ['trialDays', 'discountId', 'isTaxed', 'takesEffectAt'];

export function toStoredRequest(request: IntentRequest): StoredRequest {
  if (!laterTerms.some((term) => term in request)) {
    return request;
  }
  switch (request.kind) {
    case 'create':
      return { ...request, kind: 'create-with-terms' };
    case 'change-plan':
      return { ...request, kind: 'change-plan-with-terms' };
    default:
      return request;
  }
}

export function toRequest(stored: StoredRequest): IntentRequest {
  switch (stored.kind) {
    case 'create-with-terms':
      return { ...stored, kind: 'create' };
    case 'change-plan-with-terms':
      return { ...stored, kind: 'change-plan' };
    default:
      return stored;
  }
}
