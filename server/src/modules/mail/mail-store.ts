import type { Language } from '@hearth/contract';
import { sql } from 'kysely';
import type { Database, Transaction } from '../../platform/transaction.ts';
import type { MailContent } from './mail.ts';

interface MailTable {
  id: string;
  queue_number: string;
  recipient: string | null;
  language: Language;
  kind: MailContent['kind'];
  sealed_content: Buffer | null;
  message_id: string;
  created_at: Date;
  sent_at: Date | null;
}

const mails = (db: Database) => db.withTables<{ mails: MailTable }>();

/** One mail as it waits for its job. */
export interface QueuedMail {
  readonly id: string;
  readonly recipient: string | null;
  readonly language: Language;
  readonly kind: MailContent['kind'];
  readonly sealedContent: Buffer;
  readonly messageId: string;
  readonly createdAt: Date;
}

export interface UnsentMail extends QueuedMail {
  /** In the order in which mails were asked for. */
  readonly queueNumber: string;
}

/** Name of the job that sends one mail; its payload is `{ mailId }`. */
export const sendMailTask = 'send-mail';

/** With waits that grow in between, about a day. */
const mostAttempts = 12;

/** Writes the mail and asks for its job, in one statement of the caller's transaction. */
export async function insertMail(tx: Transaction, mail: QueuedMail): Promise<void> {
  await sql`/* plan once: insert-mail */
    with mail as (
      insert into mails (id, recipient, language, kind, sealed_content, message_id, created_at)
      values (${mail.id}, ${mail.recipient}, ${mail.language}, ${mail.kind},
        ${mail.sealedContent}, ${mail.messageId}, ${mail.createdAt})
      returning id
    )
    select job.id from mail cross join lateral graphile_worker.add_job(
      identifier => ${sendMailTask}, payload => json_build_object('mailId', mail.id),
      max_attempts => ${mostAttempts}, job_key => mail.id) job`.execute(tx);
}

/** Undefined when it was sent, or removed, before its job ran again. */
export async function findUnsentMail(db: Database, id: string): Promise<UnsentMail | undefined> {
  const row = await mails(db)
    .selectFrom('mails')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.sealed_content
    ? {
        id: row.id,
        recipient: row.recipient,
        language: row.language,
        kind: row.kind,
        sealedContent: row.sealed_content,
        messageId: row.message_id,
        createdAt: row.created_at,
        queueNumber: row.queue_number,
      }
    : undefined;
}

export async function hasUnsentMails(db: Database): Promise<boolean> {
  const row = await mails(db)
    .selectFrom('mails')
    .select('id')
    .where('sent_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Notes the sending and erases what the mail said. */
export async function markSent(db: Database, id: string, at: Date): Promise<void> {
  await mails(db)
    .updateTable('mails')
    .set({ sent_at: at, sealed_content: null })
    .where('id', '=', id)
    .execute();
}

/** Removes mails of before, and the jobs of those that nobody took. */
export async function removeMailsBefore(db: Database, at: Date): Promise<void> {
  await sql`
    with removed as (delete from mails where created_at < ${at} returning id)
    select count(graphile_worker.remove_job(id)) from removed`.execute(db);
}
