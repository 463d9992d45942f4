import type { Language } from '@hearth/contract';
import { sql } from 'kysely';
import { awaitedJobPriority, enqueueSql, removeJobs } from '../../platform/jobs/job-store.ts';
import type { Database, Transaction } from '../../platform/transaction.ts';
import { hearthMails, type MailContent } from './kinds/index.ts';

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
  about: string | null;
  waits_until: Date | null;
  tried_at: Date | null;
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
  /** Number in the order in which mails were queued. */
  readonly queueNumber: string;
}

interface NewMail extends QueuedMail {
  /** Earliest time of sending; null for now. */
  readonly waitsUntil: Date | null;
}

interface About {
  /** Subject of which only the latest mail matters. */
  readonly about: string;
  /** Shortest time between two mails about the same subject. */
  readonly apartMs: number;
}

/** Name of the job that sends one mail. */
export const sendMailTask = 'send-mail';

declare module '../../platform/jobs/job-store.ts' {
  interface TaskPayloads {
    [sendMailTask]: { readonly mailId: string };
  }
}

/** Attempts in about 16 hours: the pauses between them grow. */
const maxAttempts = 12;

/** Writes the mail and enqueues its job, in one statement of the caller's transaction. */
export async function insertMail(
  tx: Transaction,
  mail: NewMail,
  about: string | null = null,
): Promise<void> {
  await sql`/* plan once: insert-mail */
    with mail as (
      insert into mails (id, recipient, language, kind, sealed_content, message_id, created_at, about, waits_until)
      values (${mail.id}, ${mail.recipient}, ${mail.language}, ${mail.kind},
        ${mail.sealedContent}, ${mail.messageId}, ${mail.createdAt}, ${about}, ${mail.waitsUntil})
      returning id, kind, waits_until
    )
    select ${enqueueMail} from mail where waits_until is null`.execute(tx);
}

/**
 * Replaces an unsent mail about the same subject, and waits if the last one is recent. A mail that a job has tried
 * counts as sent.
 */
export async function insertLatestMail(tx: Transaction, mail: QueuedMail & About): Promise<void> {
  const next = sql`${mail.apartMs}::bigint * interval '1 ms'`;
  const at = sql`${mail.createdAt}::timestamptz`;
  await sql`/* plan once: insert-latest-mail */
    with last as (
      select max(coalesce(sent_at, tried_at)) + ${next} as due from mails
      where recipient = ${mail.recipient} and kind = ${mail.kind} and about = ${mail.about}
    ), mail as (
      insert into mails (id, recipient, language, kind, sealed_content, message_id, created_at, about, waits_until)
      select ${mail.id}, ${mail.recipient}, ${mail.language}, ${mail.kind}, ${mail.sealedContent}::bytea,
        ${mail.messageId}, ${at}, ${mail.about}, case when due > ${at} then due end
      from last
      on conflict (recipient, kind, about) where sent_at is null and about is not null
      do update set id = excluded.id, queue_number = default, language = excluded.language,
        sealed_content = excluded.sealed_content, message_id = excluded.message_id,
        created_at = excluded.created_at, waits_until =
          case when greatest(excluded.waits_until, mails.tried_at + ${next}) > ${at}
            then greatest(excluded.waits_until, mails.tried_at + ${next}) end
      returning id, kind, waits_until
    )
    select ${enqueueMail} from (select id, kind from mail where waits_until is null) mail`.execute(
    tx,
  );
}

interface Joining extends About {
  /** Whether the mailbox has had few mails lately. Its bucket is locked, so nobody else joins meanwhile. */
  readonly hasRoom: boolean;
}

/**
 * Writes the mail, or lets it take the place of an unsent one about the same subject, at whose time it
 * is sent: later mails must not put that off.
 */
export async function insertOrJoinMail(
  tx: Transaction,
  mail: NewMail,
  { hasRoom, about, apartMs }: Joining,
): Promise<void> {
  const replaced = await mails(tx)
    .deleteFrom('mails')
    .where('recipient', '=', mail.recipient)
    .where('about', '=', about)
    .where('sent_at', 'is', null)
    .returning(['waits_until', 'tried_at'])
    .executeTakeFirst();
  if (hasRoom && !replaced) {
    await insertMail(tx, mail);
    return;
  }
  const later = (since: Date) => new Date(since.getTime() + apartMs);
  const { waits_until: waits, tried_at: tried } = replaced ?? {};
  const due = replaced ? (waits ?? (tried ? later(tried) : mail.createdAt)) : later(mail.createdAt);
  const until = mail.waitsUntil && mail.waitsUntil > due ? mail.waitsUntil : due;
  const waitsUntil = until > mail.createdAt ? until : null;
  await insertMail(tx, { ...mail, waitsUntil }, about);
}

const awaited = Object.entries(hearthMails)
  .filter(([, { isAwaited }]) => isAwaited)
  .map(([kind]) => kind);

const enqueueMail = enqueueSql(
  sendMailTask,
  { mailId: sql<string>`mail.id` },
  {
    key: sql<string>`mail.id`,
    priority: sql<number>`case when mail.kind in (${sql.join(awaited.map((kind) => sql.lit(kind)))})
      then ${sql.lit(awaitedJobPriority)} else 0 end`,
    maxAttempts,
  },
);

/** Enqueues the jobs of mails that have waited until now. One that a request replaces at this moment comes with the next minute. */
export async function releaseWaitingMails(db: Database, at: Date): Promise<void> {
  await sql`
    with due as (
      select id from mails where waits_until <= ${at} order by id for update skip locked
    ), mail as (
      update mails set waits_until = null from due where mails.id = due.id
      returning mails.id, mails.kind
    )
    select ${enqueueMail} from mail`.execute(db);
}

/**
 * Notes that the mail is being sent. Undefined when it was sent, removed, or replaced by a newer one
 * before its job ran again.
 */
export async function takeUnsentMail(
  db: Database,
  id: string,
  at: Date,
): Promise<UnsentMail | undefined> {
  const row = await mails(db)
    .updateTable('mails')
    .set({ tried_at: at })
    .where('id', '=', id)
    .where('sent_at', 'is', null)
    .returningAll()
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

/** Whether there are unsent mails; those that have to wait do not count. */
export async function hasUnsentMails(db: Database): Promise<boolean> {
  const row = await mails(db)
    .selectFrom('mails')
    .select('id')
    .where('sent_at', 'is', null)
    .where('waits_until', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Notes the sending and erases the mail's content. */
export async function markSent(db: Database, id: string, at: Date): Promise<void> {
  await mails(db)
    .updateTable('mails')
    .set({ sent_at: at, sealed_content: null })
    .where('id', '=', id)
    .execute();
}

/** Removes a mail that has not been sent; its job, if it has one, finds nothing. */
export async function removeUnsentMail(tx: Transaction, id: string): Promise<void> {
  await mails(tx).deleteFrom('mails').where('id', '=', id).where('sent_at', 'is', null).execute();
}

/** Removes older mails, and the jobs of unsent ones. */
export async function removeMailsBefore(db: Database, at: Date): Promise<void> {
  await sql`
    with removed as (delete from mails where created_at < ${at} returning id)
    select count(graphile_worker.remove_job(id)) from removed`.execute(db);
}

/** Removes all mails that wait, and their jobs; answers how many there were. */
export async function dropWaitingMails(tx: Transaction): Promise<number> {
  await removeJobs(tx, sendMailTask);
  const { numDeletedRows } = await mails(tx)
    .deleteFrom('mails')
    .where('sent_at', 'is', null)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
