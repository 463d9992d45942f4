import type { ChangePreview } from './amounts.ts';
import type { TaxedBuyer } from './taxes.ts';

/** Prices that the provider charges from the next period on, without being asked again. */
export interface ScheduledPrices {
  readonly priceIds: readonly string[];
  /** When they take effect. */
  readonly at: Date;
}

interface Scheduled {
  readonly providerSubscriptionId: string;
  readonly priceIds: readonly string[];
  /** Instant of the preview; for the change itself, end of the period at which it takes effect. */
  readonly at: Date;
}

/** Calls of a provider about plan changes that wait for the end of the period. */
export interface ScheduleCalls<Subscription> {
  /**
   * Computes the cost: nothing now, `next` at the end of the period, which is `nextAt`, for the buyer whom the change
   * saves first. Throws ChangeRefused and TaxIdRefused.
   */
  previewScheduled(
    change: Scheduled & { readonly buyer?: TaxedBuyer | undefined },
  ): Promise<ChangePreview>;
  /**
   * Has the prices take effect with the next period, in place of a change that was scheduled before. One that is
   * going to end stays as it is, and one that has the prices already. Answers it as it is now. Throws ChangeRefused, also where its period does not end at `at`.
   */
  scheduleChange(change: Scheduled & { readonly key: string }): Promise<Subscription>;
  /** Drops the scheduled change, wherever it was made. Answers the subscription as it is now, ended or not. */
  dropScheduled(subscription: { readonly key: string; readonly id: string }): Promise<Subscription>;
}
