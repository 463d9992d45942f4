import type { IncomingMessage } from 'node:http';
import { type Language, matchLanguage, sessionHeader } from '@hearth/contract';
import type { FastifyRequest } from 'fastify';
import type { Client } from '../modules/identity/index.ts';
import { refuseIf } from '../platform/refusal.ts';
import { findAcceptedLanguage } from './asked-language.ts';
import { readBrowserSecret } from './cookies/browser-cookie.ts';
import { readDeviceMarks } from './cookies/device-cookie.ts';

const longestUserAgent = 500;

/** Address and program of the request; the address respects TRUST_PROXY. */
export function toClient(request: FastifyRequest): Client {
  return {
    address: request.address,
    userAgent: (request.headers['user-agent'] ?? '').slice(0, longestUserAgent),
    cookieSession: request.headers[sessionHeader] === 'cookie',
    deviceMarks: readDeviceMarks(request),
    browserSecret: readBrowserSecret(request),
    language: findLanguage(request, request.server.languages),
    idempotencyKey: findIdempotencyKey(request),
  };
}

/** Takes a note of who calls, for the log. */
export function noteCaller(request: FastifyRequest): (uid: string) => void {
  return (uid) => {
    request.callerUid = uid;
  };
}

const longestKey = 255;

function findIdempotencyKey({ headers }: FastifyRequest): string | undefined {
  const key = headers['idempotency-key'];
  if (typeof key !== 'string' || key === '') {
    return undefined;
  }
  const detail = `Idempotency-Key: at most ${longestKey} characters.`;
  refuseIf(key.length > longestKey, 'request/invalid', detail);
  return key;
}

/** SDKs name a locale of their own; browsers list what the person reads. */
export function findLanguage(
  { headers }: Pick<IncomingMessage, 'headers'>,
  languages: readonly Language[],
): Language | undefined {
  return (
    matchLanguage(headers['x-firebase-locale'], languages) ??
    findAcceptedLanguage(headers['accept-language'], languages)
  );
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Tags that the configuration has switched on. */
    languages: readonly Language[];
  }
}
