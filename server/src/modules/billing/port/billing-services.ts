import type { JobLog } from '../../../platform/jobs/job-log.ts';
import type { Database } from '../../../platform/transaction.ts';
import type { OperatorServices, Services } from '../../identity/index.ts';
import type { SubscriptionServices } from '../../subscriptions/index.ts';
import type { PaymentProvider } from './payment-provider.ts';
import type { PriceCheck } from './price-check.ts';
import type { PlanPreviews } from './rules/plan-preview.ts';

/** Services of operations about money. */
export interface BillingServices extends Services, OperatorServices {
  /** Undefined where payments are not set up: free plans only. */
  readonly payments: PaymentProvider | undefined;
  readonly prices: Pick<PriceCheck, 'accountFaults' | 'faultsOf' | 'check'>;
  readonly planPreviews: PlanPreviews;
  readonly subscriptionHooks: SubscriptionServices['subscriptionHooks'];
  /** Longest time until a person is answered. */
  readonly longestAnswerMs: number;
  /** Reads the provider's events, once in this process, before anything is sold. */
  readonly catchUp: () => Promise<void>;
  /** Log for events that need a person's attention. */
  readonly log: Pick<JobLog, 'error'>;
}

/** The steps of an intent may use these, in a request or in the job that resumes it. */
export type PerformContext = BillingServices & { readonly db: Database };

/** PerformContext where a provider is set up. */
export type PayingContext = PerformContext & { readonly payments: PaymentProvider };
