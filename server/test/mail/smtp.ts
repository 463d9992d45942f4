import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { onTestFinished } from 'vitest';

/** One mail as the server was given it. */
export interface SmtpMail {
  readonly isEncrypted: boolean;
  /** Sent with SMTPUTF8 (RFC 6531). */
  readonly isInternational: boolean;
  readonly from: string;
  readonly to: readonly string[];
  /** Headers and body, as they came. */
  readonly raw: string;
}

export interface TestSmtpServer {
  readonly url: string;
  /** This server under an address that is not written as one of this machine. */
  readonly outsideUrl: string;
  readonly mails: SmtpMail[];
  /** Refuses recipients, as a busy server does for a while, until it is given null. */
  refuse(answer: Refusal | null): void;
  close(): Promise<void>;
}

interface Refusal {
  readonly code: number;
  readonly words: string;
}

export const isBusy: Refusal = { code: 451, words: 'try again later' };

/** For one test. */
export async function startSmtpServer(
  options: { readonly tls?: boolean } = {},
): Promise<TestSmtpServer> {
  const server = await openSmtpServer(options);
  onTestFinished(() => server.close());
  return server;
}

/** A real SMTP server in this process; one with TLS shows a certificate that nobody has signed. */
export async function openSmtpServer({ tls = false } = {}): Promise<TestSmtpServer> {
  const mails: SmtpMail[] = [];
  let refusal: Refusal | null = null;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: tls ? [] : ['STARTTLS'],
    onRcptTo({ address }, _session, answer) {
      const { code: responseCode, words } = refusal ?? {};
      answer(refusal && Object.assign(new Error(`${words} ${address}`), { responseCode }));
    },
    onData(stream, session, answer) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const { envelope } = session;
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
        const to = envelope.rcptTo.map(({ address }) => address);
        mails.push({
          isEncrypted: session.secure,
          isInternational: envelope.smtpUtf8 === true,
          from,
          to,
          raw: Buffer.concat(chunks).toString('utf8'),
        });
        answer();
      });
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    outsideUrl: `smtp://0.0.0.0:${port}`,
    mails,
    refuse(answer) {
      refusal = answer;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
