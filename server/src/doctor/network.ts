import { randomUUID } from 'node:crypto';
import { lookup, resolveTxt } from 'node:dns/promises';
import { type IncomingMessage, type RequestOptions, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import type { TLSSocket } from 'node:tls';
import {
  echoHeader,
  echoPath,
  openEcho,
  type RequestEcho,
  sealQuestion,
} from '../platform/request-echo.ts';

export interface EchoRequest {
  /** Origin, such as PUBLIC_URL. */
  readonly origin: string;
  /** An X-Forwarded-For of our own, to see whether it is believed. */
  readonly forwardedFor?: string;
}

/** How a request was answered. */
export interface Arrival {
  readonly status: number;
  /** Target of a redirect. */
  readonly location: string | undefined;
  /** How far our clock is ahead of the answering server's, in ms; undefined if it sends no time. */
  readonly clockAheadMs: number | undefined;
  /** Undefined over plain http. */
  readonly certificate: ShownCertificate | undefined;
  /** Undefined if it was not this Hearth, or one with another SECRET_KEY. */
  readonly echo: RequestEcho | undefined;
}

interface ShownCertificate {
  /** Code of the reason why browsers refuse it. */
  readonly fault: string | undefined;
  readonly validFrom: Date;
  readonly validTo: Date;
}

export interface NetworkParts {
  readonly secretKey: string;
  readonly now: () => Date;
  readonly lookup: (host: string) => Promise<readonly string[]>;
  /** Further authorities that certificates may be from, for tests. */
  readonly authorities?: readonly string[];
}

/** Much longer than a request through several proxies takes. */
const timeoutMs = 6_000;
const longestAnswer = 16 * 1024;

export async function lookUp(host: string): Promise<readonly string[]> {
  return (await lookup(host, { all: true })).map(({ address }) => address);
}

/** TXT records of a name, each joined; none if there is no such name. */
export async function readTexts(name: string): Promise<readonly string[]> {
  try {
    return (await resolveTxt(name)).map((parts) => parts.join(''));
  } catch (error) {
    if (/^(ENOTFOUND|ENODATA)$/.test((error as { code?: string }).code ?? '')) {
      return [];
    }
    throw error;
  }
}

export interface Network {
  /** Asks Hearth at an address how the request arrived there. */
  ask(question: EchoRequest): Promise<Arrival>;
  /** How far our clock is ahead of that web server's, in ms; undefined if it sends no time. */
  readClockAhead(origin: string): Promise<number | undefined>;
}

export function createNetwork(parts: NetworkParts): Network {
  const { secretKey, now } = parts;

  async function getTimed(url: URL, headers: Record<string, string>) {
    const askedAt = now().getTime();
    const answer = await get(url, headers, parts);
    const told = Date.parse(answer.message.headers.date ?? '');
    // A Date header has whole seconds, so it is half a second old on average.
    const aheadMs = (askedAt + now().getTime()) / 2 - (told + 500);
    return { ...answer, clockAheadMs: Number.isNaN(told) ? undefined : aheadMs };
  }

  async function ask({ origin, forwardedFor }: EchoRequest): Promise<Arrival> {
    const nonce = randomUUID();
    const headers = {
      [echoHeader]: sealQuestion(nonce, secretKey),
      ...(forwardedFor !== undefined && { 'x-forwarded-for': forwardedFor }),
    };
    const answer = await getTimed(new URL(echoPath, origin), headers);
    const { message, text, certificate, clockAheadMs } = answer;
    return {
      status: message.statusCode ?? 0,
      location: message.headers.location,
      clockAheadMs,
      certificate,
      echo: openEcho(text, { secretKey, nonce }),
    };
  }

  return {
    ask,
    readClockAhead: async (origin) => (await getTimed(new URL('/', origin), {})).clockAheadMs,
  };
}

interface Answer {
  readonly message: IncomingMessage;
  readonly text: string;
  readonly certificate: Arrival['certificate'];
}

function get(
  url: URL,
  headers: Record<string, string>,
  { lookup: find, authorities }: NetworkParts,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const options: RequestOptions & { rejectUnauthorized: boolean; ca?: string[] } = {
      headers,
      agent: false,
      timeout: timeoutMs,
      lookup: toLookup(find),
      // A wrong certificate is a finding of its own; what is sent and answered is sealed.
      rejectUnauthorized: false,
      ...(authorities && { ca: [...authorities] }),
    };
    const send = url.protocol === 'https:' ? requestHttps : requestHttp;
    const sent = send(url, options, (message) => {
      // The connection may be gone once the answer has been read.
      const certificate = url.protocol === 'https:' ? readCertificate(message) : undefined;
      let text = '';
      message.setEncoding('utf8');
      message.on('data', (chunk: string) => {
        text = (text + chunk).slice(0, longestAnswer);
      });
      message.once('end', () => resolve({ message, text, certificate }));
      message.once('error', reject);
    });
    sent.once('timeout', () => sent.destroy(Object.assign(new Error(), { code: 'ETIMEDOUT' })));
    sent.once('error', reject);
    sent.end();
  });
}

function readCertificate({ socket }: IncomingMessage): Arrival['certificate'] {
  const { authorized, authorizationError, getPeerCertificate } = socket as TLSSocket;
  const { valid_from: validFrom, valid_to: validTo } = getPeerCertificate.call(socket);
  // Node's types say Error; it is the code.
  const problem = authorizationError as Error | string | undefined;
  return {
    fault: authorized ? undefined : String(problem ?? 'unknown reason'),
    validFrom: new Date(validFrom),
    validTo: new Date(validTo),
  };
}

function toLookup(find: NetworkParts['lookup']): LookupFunction {
  return (host, { all = false }, answer) => {
    find(host).then(
      (found) => {
        const addresses = found.map((address) => ({ address, family: isIP(address) }));
        const [{ address, family } = { address: '', family: 0 }] = addresses;
        return all ? answer(null, addresses) : answer(null, address, family);
      },
      (error: NodeJS.ErrnoException) => answer(error, ''),
    );
  };
}
