/** A page of those that may charge. Whether the bank asks for a person is not in a list. */
export interface RunningPage<Subscription> {
  readonly subscriptions: readonly (Subscription & {
    /** Whether another installation has made it. */
    readonly isElsewhere: boolean;
  })[];
  readonly hasMore: boolean;
}
