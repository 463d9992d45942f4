import type { Language } from '@hearth/contract';
import type { MailContent } from './kinds/index.ts';

/** A mail before it is rendered; the template of its kind has the subject and the text. */
export interface Mail {
  /** Null for a mail that goes nowhere but takes as long: an unknown address must not answer faster. */
  readonly to: Recipient | null;
  readonly language: Language;
  readonly content: MailContent;
  /** Earliest time of sending; nothing for kinds of which only the latest is sent. */
  readonly notBefore?: Date | undefined;
}

export interface Recipient {
  readonly email: string;
  /** Otherwise the mailbox may be a stranger's, and few mails go to it. */
  readonly emailVerified: boolean;
}
