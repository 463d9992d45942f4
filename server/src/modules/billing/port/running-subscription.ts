/** One that may charge, as the list of all of them shows it. */
export interface RunningSubscription {
  readonly id: string;
  readonly customerId: string;
  /** Ours, from the metadata; null for what somebody else has made. */
  readonly subscriptionId: string | null;
  /** Whether another installation has made it. */
  readonly isElsewhere: boolean;
}

export interface RunningPage {
  readonly subscriptions: readonly RunningSubscription[];
  readonly hasMore: boolean;
}
