import type { RegisteredMember } from '../register.ts';

/** Actions of Hearth that the activity of a subscription lists: noun and past participle. */
export const activityActions = [
  'subscription.created',
  'subscription.settings-updated',
  'subscription.ownership-transferred',
  'subscription.plan-changed',
  'subscription.plan-change-scheduled',
  'subscription.plan-change-undone',
  'subscription.end-scheduled',
  'subscription.resumed',
  'subscription.canceled',
  'subscription.past-due',
  'subscription.unpaid',
  'subscription.recovered',
  'billing.details-updated',
  'billing.default-card-changed',
  'billing.card-removed',
  'billing.payment-received',
  'billing.payment-refunded',
  'billing.payment-disputed',
  'billing.dispute-closed',
  'billing.resynced',
  'billing.relinked',
  'billing.change-settled',
  'billing.change-refused',
  'billing.price-moved',
  'billing.taxes-started',
  'invite.created',
  'invite.accepted',
  'invite.rejected',
  'invite.revoked',
  'invite.expired',
  'invite.resent',
  'invite.restored',
  'invite.reconsidered',
  'member.permissions-changed',
  'member.removed',
  'member.restored',
  'member.left',
  'member.disowned',
] as const;

/** An action of Hearth; tables of ours have a row for each. */
export type HearthAction = (typeof activityActions)[number];

export type ActivityAction = HearthAction | RegisteredMember<'activity'>;

/** Kinds of events, for the filter of the activity. */
export const activityKinds = ['people', 'money', 'settings'] as const;

export type ActivityKind = (typeof activityKinds)[number];

const ofSettings: readonly HearthAction[] = [
  'subscription.created',
  'subscription.settings-updated',
  'subscription.end-scheduled',
  'subscription.resumed',
  'subscription.canceled',
];

const ofPeople = /^(invite|member)\.|^subscription\.ownership-transferred$/;

export function kindOfAction(action: HearthAction): ActivityKind {
  if (ofSettings.includes(action)) {
    return 'settings';
  }
  return ofPeople.test(action) ? 'people' : 'money';
}
