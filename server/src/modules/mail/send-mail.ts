import type { ConfiguredTexts, Language, OwnWords } from '@hearth/contract';
import type { Clock } from '../../platform/clock.ts';
import type { JobLog } from '../../platform/jobs/job-log.ts';
import { unseal } from '../../platform/seal.ts';
import type { Database } from '../../platform/transaction.ts';
import type { MailContent } from './kinds/index.ts';
import { markSent, type QueuedMail, takeUnsentMail } from './mail-store.ts';
import { MailboxUnknown, type MailTransport } from './mail-transport.ts';
import type { MailBrand } from './templates/template.ts';

interface SendMailParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly secretKey: string;
  readonly productName: string;
  /** Tags that are switched on; people who chose another one get English. */
  readonly languages: readonly Language[];
  readonly brand?: MailBrand | undefined;
  readonly ownWords?: OwnWords | undefined;
  /** Texts of the configuration, some of which replace those of mails. */
  readonly texts: ConfiguredTexts;
  readonly publicUrl: string;
  readonly transport: MailTransport;
  readonly log: Pick<JobLog, 'warn'>;
}

/** The job behind each mail: at least once, with the same Message-ID every time. */
export function createSendMail(parts: SendMailParts): (payload: unknown) => Promise<void> {
  const { db, clock, transport, log } = parts;
  return async (payload) => {
    const { mailId } = payload as { mailId: string };
    const queued = await takeUnsentMail(db, mailId, clock.now());
    if (queued === undefined) {
      return;
    }
    const isOn = parts.languages.includes(queued.language);
    const mail = isOn ? queued : { ...queued, language: 'en' };
    const rendered = await render(mail, parts);

    // Only here is a mail without a recipient treated differently.
    if (mail.recipient !== null) {
      const { recipient: to, kind, language, messageId, queueNumber } = mail;
      const envelope = { to, kind, language, messageId, queueNumber, sentAt: clock.now() };
      await transport.deliver({ ...rendered, ...envelope }).catch((error: unknown) => {
        if (!(error instanceof MailboxUnknown)) {
          throw error;
        }
        log.warn({ err: error, kind }, 'mail rejected');
      });
    }
    await markSent(db, mail.id, clock.now());
  };
}

async function render(mail: QueuedMail, { secretKey, texts, ...site }: SendMailParts) {
  const content = openContent(mail, secretKey);
  // React costs 30 MB, which servers that never send a mail should not pay.
  const { renderMail } = await import('./render-mail.ts');
  const { language } = mail;
  return await renderMail(content, { ...site, language, texts: texts[language] });
}

function openContent({ sealedContent }: QueuedMail, secretKey: string): MailContent {
  try {
    return JSON.parse(unseal(sealedContent, { secretKey, purpose: 'mails' }));
  } catch (cause) {
    throw new Error('SECRET_KEY is not the one that this mail was queued with.', { cause });
  }
}
