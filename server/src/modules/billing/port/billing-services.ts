import type { JobLog } from '../../../platform/job-log.ts';
import type { Database } from '../../../platform/transaction.ts';
import type { Services } from '../../identity/index.ts';
import type { SubscriptionServices } from '../../subscriptions/index.ts';
import type { PaymentProvider } from './payment-provider.ts';
import type { PlanPreviews } from './plan-preview.ts';
import type { PriceCheck } from './price-check.ts';

/** Operations about money get these services besides. */
export interface BillingServices extends Services {
  /** Undefined where payments are not set up: free plans only. */
  readonly payments: PaymentProvider | undefined;
  readonly prices: Pick<PriceCheck, 'accountFaults' | 'faultsOf'>;
  readonly planPreviews: PlanPreviews;
  readonly subscriptionHooks: Pick<SubscriptionServices['subscriptionHooks'], 'onCanceled'>;
  /** Longest time in which a person is answered. */
  readonly longestAnswerMs: number;
  /** Reads the provider's events, once in this process, before anything is sold. */
  readonly catchUp: () => Promise<void>;
  /** For what a person has to look at. */
  readonly log: Pick<JobLog, 'error'>;
}

/** The steps of an intent may use these, in a request or in the job that resumes it. */
export type PerformContext = BillingServices & { readonly db: Database };

/** The same where somebody takes money. */
export type PayingContext = PerformContext & { readonly payments: PaymentProvider };
