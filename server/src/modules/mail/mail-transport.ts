import type { Language } from '@hearth/contract';
import type { MailContent } from './mail.ts';
import type { RenderedMail } from './render-mail.ts';

/** A mail that is ready to leave. */
export interface OutgoingMail extends RenderedMail {
  readonly to: string;
  readonly kind: MailContent['kind'];
  readonly language: Language;
  readonly messageId: string;
  /** In the order in which mails were asked for. */
  readonly queueNumber: string;
  readonly sentAt: Date;
}

/** Takes mails to where they are read; throws when it could not, and is asked again later. */
export interface MailTransport {
  deliver(mail: OutgoingMail): Promise<void>;
}
