import type { Environment } from './environment.ts';
import { loopback } from './rules.ts';
import { type Sender, toSender } from './sender.ts';

export interface MailServer {
  readonly smtpUrl: string;
  readonly from: Sender;
  /** Mails are never sent over a connection that is not encrypted. */
  readonly requireTls: boolean;
}

/** Production must name a sender; local mode may try a mail server without. */
export function toMailServer(
  { SMTP_URL, SMTP_TLS, MAIL_FROM }: Environment,
  publicUrl: string,
): MailServer | undefined {
  if (SMTP_URL === undefined) {
    return undefined;
  }
  const from = toSender(MAIL_FROM ?? `no-reply@${new URL(publicUrl).hostname}`);
  const isOnThisMachine = loopback.test(new URL(SMTP_URL).hostname.toLowerCase());
  // Mail that never leaves the machine needs no encryption unless it is asked for.
  const requireTls = (SMTP_TLS ?? (isOnThisMachine ? 'optional' : 'required')) === 'required';
  return { smtpUrl: SMTP_URL, from, requireTls };
}
