import type { Clock } from '../../platform/clock.ts';
import { randomId } from '../../platform/ids.ts';
import type { DueWork } from '../../platform/jobs/due-work.ts';
import type { Bucket, RateLimits } from '../../platform/rate-limits.ts';
import { seal } from '../../platform/seal.ts';
import type { Database, Transaction } from '../../platform/transaction.ts';
import type { Coalesce } from './define-mail.ts';
import { coalesceAppMail } from './kinds/app.ts';
import { hearthMails, type MailContent } from './kinds/index.ts';
import type { Mail, Recipient } from './mail.ts';
import {
  insertLatestMail,
  insertMail,
  insertOrJoinMail,
  removeMailsBefore,
  removeUnsentMail,
} from './mail-store.ts';

/** Queue for the mails of operations. */
export interface Mails {
  /** Sends the mail if the transaction commits, and only then. A mail that a person asks for takes one statement for any recipient. */
  queue(tx: Transaction, mail: Mail): Promise<MailId>;
  /** Takes a mail back that is not sent yet. */
  withdraw(tx: Transaction, id: MailId): Promise<void>;
}

type MailId = string;

interface MailsParts {
  readonly secretKey: string;
  readonly clock: Clock;
  readonly limits: RateLimits;
  /** Origin of the product; its host is the right half of Message-IDs. */
  readonly publicUrl: string;
}

export function createMails({ secretKey, clock, limits, publicUrl }: MailsParts): Mails {
  const host = new URL(publicUrl).hostname;
  return {
    async queue(tx, { to, language, content, notBefore }) {
      const id = randomId(24);
      const at = clock.now();
      const mail = {
        id,
        recipient: to?.email ?? null,
        language,
        kind: content.kind,
        sealedContent: seal(JSON.stringify(content), { secretKey, purpose: 'mails' }),
        messageId: `<${id}@${host}>`,
        createdAt: at,
        waitsUntil: notBefore ?? null,
      };
      const coalescing = to && coalescingOf(to, content);
      if (!coalescing) {
        await insertMail(tx, mail);
      } else if (coalescing.bucket === null) {
        await insertLatestMail(tx, { ...mail, ...coalescing });
      } else {
        const { bucket, about, apartMs } = coalescing;
        const joining = limits.isOn && { hasRoom: await limits.take(tx, [bucket]), about, apartMs };
        await (joining ? insertOrJoinMail(tx, mail, joining) : insertMail(tx, mail));
      }
      return id;
    },

    withdraw: removeUnsentMail,
  };
}

/** Longer than any link in a mail lives. */
const keptMs = 30 * 24 * 60 * 60 * 1000;

/** Removes mails 30 days after they were queued, sent or not, because they name their recipients. */
export function createRemoveOldMails(db: Database): DueWork {
  return (at) => removeMailsBefore(db, new Date(at.getTime() - keptMs));
}

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
interface Coalescing {
  /** Subject of which only the latest mail is sent. */
  readonly about: string;
  /** Time between two mails about the subject. */
  readonly apartMs: number;
  /** While the bucket has room, each mail is sent; null if only the latest is ever sent. */
  readonly bucket: Bucket | null;
}

/** Null for a mail that is always sent. */
function coalescingOf<Kind extends MailKind>(
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
