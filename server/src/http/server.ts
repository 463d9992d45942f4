import { AsyncResource } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import cookie from '@fastify/cookie';
import cors from '@fastify/cors';
import formbody from '@fastify/formbody';
import { sayOwnWords, timeHeader } from '@hearth/contract';
import fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
  LogController,
} from 'fastify';
import type { Config } from '../config/config.ts';
import { toIpAddress } from '../platform/ip-address.ts';
import { Refusal } from '../platform/refusal.ts';
import { isAllowedOrigin } from './allowed-origin.ts';
import { type DialectGroup, type DialectParts, registerDialects } from './dialect-groups.ts';
import { answerClientError, secureEarlyAnswers } from './early-answers.ts';
import { answerFailure, answerFrameworkError, answerUnknown, dialectOf } from './failures.ts';
import { addSecurityHeaders, createSecurityHeaders } from './security-headers.ts';
import { refuseUnstorableText } from './unstorable-text.ts';
import { type RequestWatch, watchRequests, watchUnrouted } from './watch-requests.ts';

export interface ServerParts extends DialectParts {
  readonly logger: FastifyServerOptions['logger'];
  /** How late the event loop may be, in ms, before requests are refused; 0 for as late as it likes. */
  readonly slowestEventLoopMs: number;
  readonly watch: RequestWatch;
}

const largestBodyBytes = 64 * 1024;
/** A body that dribbles in may not hold its connection for ever. */
const slowestRequestMs = 30_000;
/** Longest time in which a connection may neither send nor take anything, while its answer is made or waits to be read. */
const longestSilenceMs = 120_000;

/** A Fastify instance with the dialects of one group. */
export async function buildServer(
  parts: ServerParts,
  group: DialectGroup,
): Promise<FastifyInstance> {
  const { config } = parts;
  const setHeaders = createSecurityHeaders(config);
  const answerInTurn = createTurns();
  const app: FastifyInstance = fastify({
    logger: parts.logger ?? false,
    logController: new LogController({ disableRequestLogging: true }),
    // One logger for all requests: a child each costs more than most requests log.
    childLoggerFactory: (logger) => logger,
    bodyLimit: largestBodyBytes,
    requestTimeout: slowestRequestMs,
    connectionTimeout: longestSilenceMs,
    // A request on an open connection is answered also while the server closes.
    return503OnClosing: false,
    http: { requireHostHeader: false },
    genReqId: () => randomUUID(),
    trustProxy: toTrustProxy(config.trustProxy),
    routerOptions: { maxParamLength: 200 },
    // A path such as /%ff fails before any hook or route.
    frameworkErrors: (error, request, reply) =>
      answerInTurn(request, reply, () => {
        watchUnrouted(request, reply, parts.watch);
        setHeaders(request.raw, reply.raw, (failure) =>
          answerFrameworkError(app)(failure ?? error, request, reply),
        );
      }),
    clientErrorHandler: answerClientError(setHeaders),
  });
  const { words } = config.product;
  app.decorate('sayOwnWords', (sentence) =>
    words ? sayOwnWords(sentence, 'en', words) : sentence,
  );
  app.decorate('languages', config.product.languages);
  app.removeContentTypeParser('text/plain');
  app.setErrorHandler((error, request, reply) =>
    answerFailure(dialectOf(request.url))(error, request, reply),
  );
  app.addHook('onRequest', answerInTurn);
  readAddresses(app);
  watchRequests(app, parts.watch);
  answerUnknown(app);
  addSecurityHeaders(app, setHeaders);
  secureEarlyAnswers(app, setHeaders, parts.stage);
  logIgnoredForwardedHeader(app);
  await registerPlugins(app, config);
  refuseUnstorableText(app);
  refuseWhileLate(app, parts.slowestEventLoopMs);
  await registerDialects(app, parts, group);
  return app;
}

async function registerPlugins(app: FastifyInstance, config: Config): Promise<void> {
  await app.register(cors, {
    origin: (origin, allow) => allow(null, origin !== undefined && isAllowedOrigin(origin, config)),
    methods: ['GET', 'POST', 'PATCH', 'DELETE'],
    exposedHeaders: ['x-request-id', timeHeader],
    maxAge: 600,
  });
  await app.register(cookie);
  await app.register(formbody);
}

