import type { Language } from '@hearth/contract';
import type { MailContent } from './kinds/index.ts';
import type { RenderedMail } from './render-mail.ts';

/** A mail that is ready to leave. */
export interface OutgoingMail extends RenderedMail {
  readonly to: string;
  readonly kind: MailContent['kind'];
  readonly language: Language;
  readonly messageId: string;
  /** Number in the order in which mails were queued. */
  readonly queueNumber: string;
  readonly sentAt: Date;
}

/** The mail server says that the address is nobody's; it would say so each time. */
export class MailboxUnknown extends Error {}

/** Delivers a mail; throws when it could not, and the job tries again later unless it is MailboxUnknown. */
export interface MailTransport {
  deliver(mail: OutgoingMail): Promise<void>;
}
