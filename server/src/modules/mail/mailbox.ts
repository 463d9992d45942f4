import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../platform/transaction.ts';
import { hasUnsentMails } from './mail-store.ts';
import type { MailTransport } from './mail-transport.ts';
import { insertMailboxMail, listMailboxMails, type MailboxMail } from './mailbox-store.ts';

/** Receives mails when there is no mail server. */
export interface Mailbox {
  /** Oldest first; of one address, or of all. */
  list(to?: string): Promise<MailboxMail[]>;
  /** Resolves when every mail that was queued has arrived, or after a few seconds. */
  settled(): Promise<void>;
}

const longestWaitMs = 3_000;
const lookAgainMs = 20;

export function createMailbox(db: Database): Mailbox {
  return {
    list: (to) => listMailboxMails(db, to),
    async settled() {
      for (const start = performance.now(); performance.now() - start < longestWaitMs; ) {
        if (!(await hasUnsentMails(db))) {
          return;
        }
        await sleep(lookAgainMs);
      }
    },
  };
}

export function createMailboxTransport(db: Database): MailTransport {
  return { deliver: (mail) => insertMailboxMail(db, mail) };
}
