import type { Clock } from '../../platform/clock.ts';
import { randomId } from '../../platform/ids.ts';
import type { DueWork } from '../../platform/jobs/due-work.ts';
import type { RateLimits } from '../../platform/rate-limits.ts';
import { seal } from '../../platform/seal.ts';
import type { Database, Transaction } from '../../platform/transaction.ts';
import { coalescingOf } from './coalescing.ts';
import type { Mail } from './mail.ts';
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
