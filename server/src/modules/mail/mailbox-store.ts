import { findEmail } from '@hearth/contract';
import type { Database } from '../../platform/transaction.ts';
import type { MailContent } from './kinds/index.ts';

/** A mail as the mailbox keeps it. */
export interface MailboxMail {
  readonly to: string;
  readonly kind: MailContent['kind'];
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly links: readonly string[];
  readonly messageId: string;
  readonly sentAt: Date;
}

interface NewMailboxMail extends MailboxMail {
  readonly queueNumber: string;
}

interface MailboxMailTable {
  message_id: string;
  queue_number: string;
  recipient: string;
  kind: MailContent['kind'];
  subject: string;
  text_body: string;
  html_body: string;
  links: readonly string[];
  sent_at: Date;
}

const mailboxMails = (db: Database) => db.withTables<{ mailbox_mails: MailboxMailTable }>();

/** Adds the mail, unless an attempt that broke off later had added it already. */
export async function insertMailboxMail(db: Database, mail: NewMailboxMail): Promise<void> {
  await mailboxMails(db)
    .insertInto('mailbox_mails')
    .values({
      message_id: mail.messageId,
      queue_number: mail.queueNumber,
      recipient: mail.to.toLowerCase(),
      kind: mail.kind,
      subject: mail.subject,
      text_body: mail.text,
      html_body: mail.html,
      links: mail.links,
      sent_at: mail.sentAt,
    })
    .onConflict((conflict) => conflict.column('message_id').doNothing())
    .execute();
}

/** Oldest first; of one address, or of all. */
export async function listMailboxMails(db: Database, to?: string): Promise<MailboxMail[]> {
  const rows = await mailboxMails(db)
    .selectFrom('mailbox_mails')
    .selectAll()
    .$if(to !== undefined, (query) => query.where('recipient', '=', toRecipient(to ?? '')))
    .orderBy('queue_number')
    .execute();
  return rows.map((row) => ({
    to: row.recipient,
    kind: row.kind,
    subject: row.subject,
    text: row.text_body,
    html: row.html_body,
    links: row.links,
    messageId: row.message_id,
    sentAt: row.sent_at,
  }));
}

const toRecipient = (written: string) => findEmail(written) ?? written.toLowerCase();
