import type { RegisteredMember } from '../register.ts';

/** Kinds of events, for the filter of the activity. */
export const activityKinds = ['people', 'money', 'settings'] as const;

export type ActivityKind = (typeof activityKinds)[number];

/** Actions of Hearth that the activity of a subscription lists, noun and past participle, with their kind. */
const kinds = {
  'subscription.created': 'settings',
  'subscription.settings-updated': 'settings',
  'subscription.ownership-transferred': 'people',
  'subscription.ownership-settled': 'people',
  'subscription.frozen': 'people',
  'subscription.plan-changed': 'money',
  'subscription.plan-change-scheduled': 'money',
  'subscription.plan-change-undone': 'money',
  'subscription.end-scheduled': 'settings',
  'subscription.trial-extended': 'money',
  'subscription.free-time-given': 'money',
  'subscription.free-time-ended': 'money',
  'subscription.resumed': 'settings',
  'subscription.canceled': 'settings',
  'subscription.past-due': 'money',
  'subscription.unpaid': 'money',
  'subscription.recovered': 'money',
  'billing.details-updated': 'money',
  'billing.default-card-changed': 'money',
  'billing.card-removed': 'money',
  'billing.payment-received': 'money',
  'billing.payment-refunded': 'money',
  'billing.payment-disputed': 'money',
  'billing.dispute-closed': 'money',
  'billing.resynced': 'money',
  'billing.relinked': 'money',
  'billing.change-settled': 'money',
  'billing.change-refused': 'money',
  'billing.price-moved': 'money',
  'billing.taxes-started': 'money',
  'invite.created': 'people',
  'invite.accepted': 'people',
  'invite.rejected': 'people',
  'invite.revoked': 'people',
  'invite.expired': 'people',
  'invite.resent': 'people',
  'invite.restored': 'people',
  'invite.reconsidered': 'people',
  'member.permissions-changed': 'people',
  'member.removed': 'people',
  'member.restored': 'people',
  'member.left': 'people',
  'member.disowned': 'people',
} as const satisfies Record<string, ActivityKind>;

/** An action of Hearth; tables of ours have a row for each. */
export type HearthAction = keyof typeof kinds;

export type ActivityAction = HearthAction | RegisteredMember<'activity'>;

/** Done by a person who answered an invite without joining. The subscription must not learn their name. */
export const actionsOfStrangers = [
  'invite.rejected',
  'invite.reconsidered',
] as const satisfies readonly HearthAction[];

export const activityActions = Object.keys(kinds) as readonly HearthAction[];

export const kindOfAction = (action: HearthAction): ActivityKind => kinds[action];
