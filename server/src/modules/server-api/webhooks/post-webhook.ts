import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { Duplex } from 'node:stream';
import { createGuardedLookup, hostOf, isAllowedHost } from '../../../platform/guarded-lookup.ts';
import { isPublicAddress } from '../../../platform/public-address.ts';
import { isTrustedHost, type WebhookAddresses } from './webhook-address.ts';

/** Result of one attempt. */
export interface Attempt {
  /** HTTP status; undefined if there was no answer. */
  readonly status?: number;
  /** Beginning of the answer, or why there was none. */
  readonly answer: string;
  readonly ms: number;
}

interface Message {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const timeoutMs = 10_000;
const mostBytes = 64 * 1024;
const shownCharacters = 2_000;

const publicLookup = createGuardedLookup(isPublicAddress);

/** Posts it and reads the beginning of the answer; follows no redirect, and never throws. */
export async function postWebhook(
  { url: written, headers, body }: Message,
  addresses: WebhookAddresses,
): Promise<Attempt> {
  const startedMs = performance.now();
  const since = () => Math.round(performance.now() - startedMs);
  try {
    const url = new URL(written);
    const isTrusted = isTrustedHost(url, addresses);
    const isPublic = url.protocol === 'https:' && isAllowedHost(hostOf(url), isPublicAddress);
    if (!isTrusted && !isPublic) {
      return { answer: 'Not a public https address.', ms: since() };
    }
    const found = await exchange(url, { headers, body, isTrusted });
    return { ...found, ms: since() };
  } catch (error) {
    return { answer: reasonOf(error), ms: since() };
  }
}

function exchange(
  url: URL,
  { headers, body, isTrusted }: Omit<Message, 'url'> & { readonly isTrusted: boolean },
): Promise<{ status: number; answer: string }> {
  const request = url.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((settle, fail) => {
    let known: { status: number; parts: Buffer[] } | undefined;
    // Only the status counts, even if the rest of the answer never comes.
    const end = (error: Error) => (known ? settle(toAnswer(known)) : fail(error));
    const begin = (response: IncomingMessage) => {
      const read = { status: response.statusCode ?? 0, parts: [] };
      known = read;
      const finish = () => settle(toAnswer(read));
      readBeginning(response, read.parts).then(finish, finish);
    };
    const asking = request(
      url,
      {
        method: 'POST',
        headers: { ...headers, 'content-length': Buffer.byteLength(body) },
        // A shared connection may lead to an address that is refused here.
        agent: false,
        signal: AbortSignal.timeout(timeoutMs),
        ...(!isTrusted && { lookup: publicLookup }),
      },
      begin,
    );
    asking.on('upgrade', (response: IncomingMessage, socket: Duplex) => {
      socket.destroy();
      settle({ status: response.statusCode ?? 0, answer: '' });
    });
    asking.on('error', end);
    // Some ends come with no error; without this one a job would wait for ever.
    asking.on('close', () => known ?? fail(new Error('The connection was closed.')));
    asking.end(body);
  });
}

async function readBeginning(response: IncomingMessage, parts: Buffer[]): Promise<void> {
  let length = 0;
  for await (const part of response as AsyncIterable<Buffer>) {
    parts.push(part);
    length += part.length;
    if (length >= mostBytes) {
      response.destroy();
      break;
    }
  }
}

function toAnswer({ status, parts }: { readonly status: number; readonly parts: Buffer[] }) {
  // PostgreSQL cannot store U+0000.
  const text = Buffer.concat(parts).toString('utf8').replaceAll('\0', '');
  return { status, answer: text.slice(0, shownCharacters) };
}

function reasonOf(error: unknown): string {
  if (error instanceof Error && ['AbortError', 'TimeoutError'].includes(error.name)) {
    return `No answer within ${timeoutMs / 1_000} seconds.`;
  }
  return error instanceof Error ? error.message.slice(0, shownCharacters) : 'No answer.';
}
