import type { ActivityAction, ActivityDetails } from '@hearth/contract';

/** Actions outside of any subscription: noun and past participle. */
type OwnAction =
  | 'account.created'
  | 'account.imported'
  | 'account.profile-updated'
  | 'account.email-verified'
  | 'account.email-changed'
  | 'account.email-change-begun'
  | 'account.email-change-confirmed'
  | 'account.email-change-stopped'
  | 'account.email-change-given-up'
  | 'account.email-recovered'
  | 'account.recovery-contested'
  | 'account.password-changed'
  | 'account.password-reset'
  | 'account.password-removed'
  | 'account.password-link-made'
  | 'account.provider-linked'
  | 'account.provider-unlinked'
  | 'account.link-reverted'
  | 'account.unlink-reverted'
  | 'account.factor-added'
  | 'account.factor-removed'
  | 'account.factors-removed'
  | 'account.passkey-added'
  | 'account.passkey-removed'
  | 'account.factors-reverted'
  | 'account.recovery-code-used'
  | 'account.recovery-codes-renewed'
  | 'account.taken-over'
  | 'account.disowned'
  | 'account.disabled'
  | 'account.enabled'
  | 'account.deletion-planned'
  | 'account.deletion-stopped'
  | 'account.deletion-given-up'
  | 'account.deleted'
  | 'account.expired'
  | 'account.invited'
  | 'session.opened'
  | 'session.handed-on'
  | 'session.ended'
  | 'session.others-ended'
  | 'session.all-ended'
  | 'signing-key.rotated'
  | 'api-key.created'
  | 'api-key.revoked'
  | 'subscription.metadata-updated'
  | 'webhook-endpoint.created'
  | 'webhook-endpoint.updated'
  | 'webhook-endpoint.deleted'
  | 'webhook-endpoint.secret-rotated'
  | 'webhook-endpoint.turned-off'
  | 'webhook-endpoint.tested'
  | 'webhook-endpoint.replayed'
  | 'webhook-event.resent'
  | 'webhook-delivery.resent'
  | 'operator.added'
  | 'operator.removed'
  | 'backup.restored';

interface Happening {
  /** uid of the person who did it; null when an operator or the product itself acted. */
  readonly actorId: string | null;
  /** Id of what changed. */
  readonly subjectId: string;
  readonly at: Date;
  readonly origin: AuditOrigin;
}

/** Listed in the activity of its subscription, which has a sentence for each action. */
export interface ActivityEvent extends Happening {
  readonly action: ActivityAction;
  readonly subscriptionId: string;
  readonly details?: AuditDetails | undefined;
}

/** Old and new values: stored separately, since a card is erasable. */
export interface AuditDetails extends Omit<ActivityDetails, 'open_until'> {
  /** uid of the person who sent the invite. */
  readonly inviter_id?: string;
  /** uid of the person whose card is named. */
  readonly payerId?: string;
}

/** Listed nowhere. */
export interface OwnEvent extends Happening {
  readonly action: OwnAction;
  readonly subscriptionId?: never;
  readonly details?: never;
}

export type AuditEvent = ActivityEvent | OwnEvent;

/** Origin of the change: personal data, stored separately and erasable. */
export interface AuditOrigin {
  readonly address: string;
  readonly userAgent: string;
}
