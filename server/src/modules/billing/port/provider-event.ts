/** Something that happened at the provider. Its content is never trusted: it only says which customer to read again. */
export interface ProviderEvent {
  readonly id: string;
  readonly type: string;
  readonly createdAt: Date;
  /** The event's customer; null where it names none. */
  readonly customerId: string | null;
  /** Charge of a refund or a dispute, which names no customer. */
  readonly chargeId?: string | null;
  /** Our subscription, where the metadata of a customer or a subscription names it. */
  readonly subscriptionId?: string | null;
}

export interface EventQuestion {
  readonly since: Date;
  /** Id of the last event of the page before. */
  readonly after?: string;
}

export interface EventPage {
  readonly events: readonly ProviderEvent[];
  readonly hasMore: boolean;
}

/** Whether money may have gone back to the payer, which an invoice itself does not show. */
export function isAboutReturns({ type }: Pick<ProviderEvent, 'type'>): boolean {
  return /^(refund|charge\.(refunded|refund|dispute)|credit_note)(\.|$)/.test(type);
}