/** A hop count, or addresses and networks separated by commas. */
function toTrustProxy(trustProxy: string | undefined) {
  if (trustProxy === undefined) {
    return false;
  }
  const hops = Number(trustProxy);
  return Number.isInteger(hops) ? (_address: string, hop: number) => hop < hops : trustProxy;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Address of the client, as TRUST_PROXY defines it; that of the connection if no proxy sent one. */
    readonly address: string;
  }
  interface FastifyContextConfig {
    /** Answered however late the event loop is. */
    alsoUnderLoad?: boolean;
  }
}

const forwardedHeader = 'x-forwarded-for';

/** Comes before everything that asks for an address. Some proxies write ports, which would make each connection another client. */
function readAddresses(app: FastifyInstance): void {
  app.decorateRequest('address', {
    getter(this: FastifyRequest) {
      return toIpAddress(this.ip ?? '') ?? toIpAddress(this.socket.remoteAddress ?? '') ?? '';
    },
  });
  app.addHook('onRequest', ({ raw: { headers } }, _reply, done) => {
    const given = headers[forwardedHeader];
    if (typeof given === 'string') {
      headers[forwardedHeader] = given
        .split(',')
        .map((one) => toIpAddress(one) ?? one.trim())
        .join(', ');
    }
    done();
  });
}

/**
 * Logs once that an X-Forwarded-For is ignored. Behind a proxy that TRUST_PROXY does not name, all clients share one
 * address and one limit of attempts, which would otherwise go unnoticed.
 */
function logIgnoredForwardedHeader(app: FastifyInstance): void {
  let isLogged = false;
  app.addHook('onRequest', (request, _reply, done) => {
    if (!isLogged && isIgnored(request)) {
      isLogged = true;
      const details = {
        reqId: request.id,
        address: request.address,
        header: forwardedHeader,
        setting: 'TRUST_PROXY',
      };
      request.log.warn(details, 'forwarded header ignored');
    }
    done();
  });
}

/** `ips` holds more than the connection's own address if that one is a trusted proxy's. */
function isIgnored({ headers, ips = [] }: FastifyRequest): boolean {
  return headers[forwardedHeader] !== undefined && ips.length < 2;
}

/** Requests that a connection may send ahead of their answers; browsers and proxies send none. */
const mostAhead = 32;

/** Begins the answer now, or once the connection's earlier answers are sent. */
type AnswerInTurn = (request: FastifyRequest, reply: FastifyReply, begin: () => void) => void;

/**
 * One answer at a time for each connection. Node leaves an answer that waits for an earlier one open, with its file or
 * compressor, even after the connection has closed.
 */
function createTurns(): AnswerInTurn {
  const waiting = new WeakMap<Socket, (() => void)[]>();
  return ({ raw: { socket } }, reply, begin) => {
    const take = () => {
      reply.raw.once('close', () => {
        const next = socket.destroyed ? undefined : waiting.get(socket)?.shift();
        return next ? next() : waiting.delete(socket);
      });
      begin();
    };
    const ahead = waiting.get(socket);
    if (ahead === undefined) {
      waiting.set(socket, []);
      take();
    } else if (ahead.length < mostAhead) {
      // Log fields and spans of the answer before are not this one's.
      ahead.push(AsyncResource.bind(take));
    } else {
      socket.destroy();
    }
  };
}

const resolutionMs = 10;
/** Long enough that one pause of the machine, which is over when it is measured, refuses nobody. */
const sampleMs = 3_000;

/** Refuses requests while the event loop is later than this, on average of a sample; 0 for never. */
function refuseWhileLate(app: FastifyInstance, slowestMs: number): void {
  if (slowestMs === 0) {
    return;
  }
  const delay = monitorEventLoopDelay({ resolution: resolutionMs });
  let lateMs = 0;
  delay.enable();
  const timer = setInterval(() => {
    // Without any measurement the loop was blocked for all of the time.
    const { mean } = delay;
    lateMs = Number.isNaN(mean) ? Number.POSITIVE_INFINITY : mean / 1e6 - resolutionMs;
    delay.reset();
  }, sampleMs);
  timer.unref();
  app.addHook('onRequest', ({ routeOptions }, _reply, done) => {
    const isRefused = lateMs > slowestMs && routeOptions.config.alsoUnderLoad !== true;
    done(isRefused ? new Refusal('server/busy') : undefined);
  });
  app.addHook('onClose', async () => {
    clearInterval(timer);
    delay.disable();
  });
}
