import type { AppLimits, SubscriptionAccess } from '@hearth/contract';
import type { FastifyRequest } from 'fastify';
import type { Caller, Client } from '../modules/identity/index.ts';
import type { SubscriptionView } from '../modules/subscriptions/index.ts';
import type { Transaction } from '../platform/transaction.ts';

/** Caller of a route of the product, and the subscription that the request is about. */
export interface Authenticated extends Admitted {
  /** Address and program of the request. */
  readonly client: Client;
  /**
   * Runs the work in one transaction, as a call's change: the subscription is locked, and access and limits are read again
   * inside. Not for GET and HEAD, which change nothing.
   */
  change<Result>(work: (tx: Transaction, admitted: Admitted) => Promise<Result>): Promise<Result>;
}

/** Rights of the caller at one moment. */
export interface Admitted {
  readonly caller: Caller;
  readonly view: SubscriptionView;
  readonly limits: AppLimits;
}

/**
 * Verifies the caller, by ID token or signed address, and the access: of a read for GET and HEAD, else of a change.
 * `subscriptionId` in path or query names the subscription.
 */
export type Authenticate = (
  request: FastifyRequest,
  access: SubscriptionAccess,
  options?: {
    /** Lets operators in who see the product as a person does. The route must write nothing then. */
    readonly readOnly?: true;
  },
) => Promise<Authenticated>;
