import { createMailbox } from '../../src/modules/mail/index.ts';
import type { TestApp } from './test-app.ts';

export type ReceivedMail = Awaited<ReturnType<typeof receivedMails>>[number];

/** Sends what waits, and answers the mails to the address (or to everybody), oldest first. */
export async function receivedMails({ app, db }: TestApp, to?: string) {
  await app.runJobs();
  return await createMailbox(db).list(to);
}
