import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import type { Config } from '../config.ts';
import type { Mailbox } from '../modules/mail/index.ts';
import { requireDevSite } from './dev-site.ts';
import { encodeCallableRefusal } from './dialect.ts';
import { answerFailure } from './failures.ts';
import { parseInput } from './parse-input.ts';

interface DevMailbox {
  readonly config: Config;
  readonly mailbox: Mailbox;
}

const query = z.strictObject({ to: z.optional(z.string()) });

/** Local mode's mails, for the screen /dev/mailbox and for programs that follow mailed links. */
export async function registerDevMailbox(
  app: FastifyInstance,
  { config, mailbox }: DevMailbox,
): Promise<void> {
  if (config.mode !== 'local') {
    return;
  }
  await app.register(async (dev) => {
    dev.setErrorHandler(answerFailure(encodeCallableRefusal));
    dev.addHook('onRequest', async (request, reply) => {
      reply.header('cache-control', 'no-store');
      requireDevSite(request, config);
    });
    dev.get('/dev/mailbox.json', async (request) => {
      const { to } = parseInput(query, request.query) as z.infer<typeof query>;
      // Mails leave by a job; whoever asks right after a call should find its mail.
      await mailbox.settled();
      const mails = await mailbox.list(to === '' ? undefined : to);
      return mails.map(({ messageId, sentAt, ...mail }) => ({
        ...mail,
        message_id: messageId,
        sent_at: sentAt.toISOString(),
      }));
    });
  });
}
