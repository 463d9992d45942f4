import type { RefusalCode } from '@hearth/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isUnavailable } from '../platform/database.ts';
import { Refusal } from '../platform/refusal.ts';
import {
  type EncodeRefusal,
  encodeCallableRefusal,
  encodeIdentityRefusal,
  type Say,
} from './dialect.ts';
import { toSecurityEvent } from './security-event.ts';

const frameworkRefusals: Record<string, RefusalCode> = {
  FST_ERR_CTP_INVALID_JSON_BODY: 'request/invalid-json',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'request/invalid-json',
  FST_ERR_CTP_BODY_TOO_LARGE: 'request/too-large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'request/unsupported-content-type',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'request/invalid',
  FST_ERR_BAD_URL: 'request/unknown-path',
  ECONNRESET: 'request/invalid',
  FST_ERR_MAX_PARAM_LENGTH: 'request/unknown-path',
  EMFILE: 'server/busy',
  ENFILE: 'server/busy',
};

/** For clients and proxies that try again after a 503. */
const retryAfterSeconds = 5;

/** Refusal for an error that was thrown; undefined for a bug of ours. */
function toRefusal(error: unknown): Refusal | undefined {
  if (error instanceof Refusal) {
    return error;
  }
  if (isUnavailable(error)) {
    return new Refusal('server/unavailable');
  }
  const known = frameworkRefusals[codeOf(error)] ?? badRequestOf(error);
  return known && new Refusal(known);
}

/** A sentence about a file may stand before the system's reason. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) {
    return '';
  }
  return 'code' in error ? String(error.code) : codeOf(error.cause);
}

/** Parsers outside Fastify (JSON with `__proto__`, form bodies) only say 400. */
function badRequestOf(error: unknown): RefusalCode | undefined {
  return error instanceof Error && 'statusCode' in error && error.statusCode === 400
    ? 'request/invalid-json'
    : undefined;
}

/** Sends any failure in the dialect's words; bugs are logged once, with the request's id, and the answer tells nothing about them. */
export function answerFailure(encode: EncodeRefusal) {
  return (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const refusal = toRefusal(error);
    const answered = refusal ?? new Refusal('server/internal');
    request.refusal = answered.code;
    request.securityEvent = toSecurityEvent(answered.code);
    logFailure(error, refusal, request);
    if (answered.retryAfterSeconds !== undefined) {
      reply.header('retry-after', String(answered.retryAfterSeconds));
    }
    const { httpStatus, body } = encode(answered, request.server.sayOwnWords);
    if (httpStatus === 503) {
      reply.header('retry-after', retryAfterSeconds);
    }
    // An answer that fails half made, such as a file, has named its own type, packing and age.
    return reply
      .code(httpStatus)
      .removeHeader('content-encoding')
      .header('cache-control', 'no-store')
      .header('x-request-id', request.id)
      .type('application/json; charset=utf-8')
      .send(body);
  };
}

/** Bugs and outages, and refusals that an operator may want to see: ids and names of ours only. */
function logFailure(error: unknown, refusal: Refusal | undefined, request: FastifyRequest): void {
  // Fastify writes a colon of an address twice, since one begins a parameter.
  const route = request.routeOptions?.url?.replace('::', ':');
  const where = { reqId: request.id, address: request.address, route };
  if (refusal === undefined || refusal.code === 'server/unavailable') {
    request.log.error({ ...where, uid: request.callerUid, err: error }, 'request failed');
    return;
  }
  const { code, uid, cause } = refusal;
  request.callerUid ??= uid;
  const event = request.securityEvent;
  if (event !== undefined || cause !== undefined) {
    const details = { event, refusal: code, uid, ...(cause ? { err: cause } : {}) };
    request.log.warn({ ...where, ...details }, 'request refused');
  }
}

const identityPaths =
  /^\/(identitytoolkit\.googleapis\.com|securetoken\.googleapis\.com|www\.googleapis\.com|identitytoolkit\/|v1\/accounts:|v1\/projects|v1\/token|v2\/)/;

/** The dialect in which an address speaks when no route of it took the request. */
export function dialectOf(url: string): EncodeRefusal {
  return identityPaths.test(url) ? encodeIdentityRefusal : encodeCallableRefusal;
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Puts the operator's own words into an English sentence. */
    sayOwnWords: Say;
    /** Sends a person the page that says that nothing is here; undefined for programs. Absent without the web. */
    sendLostPage?: (
      request: FastifyRequest,
      reply: FastifyReply,
    ) => FastifyReply | Promise<FastifyReply> | undefined;
  }
}

/** Paths that fail before they reach a route. */
export function answerFrameworkError(app: FastifyInstance) {
  return (error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    if (toRefusal(error)?.code === 'request/unknown-path') {
      sendUnknown(app, request, reply);
    } else {
      answerFailure(dialectOf(request.url))(error, request, reply);
    }
  };
}

/** People get a page that says so, programs the refusal in their dialect. */
function sendUnknown(app: FastifyInstance, request: FastifyRequest, reply: FastifyReply) {
  request.refusal = 'request/unknown-path';
  return (
    app.sendLostPage?.(request, reply) ??
    answerFailure(dialectOf(request.url))(new Refusal('request/unknown-path'), request, reply)
  );
}

/** Unknown paths, and known paths asked in another method. */
export function answerUnknown(app: FastifyInstance): void {
  const known: { readonly pattern: RegExp; readonly methods: readonly string[] }[] = [];
  app.addHook('onRoute', ({ url, method }) => {
    known.push({ pattern: toPattern(url), methods: [method].flat() });
  });
  app.setNotFoundHandler((request, reply) => {
    const [path = ''] = request.url.split('?');
    const methods = known.filter(({ pattern }) => pattern.test(path)).flatMap((one) => one.methods);
    // A route that took the request and has nothing there says so itself.
    const isWrongMethod = methods.length > 0 && !methods.includes(request.method);
    if (!isWrongMethod) {
      return sendUnknown(app, request, reply);
    }
    reply.header('allow', [...new Set(methods)].join(', '));
    return answerFailure(dialectOf(path))(new Refusal('request/wrong-method'), request, reply);
  });
}

/** Fastify writes a parameter as `:name` and a literal colon as two. */
function toPattern(url: string): RegExp {
  const source = url
    .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    .replace(/::|:\w+/g, (part) => (part === '::' ? ':' : '[^/]+'));
  return new RegExp(`^${source}$`);
}
