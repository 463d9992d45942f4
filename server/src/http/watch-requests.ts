import type { RefusalCode } from '@hearth/contract';
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Span, Tracer } from '../platform/span.ts';
import type { SecurityEvent } from './security-event.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Name of the route in log, metrics and traces. It is never made of what a client sends. */
    call?: string;
  }
  interface FastifyRequest {
    /** The notes below are undefined until somebody takes them. */
    refusal: RefusalCode | undefined;
    securityEvent: SecurityEvent | undefined;
    callerUid: string | undefined;
    span: Span | undefined;
    startedMs: number;
    isWatched: boolean;
  }
}

export interface AnsweredRequest {
  /** Name on the wire, or what kind of page it is. */
  readonly call: string;
  /** Status as sent; 499 if the client disconnected before. */
  readonly status: number;
  /** `ok`, our code of the refusal, `aborted`, or the status of another failure. */
  readonly result: string;
  readonly securityEvent: SecurityEvent | undefined;
  readonly ms: number;
}

/** Looks at requests, and changes nothing about them. */
export interface RequestWatch {
  readonly count?: ((answered: AnsweredRequest) => void) | undefined;
  readonly tracer?: Tracer | undefined;
  /** Level of the line about each request. */
  readonly level: 'info' | 'debug';
}

/** Requests of machines, several times in a minute, which would hide those of people. */
const unremarkable: readonly string[] = ['healthz', 'readyz', 'metrics'];

const aborted = { status: 499, result: 'aborted' };

/** Logs, counts and traces each request of a server. Comes before all other hooks. */
export function watchRequests(app: FastifyInstance, settings: RequestWatch): void {
  const { tracer } = settings;
  // The line holds only words of ours, and looking for secrets in it would double its cost.
  const watch = { ...settings, log: app.log.child({}, { redact: [] }) };
  for (const note of ['refusal', 'securityEvent', 'callerUid', 'span'] as const) {
    app.decorateRequest(note, undefined);
  }
  app.decorateRequest('startedMs', 0);
  app.decorateRequest('isWatched', false);
  app.addHook('onRequest', (request, reply, done) => {
    request.id = givenId(request) ?? request.id;
    reply.header('x-request-id', request.id);
    done();
  });
  // It costs several µs for each request, so it is left out if nobody reads it.
  if (settings.count || tracer || isLogged(settings.level, app.log.level)) {
    watchEach(app, watch);
  }
}

function watchEach(app: FastifyInstance, watch: LoggedWatch): void {
  const { tracer } = watch;
  app.addHook('onRequest', (request, reply, done) => {
    request.startedMs = performance.now();
    reply.raw.once('close', () => finish(request, aborted, watch));
    if (tracer) {
      const headers = isProxied(request) ? request.headers : undefined;
      request.span = tracer.start({ name: callOf(request), kind: 'server', headers });
    }
    done();
  });
  if (tracer) {
    // The parser of bodies answers on a way of its own, so the span is entered after it.
    app.addHook('preHandler', ({ span }, _reply, done) => (span ? span.inside(done) : done()));
  }
  app.addHook('onResponse', (request, reply, done) => {
    finish(request, toOutcome(request, reply), watch);
    done();
  });
}

const levelsBelow = { debug: ['trace', 'debug'], info: ['trace', 'debug', 'info'] };

function isLogged(level: RequestWatch['level'], least = ''): boolean {
  return levelsBelow[level].includes(least);
}

/** Watches a request that failed before any hook. */
export function watchUnrouted(
  request: FastifyRequest,
  reply: FastifyReply,
  settings: RequestWatch,
): void {
  const watch = { ...settings, log: request.log };
  request.startedMs = performance.now();
  reply.raw.once('finish', () => finish(request, toOutcome(request, reply), watch));
}

interface Outcome {
  readonly status: number;
  readonly result: string;
  readonly bytes?: number;
}

interface LoggedWatch extends RequestWatch {
  readonly log: FastifyBaseLogger;
}

function finish(request: FastifyRequest, outcome: Outcome, watch: LoggedWatch): void {
  // Every connection closes, most of them after the answer.
  if (request.isWatched) {
    return;
  }
  request.isWatched = true;
  const { status, result, bytes } = outcome;
  const { id, method, span, callerUid: uid, securityEvent, startedMs } = request;
  const call = callOf(request);
  const ms = performance.now() - startedMs;
  watch.count?.({ call, status, result, securityEvent, ms });
  span?.end({
    attributes: { 'http.response.status_code': status, 'hearth.result': result },
    isFailed: status >= 500,
  });
  const level = unremarkable.includes(call) ? 'debug' : watch.level;
  const line = { reqId: id, method, call, status, result, ms: Math.round(ms * 10) / 10, bytes };
  watch.log[level]({ ...line, uid, trace: span?.traceId }, 'request answered');
}

function toOutcome({ refusal }: FastifyRequest, reply: FastifyReply): Outcome {
  const status = reply.statusCode;
  const bytes = Number(reply.getHeader('content-length') ?? Number.NaN);
  return {
    status,
    result: refusal ?? (status < 400 ? 'ok' : String(status)),
    ...(Number.isInteger(bytes) && { bytes }),
  };
}

/** One of a bounded number of names, whatever addresses clients make up. */
function callOf({ is404, method, routeOptions }: FastifyRequest): string {
  if (method === 'OPTIONS') {
    return 'preflight';
  }
  return (is404 ? undefined : routeOptions?.config?.call) ?? 'unknown';
}

/** Longer ones, and ones with other characters, would let a client write into the log. */
const readableId = /^[\w.:+/=-]{8,128}$/;

/** The proxy's name of the request, so that its log and ours name it alike. */
function givenId(request: FastifyRequest): string | undefined {
  const given = request.headers['x-request-id'];
  const isReadable = typeof given === 'string' && readableId.test(given);
  return isReadable && isProxied(request) ? given : undefined;
}

/** Whether a proxy that TRUST_PROXY names has sent it; `ips` then holds more than the proxy's own address. */
function isProxied({ ips = [] }: FastifyRequest): boolean {
  return ips.length > 1;
}
