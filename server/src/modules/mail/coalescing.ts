import type { Bucket } from '../../platform/rate-limits.ts';
import type { MailContent, Recipient } from './mail.ts';

type Rule<Content> =
  /** A person asks for each one, and is refused while the mailbox has had many. */
  | 'asked'
  /** Money or a date brings it about, never a press alone: each one is sent. */
  | 'owed'
  /** A change brings it about. Once the mailbox has had many, only the latest about a subject is sent, later. */
  | ((content: Content) => string)
  /** Only the latest about a subject is sent, however few there are. */
  | { readonly latest: (content: Content) => string };

type Rules = {
  readonly [Kind in MailContent['kind']]: Rule<Extract<MailContent, { kind: Kind }>>;
};

interface AboutProvider {
  readonly provider: string;
  readonly providerEmail: string;
}

const password = () => 'password';
const provider = (one: AboutProvider) => `provider ${one.provider} ${one.providerEmail}`;
const ownership = ({ link }: { readonly link: string }) => `ownership ${link}`;
const plan = ({ link }: { readonly link: string }) => `plan ${link}`;
const end = ({ link }: { readonly link: string }) => `end ${link}`;

/** Kinds that undo each other have one subject, so that the later one takes the place of the earlier. */
const rules: Rules = {
  'verify-email': 'asked',
  'reset-password': 'asked',
  'verify-and-change-email': 'asked',
  'recover-email': () => 'address',
  'revert-verification': () => 'verification',
  'password-changed': password,
  'password-removed': password,
  'provider-linked': provider,
  'provider-unlinked': provider,
  'account-deleted': () => 'deletion',
  'account-unused': 'owed',
  invitation: 'asked',
  'invite-accepted': ({ memberEmail, link }) => `accepted ${memberEmail} ${link}`,
  'member-removed': ({ subscriptionName }) => `removed ${subscriptionName}`,
  'permissions-changed': { latest: ({ subscriptionId }) => subscriptionId },
  'ownership-given': ownership,
  'ownership-received': ownership,
  'webhook-endpoint-off': ({ host }) => `endpoint ${host}`,
  'payment-disputed': 'owed',
  receipt: 'owed',
  refund: 'owed',
  'refund-failed': 'owed',
  'credit-note': 'owed',
  'payment-failed': 'owed',
  'authentication-needed': 'owed',
  'subscription-unpaid': 'owed',
  'card-missing': ({ link }) => `card ${link}`,
  'renewal-ahead': 'owed',
  'trial-ending': 'owed',
  'card-expiring': 'owed',
  'subscription-ending': end,
  'subscription-resumed': end,
  'subscription-canceled': end,
  'plan-change-scheduled': plan,
  'plan-change-undone': plan,
  'plan-changed': plan,
  app: ({ mail, action }) => `app ${mail} ${action?.link ?? ''}`,
};

/** Shortest time between two mails of which only the latest about a subject is sent. */
const apartMs = 10 * 60_000;
const dayMs = 24 * 3_600_000;

/** How a mail is kept from flooding its mailbox. */
export interface Coalescing {
  /** Subject of which only the latest mail is sent. */
  readonly about: string;
  /** Time between two mails about the subject. */
  readonly apartMs: number;
  /** While it has room, each mail is sent; null where it is always only the latest. */
  readonly bucket: Bucket | null;
}

/** Null for a mail that is always sent. */
export function coalescingOf<Kind extends MailContent['kind']>(
  { email, emailVerified }: Recipient,
  content: Extract<MailContent, { kind: Kind }>,
): Coalescing | null {
  const rule: Rules[Kind] = rules[content.kind as Kind];
  if (typeof rule === 'string') {
    return null;
  }
  if (typeof rule === 'object') {
    return { about: rule.latest(content), apartMs, bucket: null };
  }
  if (!emailVerified) {
    const bucket = { key: `mail unproven ${email}`, burst: 3, everyMs: dayMs };
    return { about: 'unproven', apartMs: dayMs, bucket };
  }
  const bucket = { key: `mail ${content.kind} ${email}`, burst: 10, everyMs: 4 * 60_000 };
  return { about: rule(content), apartMs, bucket };
}
