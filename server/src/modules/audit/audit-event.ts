/** What happened: noun and past participle. */
export type AuditAction =
  | 'account.created'
  | 'account.profile-updated'
  | 'account.email-verified'
  | 'account.email-changed'
  | 'account.email-recovered'
  | 'account.password-changed'
  | 'account.password-reset'
  | 'account.password-removed'
  | 'account.password-link-made'
  | 'account.provider-linked'
  | 'account.provider-unlinked'
  | 'account.taken-over'
  | 'account.disabled'
  | 'account.enabled'
  | 'account.deleted'
  | 'session.opened'
  | 'session.ended'
  | 'session.others-ended'
  | 'session.all-ended'
  | 'signing-key.rotated'
  | 'subscription.created'
  | 'subscription.settings-updated'
  | 'subscription.ownership-transferred'
  | 'subscription.plan-changed'
  | 'subscription.canceled'
  | 'subscription.past-due'
  | 'subscription.unpaid'
  | 'subscription.recovered'
  | 'billing.details-updated'
  | 'billing.default-card-changed'
  | 'billing.card-removed'
  | 'invite.created'
  | 'invite.accepted'
  | 'invite.rejected'
  | 'invite.revoked'
  | 'invite.expired'
  | 'member.permissions-changed'
  | 'member.removed'
  | 'member.left';

export interface AuditEvent {
  readonly action: AuditAction;
  /** uid of the person who did it; null when an operator or the product itself acted. */
  readonly actorId: string | null;
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
