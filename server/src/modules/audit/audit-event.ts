/** What happened: noun and past participle. */
export type AuditAction =
  | 'account.created'
  | 'account.profile-updated'
  | 'session.opened'
  | 'session.ended'
  | 'subscription.created'
  | 'subscription.settings-updated';

export interface AuditEvent {
  readonly action: AuditAction;
  /** uid of the person who did it. */
  readonly actorId: string;
  /** Id of what changed. */
  readonly subjectId: string;
  /** Subscription in whose activity it is listed, if any. */
  readonly subscriptionId?: string;
  readonly at: Date;
  readonly origin: AuditOrigin;
}

/** From where; personal data, kept apart and erasable. */
export interface AuditOrigin {
  readonly address: string;
  readonly userAgent: string;
}
