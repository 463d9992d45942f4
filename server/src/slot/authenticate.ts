import type { AppLimits, SubscriptionAccess } from '@hearth/contract';
import type { FastifyRequest } from 'fastify';
import type { Caller } from '../modules/identity/index.ts';
import type { SubscriptionView } from '../modules/subscriptions/index.ts';

/** Caller of a route of the product, and the subscription that the request is about. */
export interface Authenticated {
  readonly caller: Caller;
  readonly view: SubscriptionView;
  readonly limits: AppLimits;
}

/**
 * Verifies the request's ID token and the access, and refuses where a call would: a read for GET and HEAD, and a change for
 * other methods, which an unpaid project does not take. A path parameter or the query names the
 * subscription: `subscriptionId`.
 */
export type Authenticate = (
  request: FastifyRequest,
  access: SubscriptionAccess,
) => Promise<Authenticated>;
