/** What can happen in a subscription, and so be listed in its activity: noun and past participle. */
export const activityActions = [
  'subscription.created',
  'subscription.settings-updated',
  'subscription.ownership-transferred',
  'subscription.plan-changed',
  'subscription.canceled',
  'subscription.past-due',
  'subscription.unpaid',
  'subscription.recovered',
  'billing.details-updated',
  'billing.default-card-changed',
  'billing.card-removed',
  'billing.resynced',
  'billing.relinked',
  'billing.change-settled',
  'billing.change-refused',
  'invite.created',
  'invite.accepted',
  'invite.rejected',
  'invite.revoked',
  'invite.expired',
  'member.permissions-changed',
  'member.removed',
  'member.left',
  'member.disowned',
] as const;

export type ActivityAction = (typeof activityActions)[number];
