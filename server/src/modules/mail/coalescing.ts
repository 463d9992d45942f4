import type { MailContent } from './mail.ts';

type Coalescing = {
  readonly [Kind in MailContent['kind']]:
    | 'each'
    /** Id of the subject of which only the latest state matters. */
    | ((content: Extract<MailContent, { kind: Kind }>) => string);
};

/**
 * Whether each mail of a kind is sent, or only the latest about one subject. Mails with a link of
 * their own, about security, receipts and failed payments are never coalesced.
 */
const coalescing: Coalescing = {
  'verify-email': 'each',
  'reset-password': 'each',
  'verify-and-change-email': 'each',
  'recover-email': 'each',
  'revert-verification': 'each',
  'password-changed': 'each',
  'password-removed': 'each',
  'provider-linked': 'each',
  'provider-unlinked': 'each',
  'account-deleted': 'each',
  'account-unused': 'each',
  // Each has a link of its own, and few of them go to one mailbox.
  invitation: 'each',
  // Each is about another member.
  'invite-accepted': 'each',
  'member-removed': 'each',
  'permissions-changed': ({ subscriptionId }) => subscriptionId,
  'ownership-given': 'each',
  'ownership-received': 'each',
  // Once for each time it is turned off.
  'webhook-endpoint-off': 'each',
  'payment-disputed': 'each',
  receipt: 'each',
  refund: 'each',
  'refund-failed': 'each',
  'credit-note': 'each',
  'payment-failed': 'each',
  'authentication-needed': 'each',
  'subscription-unpaid': 'each',
  'card-missing': 'each',
  'renewal-ahead': 'each',
  'trial-ending': 'each',
  'card-expiring': 'each',
  'subscription-ending': 'each',
  'subscription-resumed': 'each',
  'plan-change-scheduled': 'each',
  'plan-change-undone': 'each',
  'subscription-canceled': 'each',
  // Each names its own cost.
  'plan-changed': 'each',
  app: 'each',
};

/** Shortest time between two mails of a kind about a subject to a person. */
export const coalescedMs = 10 * 60_000;

/** Id of the subject; null for a mail that is always sent. */
export function aboutOf<Kind extends MailContent['kind']>(
  content: Extract<MailContent, { kind: Kind }>,
): string | null {
  const rule: Coalescing[Kind] = coalescing[content.kind as Kind];
  return rule === 'each' ? null : rule(content);
}
