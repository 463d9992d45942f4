/** An address at which the provider is set to deliver its events. */
export interface WebhookEndpoint {
  readonly url: string;
  readonly isEnabled: boolean;
  /** Version in which its events are written; null where it is the account's own. */
  readonly apiVersion: string | null;
  /** Version that we read. */
  readonly neededVersion: string;
  /** Types of events that we need and that are not delivered there. */
  readonly missingTypes: readonly string[];
}
