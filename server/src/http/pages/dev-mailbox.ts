import type { MailboxMail } from '@hearth/contract';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import type { Config } from '../../config/config.ts';
import type { Mailbox } from '../../modules/mail/index.ts';
import { refuseUnless } from '../../platform/refusal.ts';
import { parseInput } from '../parse-input.ts';
import { keepToDevSite } from './dev-site.ts';

interface DevMailbox {
  readonly config: Config;
  readonly mailbox: Mailbox;
}

const listQuery = z.strictObject({ to: z.optional(z.string()) });
const pageQuery = z.strictObject({ id: z.string() });

/** Policy for a shown mail: any style, pictures of the brand, no script. */
const mailPolicy = [
  `default-src 'none'`,
  `style-src 'unsafe-inline'`,
  `img-src 'self'`,
  `frame-ancestors 'none'`,
  `base-uri 'none'`,
  'sandbox allow-popups allow-popups-to-escape-sandbox',
].join('; ');

/** Local mode's mails, for the screen /dev/mailbox and for programs that follow mailed links. */
export async function registerDevMailbox(app: FastifyInstance, parts: DevMailbox): Promise<void> {
  if (parts.config.mode === 'local') {
    await app.register(mailboxRoutes, parts);
  }
}

function mailboxRoutes(
  dev: FastifyInstance,
  { config, mailbox }: DevMailbox,
  done: () => void,
): void {
  keepToDevSite(dev, config);
  const route = { config: { call: 'dev' } };
  dev.get('/dev/mailbox.json', route, async (request) => {
    const { to } = parseInput(listQuery, request.query) as z.infer<typeof listQuery>;
    return await listMails(mailbox, to === '' ? undefined : to);
  });

  dev.get('/dev/mailbox.html', route, async (request, reply) => {
    const { id } = parseInput(pageQuery, request.query) as z.infer<typeof pageQuery>;
    const mail = (await mailbox.list()).find(({ messageId }) => messageId === id);
    refuseUnless(mail, 'request/unknown-path');
    reply.header('content-security-policy', mailPolicy).type('text/html; charset=utf-8');
    return mail.html;
  });
  done();
}

async function listMails(mailbox: Mailbox, to: string | undefined): Promise<MailboxMail[]> {
  // A job sends mails, and a reader right after a call should find its mail.
  await mailbox.settled();
  const mails = await mailbox.list(to);
  return mails.map(({ messageId, sentAt, ...mail }) => ({
    ...mail,
    message_id: messageId,
    sent_at: sentAt.toISOString(),
  }));
}
