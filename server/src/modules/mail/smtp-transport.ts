import type { SendMailOptions } from 'nodemailer';
import { MailboxUnknown, type MailTransport, type OutgoingMail } from './mail-transport.ts';

interface Sender {
  readonly name: string;
  readonly address: string;
}

interface SmtpParts {
  readonly smtpUrl: string;
  /** Refuses a server that offers no encryption; a certificate is verified wherever there is one. */
  readonly requireTls: boolean;
  readonly from: Sender;
  /** Name of the sender if `from` has none. */
  readonly productName: string;
  /** Address that answers go to; that of the sender if it is left out. */
  readonly replyTo?: string | undefined;
}

/** Much shorter than nodemailer's own, which would keep a job for minutes. */
const timeouts = {
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  dnsTimeout: 10_000,
  socketTimeout: 30_000,
};

/** A person waits for the answer, and a firewall that drops everything shows only by a time-out. */
const verifyTimeouts: typeof timeouts = {
  connectionTimeout: 4_000,
  greetingTimeout: 4_000,
  dnsTimeout: 4_000,
  socketTimeout: 8_000,
};

/** The mail server of SMTP_URL. */
export function createSmtpTransport(parts: SmtpParts): MailTransport {
  let connecting: ReturnType<typeof connect> | undefined;
  return {
    async deliver(mail) {
      connecting ??= connect(parts);
      const transporter = await connecting;
      await transporter.sendMail(toMessage(mail, parts)).catch((error: unknown) => {
        throw isMailboxUnknown(error, mail.to)
          ? new MailboxUnknown(explain(error))
          : new Error(explain(error));
      });
    },
  };
}

/** Code of a failure, such as EAUTH, and the system's words for one of the connection. */
interface SmtpFailure {
  readonly code: string;
  readonly words: string;
}

/** Connects and signs in, and sends nothing. */
export async function verifyMailServer(parts: SmtpParts): Promise<SmtpFailure | undefined> {
  const transporter = await connect(parts, verifyTimeouts);
  try {
    await transporter.verify();
    return undefined;
  } catch (error) {
    const { code = 'unknown', message } = error as { code?: string; message: string };
    // The words of the mail server itself may repeat the user name.
    return { code, words: code === 'ESOCKET' ? `${message}, ${code}` : code };
  } finally {
    transporter.close();
  }
}

/** Sends a mail of two sentences; throws with a sentence if the server does not accept it. */
export async function sendTestMail(to: string, parts: SmtpParts): Promise<void> {
  const { from, productName } = parts;
  const transporter = await connect(parts);
  try {
    await transporter.sendMail({
      from: toSender(from, productName),
      to: { name: '', address: to },
      subject: `${productName}: mail server test`,
      text: `The doctor of ${productName} sent this email. If you can read it, emails are delivered.`,
      headers: { 'Auto-Submitted': 'auto-generated' },
    });
  } catch (error) {
    throw new Error(explain(error));
  } finally {
    transporter.close();
  }
}

async function connect({ smtpUrl, requireTls }: SmtpParts, waits = timeouts) {
  // Loaded at the first mail, because installations without a mail server never need it.
  const { createTransport } = await import('nodemailer');
  return createTransport({ url: smtpUrl, requireTLS: requireTls, ...waits });
}

function toMessage(mail: OutgoingMail, { from, productName, replyTo }: SmtpParts): SendMailOptions {
  return {
    from: toSender(from, productName),
    to: { name: '', address: mail.to },
    ...(replyTo !== undefined && { replyTo: { name: '', address: replyTo } }),
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    messageId: mail.messageId,
    date: mail.sentAt,
    headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': mail.language },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

function toSender({ name, address }: Sender, productName: string) {
  return { name: name || productName, address };
}

/**
 * Bad mailbox or domain, by the codes of RFC 3463. A bare 550 may also refuse the sender, which the
 * operator can fix.
 */
const unknownMailbox = /^5\d\d[ -]5\.1\.(1|2|3|10)\b/;

/** A mail server without SMTPUTF8 (RFC 6531) has several codes for a letter that it cannot read. */
const unreadableMailbox = /^5/;

function isMailboxUnknown(error: unknown, to: string): boolean {
  const { command, response } = error as { command?: unknown; response?: unknown };
  const isAscii = /^[\0-\x7f]*$/.test(to);
  const refused = isAscii ? unknownMailbox : unreadableMailbox;
  return command === 'RCPT TO' && typeof response === 'string' && refused.test(response);
}

/** Describes the failed step without the mail server's own message, which repeats the address. */
function explain(error: unknown): string {
  const { code, responseCode, command } = error as Partial<Record<string, unknown>>;
  const signs = [code, responseCode, command].filter((sign) => sign !== undefined);
  return `The mail server did not take the mail: ${signs.join(', ') || 'for no known reason'}.`;
}
