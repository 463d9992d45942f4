import type { Bucket } from '../../platform/rate-limits.ts';
import type { Coalesce } from './define-mail.ts';
import { coalesceAppMail } from './kinds/app.ts';
import { hearthMails, type MailContent } from './kinds/index.ts';
import type { Recipient } from './mail.ts';

type MailKind = MailContent['kind'];
type Content<Kind extends MailKind> = Extract<MailContent, { kind: Kind }>;

const rules: { readonly [Kind in MailKind]: { readonly coalesce: Coalesce<Content<Kind>> } } = {
  ...hearthMails,
  app: { coalesce: coalesceAppMail },
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
  /** While the bucket has room, each mail is sent; null if only the latest is ever sent. */
  readonly bucket: Bucket | null;
}

/** Null for a mail that is always sent. */
export function coalescingOf<Kind extends MailKind>(
  { email, emailVerified }: Recipient,
  content: Content<Kind>,
): Coalescing | null {
  const rule: Coalesce<Content<Kind>> = rules[content.kind as Kind].coalesce;
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
