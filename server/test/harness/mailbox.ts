import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { createMailbox } from '../../src/modules/mail/index.ts';
import type { TestApp } from './test-app.ts';

export type ReceivedMail = Awaited<ReturnType<typeof receivedMails>>[number];

/** Sends what waits, and answers the mails to the address (or to everybody), oldest first. */
export async function receivedMails({ app, db }: TestApp, to?: string) {
  await app.runJobs();
  await untilSent(db);
  return await createMailbox(db).list(to);
}

/** Waits for mails that the run of another call, which has begun earlier, is sending. */
async function untilSent(db: TestApp['db']): Promise<void> {
  for (let tries = 0; tries < 250 && (await isSending(db)); tries += 1) {
    await sleep(20);
  }
}

async function isSending(db: TestApp['db']): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (
      select from graphile_worker.jobs
      where task_identifier = 'send-mail' and locked_at is not null) as found`.execute(db);
  return rows[0]?.found === true;
}
