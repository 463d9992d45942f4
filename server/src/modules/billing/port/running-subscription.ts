/** A page of the subscriptions that have not ended. A list does not show whether a bank asks for confirmation. */
export interface RunningPage<Subscription> {
  readonly subscriptions: readonly (Subscription & {
    /** Whether another installation created it. */
    readonly isElsewhere: boolean;
  })[];
  readonly hasMore: boolean;
}
